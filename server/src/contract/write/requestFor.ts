import * as l10n from "@vscode/l10n";
import { mediaTypes, type SoapVersion } from "../../soap/facts.ts";
import { utf8 } from "../../text/charset.ts";
import { memoized } from "../../text/memoized.ts";
import { lines, plainText, type Snippet, snippet } from "../../text/snippet.ts";
import type { Binding, Operation } from "../../wsdl/model.ts";
import { policyAt } from "../../wsdl/operations.ts";
import type { RequestOptions, WrittenEndpoint } from "./endpoint.ts";
import { EnvelopeWriter } from "./envelopeWriter.ts";
import { httpMessage } from "./httpMessage.ts";
import { attachedParts, multipartMessage, OptimizedParts } from "./multipartMessage.ts";
import type { Obstacle } from "./sample.ts";
import { notWritten, passwordDefinition, usesPassword } from "./security.ts";

interface Message {
  readonly method: string;
  readonly location: Snippet;
  /** Header lines except Host and Content-Length. */
  readonly fields: readonly string[];
  /** The body; empty if there is none. */
  readonly body: Snippet;
  readonly invalidName?: string | undefined;
  readonly obstacles: readonly Obstacle[];
}

/** @param defined the variables that the file defines so far, to which those of this request are added */
export function requestFor(endpoint: WrittenEndpoint, options: RequestOptions, defined: Set<string>): Snippet {
  const { operation, port } = endpoint;
  const unsupported = unsupportedBinding(operation.binding);
  if (unsupported !== undefined) return lines([`### ${endpoint.name}`, comment(unsupported)]);
  // SOAP 1.2 part 2, section 6.3: the SOAP response pattern has GET, and no envelope.
  const isHttp = operation.binding?.protocol.kind === "http" || operation.method === "GET";
  const message = isHttp ? httpRequest(endpoint, options) : soapRequest(endpoint, options);
  const { method, location, fields, body, invalidName, obstacles } = message;
  if (invalidName !== undefined) return lines([`### ${endpoint.name}`, comment(invalidRequest(invalidName))]);
  const { target, host } = destination(port?.address?.value);
  const isCounted = options.contentLength === "calculated";
  const counted = isCounted ? sentLength(plainText(body).replaceAll("\n", options.lineEnds ?? "\n")) : undefined;
  const length = `${counted ?? "{{$contentLength}}"}`;
  const head = [
    `Host: ${host}`,
    ...fields.map(literal),
    ...(body.length > 0 || method === "POST" ? [`Content-Length: ${length}`] : []),
  ];
  const ignored = new Set([
    ...(isHttp && (method === "POST" || body.length > 0) ? ignoredRules(body, fields) : []),
    ...obstacles.map(({ code }) => code),
  ]);
  const directives = [
    ...obstacles.map(({ text }) => comment(text)),
    ...(isHttp ? [] : notWritten(policyAt(endpoint)).map(comment)),
    `# @name ${endpoint.name}`,
    ...(options.wsdl === undefined ? [] : [`# @wsdl ${options.wsdl}`]),
    ...(endpoint.qualifiedName === undefined ? [] : [`# @operation ${endpoint.qualifiedName}`]),
    ...(ignored.size > 0 ? [`# @ignore ${[...ignored].join(" ")}`] : []),
  ];
  const definesBrace = !defined.has("brace") && head.some((line) => line.includes("{{brace}}"));
  if (definesBrace) defined.add("brace");
  const line = snippet`${method} ${withLocation(target, location)} HTTP/1.1`;
  const definesPassword = !defined.has("password") && usesPassword(plainText(body));
  if (definesPassword) defined.add("password");
  return lines([
    `### ${endpoint.name}`,
    ...(definesBrace ? ["@brace = {"] : []),
    ...(definesPassword ? [passwordDefinition] : []),
    ...directives,
    line,
    ...head,
    ...(body.length > 0 ? ["", body] : []),
  ]);
}

function soapRequest(endpoint: WrittenEndpoint, { extent, mtom = false, given }: RequestOptions): Message {
  const { soapAction, binding } = endpoint.operation;
  const version: SoapVersion = binding?.protocol.kind === "soap" ? binding.protocol.version : "1.1";
  const action = version === "1.2" && soapAction ? `; action="${soapAction}"` : "";
  const soapActionField = version === "1.1" ? [`SOAPAction: "${soapAction ?? ""}"`] : [];
  const optimized = mtom ? new OptimizedParts() : undefined;
  const written = new EnvelopeWriter(endpoint, { direction: "input", extent, version, optimized, given });
  const envelope = written.text();
  const { invalidName, obstacles } = written;
  const message = (contentType: string, body: Snippet): Message => {
    const fields = [`Content-Type: ${contentType}`, ...soapActionField];
    return { method: "POST", location: [], fields, body, invalidName, obstacles };
  };
  const parts = optimized ? [...optimized.all, ...attachedParts(endpoint.operation.input)] : [];
  const isOptimized = optimized !== undefined && (optimized.all.length > 0 || policyAt(endpoint).mtom !== undefined);
  if (parts.length === 0 && !isOptimized) return message(`${mediaTypes[version]}; charset=utf-8${action}`, envelope);
  const { contentType, body } = multipartMessage(envelope, parts, { version, action, optimized: isOptimized });
  return message(contentType, body);
}

