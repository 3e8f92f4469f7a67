import { analyze } from "../../analysis/analysis.ts";
import { fixEverything } from "../../analysis/fixes.ts";
import { messagesOf } from "../../analysis/messageInfo.ts";
import type { Contract } from "../../contract/contract.ts";
import type { AgentOperation, AgentOperations, AgentWriteParams, AgentWritten } from "../../protocol/agentProtocol.ts";
import { relativePath } from "../../resources/paths.ts";
import type { Edit } from "../../rules/rule.ts";
import { childElements } from "../../soap/envelope.ts";
import { applyEdits } from "../../text/edits.ts";
import { escapeXml } from "../../text/escapes.ts";
import { shift } from "../../text/span.ts";
import { isChar } from "../../xml/characters.ts";
import { XMLNS_NAMESPACE } from "../../xml/names.ts";
import type { XmlElement } from "../../xml/tree.ts";

/** The operations of a WSDL, in the order of `soaphttp new --list`. */
export function getAgentOperations(contract: Contract): AgentOperations {
  const { file } = contract;
  const isRead = typeof file === "object" && "bytes" in file;
  const why = typeof file === "object" && "refused" in file ? [file.refused] : [];
  const operations = contract.operations.map(
    ({ service, port, version, style, operation, action, address }): AgentOperation => ({
      service: service ?? null,
      port: port ?? null,
      version: version ?? null,
      style,
      operation,
      action: action ?? null,
      address: address ?? null,
    }),
  );
  return {
    operations,
    problems: isRead ? contract.problems().map(({ line, message }) => `Line ${line}: ${message}`) : why,
    unallowed: [...contract.files].flatMap(([uri, file]) =>
      typeof file === "object" && "refused" in file && file.unallowed ? [uri] : [],
    ),
  };
}

/** A request that calls an operation, with the given values and a correct Content-Length. */
export function writeAgentRequest(contract: Contract, params: AgentWriteParams): AgentWritten {
  const { index, optional, values, uri } = params;
  const isWritten = Object.values(values).some((value) => value.includes("{{"));
  const wsdl = relativePath(contract.uri, uri);
  const sample = contract.requests([index], {
    extent: optional ? "optional" : "parameters",
    wsdl,
    // If a value contains a variable, the length isn't known yet.
    contentLength: isWritten ? "variable" : "calculated",
  });
  const written = withValues(sample, values);
  if (written.kind !== "request" || isWritten) return written;
  return { kind: "request", text: applyEdits(written.text, fixEverything(analyze(written.text))) };
}

/** Returns the edit that sets a value. The value is text that may contain variables. */
type Place = (value: string) => Edit;

/** Sets values in the first request of a text. Keys are paths below the element of the operation. */
export function withValues(text: string, values: Readonly<Record<string, string>>): AgentWritten {
  const places = placesIn(text);
  const edits: Edit[] = [];
  for (const [path, value] of Object.entries(values)) {
    const place = places.get(normalized(path));
    if (place === undefined) return { kind: "unknown", path, known: [...places.keys()] };
    const why = whyInvalid(value);
    if (why !== undefined) return { kind: "invalid", path, why };
    edits.push(place(value));
  }
  return { kind: "request", text: applyEdits(text, edits) };
}

/** Simplifies a path: `item[1]/a` and `./item/a` both become `item/a`. */
function normalized(path: string): string {
  const own = path.trim().replaceAll("[1]", "");
  return own === "." ? own : own.replace(/^\.?\//, "");
}

/** The places of values by path, in the order of the text. `.` is the operation's element itself, if it has a value. */
function placesIn(text: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const [request] = messagesOf(analyze(text));
  if (!request) return places;
  const { message, segment } = request;
  const payloads = message.envelope?.body ? childElements(message.envelope.body) : [message.xml?.root ?? []].flat();
  const [only, ...others] = payloads;
  if (!only) return places;
  const collected: Found = { text: message.text, start: segment.start, places };
  if (others.length === 0) addElement(only, "", collected);
  else addChildren(payloads, "", collected);
  return places;
}

interface Found {
  readonly text: string;
  /** Offset of the segment in the file. */
  readonly start: number;
  readonly places: Map<string, Place>;
}

function addElement(element: XmlElement, path: string, collected: Found): void {
  for (const { prefix, name, local, namespace, valueStart, valueEnd } of element.attributes) {
    const isDeclaration = namespace === XMLNS_NAMESPACE || prefix === "xmlns" || name === "xmlns";
    if (isDeclaration || valueStart < 0) continue;
    const at = shift({ start: valueStart, end: valueEnd }, collected.start);
    const own = `${path === "" ? "" : `${path}/`}@${local}`;
    if (!collected.places.has(own)) collected.places.set(own, (value) => ({ ...at, newText: attributeText(value) }));
  }
  const children = childElements(element);
  if (children.length === 0) collected.places.set(path === "" ? "." : path, contentOf(element, collected));
  else addChildren(children, path, collected);
}

function addChildren(children: readonly XmlElement[], path: string, collected: Found): void {
  const counts = new Map<string, number>();
  for (const child of children) {
    const count = (counts.get(child.local) ?? 0) + 1;
    counts.set(child.local, count);
    const step = count === 1 ? child.local : `${child.local}[${count}]`;
    addElement(child, path === "" ? step : `${path}/${step}`, collected);
  }
}

function contentOf({ name, start, startTagEnd, endTag, end }: XmlElement, { text, start: from }: Found): Place {
  if (endTag) {
    const at = shift({ start: startTagEnd, end: endTag.start }, from);
    return (value) => ({ ...at, newText: elementText(value) });
  }
  const tag = text.slice(start, end).replace(/\/>$/, "").trimEnd();
  const whole = shift({ start, end }, from);
  return (value) => ({ ...whole, newText: `${tag}>${elementText(value)}</${name}>` });
}

/** Escapes a value. Line breaks become character references, because a line of the value could look like a separator. */
function elementText(value: string): string {
  return escapeXml(value, /[&<\r\n]|(?<=\]\])>/g);
}

function attributeText(value: string): string {
  return escapeXml(value, /[&<"\t\r\n]/g);
}

function whyInvalid(value: string): string | undefined {
  for (const character of value) {
    const point = character.codePointAt(0) ?? 0;
    if (isChar(point)) continue;
    const code = point.toString(16).toUpperCase().padStart(4, "0");
    return `The value contains the character U+${code}, which XML doesn't allow.`;
  }
  return undefined;
}
