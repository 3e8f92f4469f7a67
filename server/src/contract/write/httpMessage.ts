import { joined, type Snippet, snippet, stop } from "../../text/snippet.ts";
import type { BoundMessage, MessagePart } from "../../wsdl/model.ts";
import type { Type } from "../../xsd/components.ts";
import { ElementWriter } from "./elementWriter.ts";
import type { WrittenEndpoint, WrittenResponse } from "./endpoint.ts";
import type { GivenValues } from "./givenValues.ts";
import { sampleContent } from "./multipartMessage.ts";
import { MessagePrefixes } from "./namespaces.ts";
import { type Extent, type Obstacle, Samples } from "./sample.ts";
import { type SampleElement, withoutPrefix } from "./sampleElement.ts";

export interface HttpMessage {
  /** The text that follows the port's address in the target. */
  readonly location: Snippet;
  /** The value of Content-Type. A POST request always has one. */
  readonly contentType: string | undefined;
  readonly body: Snippet;
  readonly invalidName?: string | undefined;
  readonly obstacles?: readonly Obstacle[];
}

interface Parameter {
  readonly name: string;
  readonly value: string;
  /** The path by which a value can be given for the parameter. */
  readonly path: string | undefined;
}

const form = "application/x-www-form-urlencoded";

/** The message of an operation with an HTTP binding (WSDL 1.1 section 4, WSDL 2.0 part 2 section 6). */
export function httpMessage(endpoint: WrittenEndpoint, extent: Extent, given?: GivenValues): HttpMessage {
  const { operation } = endpoint;
  const { input } = operation;
  const samples = new Samples(endpoint.schemas, extent);
  // Samples also take values that no parameter can contain, so they take them from a copy.
  const sampled = given?.again();
  const parameters = (input?.parts ?? []).flatMap((part) => parametersOf(part, endpoint, samples, sampled));
  const { location, filled, rest } = fillIn(operation.location ?? "", parameters);
  const take = (written: readonly Parameter[]) => {
    for (const { path } of written) if (path !== undefined) given?.next(path).take();
  };
  const isPost = operation.method === "POST";
  const kind = operation.method === "GET" ? "query" : input?.http?.kind;
  // With POST, `http:urlEncoded` is a form (WSDL 1.1 section 4.7).
  if (kind === "query" && !isPost) {
    take([...filled, ...rest]);
    return { location: withQuery(location, rest), contentType: undefined, body: [] };
  }
  if (input === undefined || kind === "path") {
    take(filled);
    return { location, contentType: isPost ? form : undefined, body: [] };
  }
  const type = contentTypeOf(input);
  if (type === form) {
    take([...filled, ...rest]);
    return { location, contentType: form, body: pairs(rest, stopsIn(location) + 1) };
  }
  return { location, contentType: `${type}; charset=utf-8`, ...xmlBody(input, endpoint, extent, given) };
}

/** The response of an operation with an HTTP binding: XML if the binding allows it, else text. Undefined if it has no content. */
export function httpResponse(endpoint: WrittenEndpoint, extent: Extent): WrittenResponse | undefined {
  const { output } = endpoint.operation;
  if (output === undefined || output.parts.length === 0) return undefined;
  const alternatives = output.http?.kind === "body" ? output.http.alternatives : [];
  const xml = alternatives.length === 0 ? "text/xml" : alternatives.find(({ type }) => isXml(type))?.type;
  if (xml !== undefined) {
    const { body, invalidName } = xmlBody(output, endpoint, extent);
    return invalidName === undefined ? { contentType: `${xml}; charset=utf-8`, body } : undefined;
  }
  const { type, content } = sampleContent(alternatives, output.parts[0]?.name ?? "");
  return { contentType: type, body: [content] };
}

function isXml(type: string): boolean {
  return /[/+]xml$/i.test(type);
}

/** The first media type for which a sample can be written: a form or XML. */
function contentTypeOf({ http }: BoundMessage): string {
  const types = http?.kind === "body" ? http.alternatives.map(({ type }) => type.toLowerCase()) : [];
  return types.find((type) => type === form || isXml(type)) ?? (types.length === 0 ? form : "text/xml");
}

