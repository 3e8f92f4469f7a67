import { headerFact, partHeaderFact } from "../http/facts.ts";
import type { Message } from "../message.ts";
import { contentLengthRules } from "../rules/contentLength.ts";
import { childElements, type Envelope, inNamespaceOf, isFault } from "../soap/envelope.ts";
import { type Span, shift } from "../text/span.ts";
import { nameSpan, walk } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import type { Section } from "./support/section.ts";
import { endName } from "./support/xmlNames.ts";

/** How many tokens an editor is given. */
const maxTokens = 10_000;

/**
 * What the text means where a grammar can't tell: headers that are required or unknown, variables with and without a
 * value, the envelope against its payload, a wrong Content-Length. In the order of the text, none over
 * another. Spans: in the document.
 * @param within only what touches this
 */
export function semanticTokens(
  sections: readonly Section[],
  within?: Span,
  limit: number = maxTokens,
): readonly Token[] {
  const found: Token[] = [];
  for (const section of sections) {
    if (found.length >= limit) break;
    const { start, text } = section;
    if (within && (start > within.end || start + text.length < within.start)) continue;
    const own = [...headTokens(section), ...variableTokens(section), ...xmlTokens(section)];
    const placed = own.map((one) => shift(one, start));
    const wanted = within ? placed.filter((one) => one.start <= within.end && within.start <= one.end) : placed;
    found.push(...inOrder(wanted).slice(0, limit - found.length));
  }
  return found;
}

function inOrder(tokens: readonly Token[]): Token[] {
  let end = 0;
  return tokens
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter((one) => {
      const free = one.start >= end && one.start < one.end;
      if (free) end = one.end;
      return free;
    });
}

/** Header names that are required or unknown, and a wrong Content-Length. Spans: in the section's text. */
function* headTokens(section: Section): Generator<Token, void, void> {
  const { text, fields, message, multipart } = section;
  const required = message ? requiredHeaders(message) : [];
  for (const { name } of fields) {
    const typed = text.slice(name.start, name.end);
    if (required.includes(typed.toLowerCase())) yield token(name, "httpHeader", "required");
    else if (typed !== "" && !headerFact(typed)) yield token(name, "httpHeader", "unknown");
  }
  if (message) yield* wrongCount(message);
  for (const line of multipart?.parts.flatMap((part) => part.headerLines) ?? []) {
    if (line.kind !== "field") continue;
    const typed = text.slice(line.name.start, line.name.end);
    if (typed !== "" && !partHeaderFact(typed)) yield token(line.name, "httpHeader", "unknown");
  }
}

/** In lower case. RFC 9112 section 3.2, the binding, SOAP 1.1 section 6.1.1. */
function requiredHeaders({ isGet, envelope, contentType }: Message): readonly string[] {
  if (isGet) return ["host"];
  const always = ["host", "content-type", "content-length"];
  const is11 = envelope?.version === "1.1" || (!envelope && contentType?.mediaType.essence === "text/xml");
  return is11 ? [...always, "soapaction"] : always;
}

/** All of them: a number that is half in italics looks broken. */
function* wrongCount(message: Message): Generator<Token, void, void> {
  const rule = contentLengthRules.find(({ code }) => code === "content-length-mismatch");
  const [report] = rule?.check(message) ?? [];
  const value = message.field("content-length")?.value;
  if (report && !report.severity && value) yield token(value.typed, "httpContentLength", "wrong");
}

/** The names of variables in definitions and between braces. Spans: in the section's text. */
function* variableTokens(section: Section): Generator<Token, void, void> {
  const { text, preamble, references } = section;
  const scope = section.kind === "request" ? section.analysis.scope : undefined;
  for (const item of preamble) if (item.kind === "variable") yield token(item.name, "variable", "declaration");
  for (const { start, name } of references) {
    const from = text.indexOf(name, start + 2);
    // The arguments of a built-in variable are left to the grammar.
    const end = from + name.search(/[ \t]|$/);
    const kind = scope?.lookup(name).kind ?? "undefined";
    if (kind === "undefined" || kind === "broken" || kind === "cycle") {
      yield token({ start: from, end: from + name.length }, "variable", "undefined");
    } else if (name.startsWith("$")) yield token({ start: from, end }, "variable", "defaultLibrary");
    else yield token({ start: from, end }, "variable");
  }
}

/** The parts of the envelope and of a Fault, SOAP's attributes, and the roots of the payload. */
function* xmlTokens({ envelope, text }: Section): Generator<Token, void, void> {
  if (!envelope?.version) return;
  for (const element of partsOf(envelope)) for (const name of names(text, element)) yield token(name, "soapPart");
  for (const { mustUnderstand, role, relay } of envelope.headerBlocks) {
    for (const one of [mustUnderstand, role, relay]) {
      if (one) yield token({ start: one.nameStart, end: one.nameEnd }, "soapPart");
    }
  }
  if (!envelope.body) return;
  for (const element of childElements(envelope.body)) {
    if (isFault(element)) continue;
    for (const name of names(text, element)) yield token(name, "soapPayload");
  }
}

function* partsOf({ element, header, body, fault }: Envelope): Generator<XmlElement, void, void> {
  yield element;
  if (header) yield header;
  if (body) yield body;
  if (!fault) return;
  // What is in the detail is the service's own; SOAP 1.1 has the parts of a Fault in no namespace (section 4.4).
  const detail = childElements(fault).find(({ local }) => local === "Detail" || local === "detail");
  for (const node of walk([fault])) {
    if (node.kind !== "element") continue;
    const ownPart = node.parent === fault || inNamespaceOf(node, fault);
    if (ownPart && !(detail && node !== detail && node.start > detail.start && node.end <= detail.end)) yield node;
  }
}

function names(text: string, element: XmlElement): readonly Span[] {
  const end = endName(element);
  const same = end && text.slice(end.start, end.end) === element.name;
  return same ? [nameSpan(element), end] : [nameSpan(element)];
}

/** What a grammar can't know of a text. The names are those that the extension's manifest contributes. */
export const tokenTypes = ["variable", "httpHeader", "httpContentLength", "soapPart", "soapPayload"] as const;

export const tokenModifiers = [
  "declaration",
  "defaultLibrary",
  /** Of a variable: no value is known. */
  "undefined",
  /** Of a header: the request needs it. */
  "required",
  /** Of a header: no standard here has it. */
  "unknown",
  /** Of a Content-Length: it isn't the body's. */
  "wrong",
] as const;

export type TokenType = (typeof tokenTypes)[number];
export type TokenModifier = (typeof tokenModifiers)[number];

/** On one line; UTF-16 offsets. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

function token(
  { start, end }: { readonly start: number; readonly end: number },
  type: TokenType,
  ...modifiers: readonly TokenModifier[]
): Token {
  return { start, end, type, modifiers };
}
