import type { Contract } from "../../contract/contract.ts";
import { uniquePath } from "../../evaluation/uniquePath.ts";
import { jsonPathText } from "../../expectations/jsonPath.ts";
import { isProblem } from "../../expectations/problem.ts";
import { parseMediaType } from "../../http/mediaType.ts";
import type { ServedRequest, UpstreamResponse } from "../../protocol/served.ts";
import { redacted, withoutSecretPairs } from "../../text/redaction.ts";
import { references } from "../../text/references.ts";
import { elements, textContent } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { withWellKnown } from "../../xpath/prefixes.ts";
import { holds } from "../conditions.ts";
import { readCondition } from "../directives/condition.ts";
import { ReceivedRequest } from "../receivedRequest.ts";
import { isNamed, titleFor, withLength } from "./capturedRequest.ts";
import { contentTypeOf, segmentText, unwritable, type WrittenMessage } from "./messageText.ts";

interface RecordedSegment {
  readonly title: string;
  readonly message: WrittenMessage;
  readonly text: string;
  /** The lines of `# @when`. Segments with the same lines match the same requests. */
  readonly conditions: string;
}

/** The message of a response as it is written to a file, without fields that only concern its connection. */
function writtenResponse({ method }: ServedRequest, response: UpstreamResponse): WrittenMessage {
  const { status, reason, fields, body } = response;
  const kept = fields.filter(({ name }) => !isNamed(name, ...connectionFields));
  // RFC 9112 section 6.3. The Content-Length in a response to HEAD is the length of the response to GET.
  const hasNoBody = method === "HEAD" || status < 200 || status === 204 || status === 304;
  return {
    startLine: `HTTP/1.1 ${status} ${reason}`.trimEnd(),
    fields: hasNoBody ? kept.filter(({ name }) => !isNamed(name, "transfer-encoding")) : withLength(kept, body.length),
    body: hasNoBody ? new Uint8Array(0) : body,
  };
}

/** Hop-by-hop fields (RFC 9110 section 7.6.1), besides the transfer coding. */
const connectionFields = ["connection", "keep-alive", "proxy-connection", "upgrade", "trailer", "te"];

/** A response whose conditions match this request. Both the response and its conditions are without secrets. */
export function recordedSegment(
  request: ServedRequest,
  response: UpstreamResponse,
  contracts: readonly Contract[],
): RecordedSegment {
  const title = titleFor(request);
  const conditions = requestConditions(request, contracts).map((one) => `# @when ${one}`);
  const message = writtenResponse(request, response);
  const text = segmentText(title, conditions, message) ?? unwritable(title, message);
  return { title, message, text, conditions: conditions.join("\n") };
}

/** Maximum number of values of a request that its recorded response depends on. */
const maxValues = 10;

/**
 * The conditions that match this request and not a request with other values. They check the operation or the method,
 * the path, the parameters, and the body. Conditions only check that a secret exists.
 * @param request without secrets
 * @param contracts the WSDLs that name the operation
 */
function requestConditions(request: ServedRequest, contracts: readonly Contract[]): readonly string[] {
  const read = new ReceivedRequest(request);
  const { envelope, xml, query } = read;
  const parameters = [...query].map(([name, value]) => `query ${quoted(name)} ${checkOf(value)}`);
  const values = [...parameters, ...bodyConditions(read, xml)].slice(0, maxValues);
  const version = envelope?.version === undefined ? [] : [`version ${envelope.version}`];
  const all = [...operationConditions(read, contracts), ...version, ...values, ...sizeCondition(xml, envelope?.body)];
  return all.filter((one) => isUsable(one, read, contracts));
}

/** Whether a condition is read with the intended meaning: names and values of a request may contain any text. */
function isUsable(text: string, request: ReceivedRequest, contracts: readonly Contract[]): boolean {
  if (/[\r\n]/.test(text)) return false;
  const condition = readCondition(text, { start: 0, end: text.length });
  const prefixes = () => withWellKnown([], request.xml?.root?.namespace);
  const scope = { contracts, prefixes, variable: () => undefined, replace: (one: string) => one };
  return !isProblem(condition) && holds(condition, request, scope);
}