/** The parameters of a request: its simple parts, or the simple children of its element. */
function parametersOf(
  part: MessagePart,
  { schemas }: WrittenEndpoint,
  samples: Samples,
  given: GivenValues | undefined,
): readonly Parameter[] {
  const element = part.element && schemas.element(part.element);
  if (element) {
    const { content } = samples.payload(element, given);
    if ("value" in content) return [{ name: part.name, value: withoutPrefix(content.value), path: element.name.local }];
    return content.flatMap(({ name, content: inner }) =>
      "value" in inner ? [{ name: name.local, value: withoutPrefix(inner.value), path: name.local }] : [],
    );
  }
  const type: Type | undefined = part.type && schemas.type(part.type);
  const { content } = type
    ? samples.typed({ namespace: "", local: part.name }, type, given?.next(part.name))
    : { content: [] };
  if ("value" in content) return [{ name: part.name, value: withoutPrefix(content.value), path: part.name }];
  return [{ name: part.name, value: part.name, path: undefined }];
}

interface FilledIn {
  readonly location: Snippet;
  readonly filled: readonly Parameter[];
  /** The parameters that the location doesn't name. */
  readonly rest: readonly Parameter[];
}

/** Replaces `(part)` and `{element}` in a location. */
function fillIn(template: string, parameters: readonly Parameter[]): FilledIn {
  const used = new Map<string, Parameter>();
  const pieces = template.split(/(\([^()]*\)|\{[^{}]*\})/).map((piece, index): Snippet => {
    const name = piece.slice(1, -1);
    const parameter = index % 2 === 1 ? parameters.find((one) => one.name === name) : undefined;
    if (parameter === undefined) return [piece];
    used.set(name, parameter);
    return [stop(used.size, encodeURIComponent(parameter.value))];
  });
  const rest = parameters.filter(({ name }) => !used.has(name));
  return { location: joined(pieces), filled: [...used.values()], rest };
}

function withQuery(location: Snippet, parameters: readonly Parameter[]): Snippet {
  if (parameters.length === 0) return location;
  const hasQuery = location.some((piece) => typeof piece === "string" && piece.includes("?"));
  return snippet`${location}${hasQuery ? "&" : "?"}${pairs(parameters, stopsIn(location) + 1)}`;
}

function stopsIn(text: Snippet): number {
  return text.filter((piece) => typeof piece !== "string").length;
}

function pairs(parameters: readonly Parameter[], firstStop: number): Snippet {
  return joined(
    parameters.map(({ name, value }, index) => {
      const text = snippet`${encodeURIComponent(name)}=${stop(firstStop + index, encodeURIComponent(value))}`;
      return index === 0 ? text : snippet`&${text}`;
    }),
  );
}

/** The payload without an envelope: its element, or an element with the name of the part. */
function xmlBody(
  { parts, http }: BoundMessage,
  { wsdl, schemas }: WrittenEndpoint,
  extent: Extent,
  given?: GivenValues,
): Pick<HttpMessage, "body" | "invalidName" | "obstacles"> {
  const alternatives = http?.kind === "body" ? http.alternatives : [];
  const part = alternatives.find((one) => one.part)?.part ?? parts[0];
  if (part === undefined) return { body: [] };
  const samples = new Samples(schemas, extent);
  const type = part.type && schemas.type(part.type);
  const name = { namespace: "", local: part.name };
  const sample: SampleElement = part.element
    ? samples.named(part.element, false, given)
    : type
      ? samples.typed(name, type, given?.next(part.name))
      : { name, attributes: [], content: [] };
  const prefixes = new MessagePrefixes(wsdl);
  // The start tag of the root element declares the prefixes of the whole body.
  new ElementWriter(prefixes).element(sample);
  const body = new ElementWriter(prefixes).element(sample, prefixes.declarations());
  return { body, invalidName: prefixes.invalid, obstacles: samples.obstacles };
}