function httpRequest(endpoint: WrittenEndpoint, { extent, given }: RequestOptions): Message {
  const { location, contentType, body, invalidName, obstacles = [] } = httpMessage(endpoint, extent, given);
  const isSoap = endpoint.operation.binding?.protocol.kind === "soap";
  const fields = [
    ...(isSoap ? [`Accept: ${mediaTypes["1.2"]}`] : []),
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
  ];
  return { method: endpoint.operation.method, location, fields, body, invalidName, obstacles };
}

/** A text as a comment. Names in a broken WSDL may contain any characters. */
function comment(text: string): string {
  return `# ${text.replace(/\s+/g, " ")}`;
}

function invalidRequest(name: string): string {
  if (name === "") return l10n.t("No request is written for this operation: a name in the WSDL is empty.");
  return l10n.t("No request is written for this operation: in the WSDL, {0} isn't an XML name.", name);
}

/** Why no request can be written for a binding; undefined if it can. A binding of an unknown kind may be for SOAP. */
function unsupportedBinding(binding: Binding | undefined): string | undefined {
  if (binding?.protocol.kind !== "other" || binding.protocol.namespace === undefined) return undefined;
  return l10n.t(
    "No request is written for this operation: its binding {0} is neither SOAP nor HTTP, but {1}.",
    ...[binding.name.local, binding.protocol.namespace],
  );
}

/** The rules to ignore because they expect a SOAP message. */
function ignoredRules(body: Snippet, fields: readonly string[]): readonly string[] {
  const text = plainText(body);
  const expected = text === "" ? "xml-missing" : text.startsWith("<") ? "soap-envelope-missing" : "xml-root-multiple";
  const isOfSoap = fields.some((field) => /^Content-Type: text\/xml\b/.test(field));
  return isOfSoap ? [expected] : ["content-type-unexpected", expected];
}

/** The number of bytes of a body in UTF-8 when it is sent; undefined if the length of a part is known only then. */
export function sentLength(body: string): number | undefined {
  // A GUID always has 36 characters.
  const text = body.replaceAll("{{$guid}}", "0".repeat(36));
  return text.includes("{{$") ? undefined : utf8.byteLength(text);
}

type NamedEndpoint = Pick<WrittenEndpoint, "operation" | "port">;

/**
 * Distinct names for the requests of some operations: the name of the operation, with the port in front if several operations
 * have the same name, and with a number if necessary.
 * @param others names that are taken
 */
export function requestNames(endpoints: readonly NamedEndpoint[], others: readonly string[] = []): readonly string[] {
  const nameOf = ({ name }: Operation) => name.replace(/[^\w.-]/g, "_");
  const counts = new Map<string, number>();
  for (const { operation } of endpoints) counts.set(nameOf(operation), (counts.get(nameOf(operation)) ?? 0) + 1);
  const taken = new Set(others);
  const next = new Map<string, number>();
  return endpoints.map(({ operation, port }) => {
    const own = nameOf(operation);
    const isShared = (counts.get(own) ?? 0) > 1 && port !== undefined;
    const name = isShared ? `${port.name.replace(/[^\w.-]/g, "_")}.${own}` : own;
    let count = next.get(name) ?? 1;
    const numbered = () => (count === 1 ? name : `${name}-${count}`);
    while (taken.has(numbered())) count++;
    next.set(name, count + 1);
    taken.add(numbered());
    return numbered();
  });
}

export const allRequestNames = memoized((endpoints: readonly NamedEndpoint[]) => requestNames(endpoints));

/** A text for the header section, in which a brace that would begin a variable is written as a variable. */
function literal(value: string): string {
  return value.replaceAll("{{", "{{brace}}{");
}

/** A target with the location of an HTTP binding appended, with one slash between them. */
function withLocation(target: string, location: Snippet): Snippet {
  const [first, ...rest] = location;
  if (typeof first !== "string" || !first.startsWith("/") || !target.endsWith("/")) return [target, ...location];
  return [target, first.slice(1), ...rest];
}

/** The request target and the host of an address. A missing address becomes that of a typical local service. */
export function destination(address: string | undefined): { readonly target: string; readonly host: string } {
  try {
    // If the host of a device is unknown, its address is only a path.
    const url = address?.startsWith("/") ? `http://localhost:8080${address}` : (address ?? "");
    const { protocol, host, pathname, search, href } = new URL(url);
    if (host === "" || protocol === "file:") return { target: "/service", host: "localhost:8080" };
    if (protocol === "https:") return { target: href.split("#")[0] ?? href, host };
    // URLs of some schemes have no path.
    return { target: (pathname || "/") + search, host };
  } catch {
    return { target: "/service", host: "localhost:8080" };
  }
}