function operationConditions(read: ReceivedRequest, contracts: readonly Contract[]): readonly string[] {
  const { envelope, payload, served, path } = read;
  const atPath = /[*?]/.test(path) || /\s/.test(path) ? `path ${checkOf(path)}` : `path ${path}`;
  if (!envelope || served.method !== "POST") return [`method ${served.method}`, atPath];
  const [action] = read.headers("soapaction");
  if (!payload) return [atPath, ...(action === undefined ? [] : [`header SOAPAction ${checkOf(action)}`])];
  // Without the WSDL, the operation is the name of the payload.
  const isSame = read.operationName(contracts) === payload.local;
  return [atPath, isSame ? `operation ${payload.local}` : `//*:Body/*:${payload.local} exists`];
}

function* bodyConditions(read: ReceivedRequest, xml: XmlDocument | undefined): Generator<string> {
  const { envelope, content, served } = read;
  if (xml) {
    yield* elementConditions(xml, envelope?.body);
    return;
  }
  const { json, text } = content;
  if (text === "") {
    if (served.method !== "GET" && served.method !== "HEAD") yield "body absent";
    return;
  }
  if (json) {
    yield* jsonConditions(json.value);
    return;
  }
  const isForm = parseMediaType(contentTypeOf(served.fields)).essence === "application/x-www-form-urlencoded";
  if (!isForm) yield `body ${checkOf(text)}`;
  else if (withoutSecretPairs(text) === text && !text.includes(encodeURIComponent(redacted)))
    yield `body ${checkOf(text)}`;
  else
    for (const pair of text.split("&"))
      if (!pair.endsWith(encodeURIComponent(redacted))) yield `body contains ${quoted(pair)}`;
}

/** A condition for the text of each element without child elements. */
function* elementConditions(document: XmlDocument, body: XmlElement | undefined): Generator<string> {
  for (const element of elements(document)) {
    const isInside = !body || (element.start > body.start && element.end < body.end);
    if (!isInside || element.markup.some(({ kind }) => kind === "element")) continue;
    yield `${uniquePath(document, element, new Map())} ${checkOf(textContent(document, element))}`;
  }
}

/** A condition for the number of elements in the body, because a request with additional elements meets all conditions on values. */
function sizeCondition(document: XmlDocument | undefined, body: XmlElement | undefined): readonly string[] {
  if (!document) return [];
  const count = [...elements(document)].filter((one) => !body || (one.start > body.start && one.end < body.end)).length;
  return [`${body ? "//*:Body//*" : "//*"} count ${count}`];
}

/** A condition for each value in a JSON body. Without recursion, because values may be nested deeply. */
function* jsonConditions(value: unknown): Generator<string> {
  const open: { readonly value: unknown; readonly path: readonly (string | number)[] }[] = [{ value, path: [] }];
  for (let current = open.pop(); current; current = open.pop()) {
    const { path } = current;
    if (typeof current.value !== "object" || current.value === null) {
      const text = jsonPathText(path);
      const own = typeof current.value === "string" ? current.value : JSON.stringify(current.value);
      if (text !== undefined && path.length > 0) yield `${text} ${checkOf(own)}`;
      continue;
    }
    const children = Array.isArray(current.value)
      ? current.value.map((child: unknown, index) => ({ value: child, path: [...path, index] }))
      : Object.entries(current.value).map(([name, child]: [string, unknown]) => ({
          value: child,
          path: [...path, name],
        }));
    open.push(...children.slice(0, maxValues).toReversed());
  }
}

/** Maximum length of a value in a condition, in UTF-16 units. */
const longestValue = 2000;
/** Maximum length of the part of a value that a pattern contains, in UTF-16 units. An escaped character may take six. */
const longestPattern = 150;

/** A check that holds only for this value. For a long value, it checks only the beginning. */
function checkOf(value: string): string {
  if (value.includes(redacted)) return "exists";
  if (isQuotable(value)) {
    return value.length > longestValue ? `contains ${quoted(value.slice(0, longestValue))}` : `= ${quoted(value)}`;
  }
  const start = value.slice(0, longestPattern);
  const pattern = start.replace(/[^A-Za-z0-9 _]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `matches "^${pattern}${start.length === value.length ? "$" : ""}"`;
}

/** Whether a value can be written in double quotes: it must have no line break and no variable. */
function isQuotable(value: string): boolean {
  return !/[\0-\x08\n-\x1f\\\u0085\u2028\u2029]/.test(value) && references(value).length === 0;
}

function quoted(value: string): string {
  return `"${value.replaceAll('"', '\\"')}"`;
}
