import * as l10n from "@vscode/l10n";
import { attribute } from "../xsd/declarations.ts";
import type { SourceElement } from "../xsd/document.ts";
import type {
  AbstractMessage,
  BoundFault,
  BoundMessage,
  Encoding,
  Header,
  HttpContent,
  MessagePart,
  MimeContent,
  MimePart,
  Use,
  WsdlMessage,
} from "./model.ts";
import type { Components, Problems } from "./problems.ts";
import { isOf, isRequired, isSoapElement } from "./vocabulary.ts";

/** The properties of an operation that its input and output need. */
export interface BodyContext {
  readonly messages: Components<WsdlMessage>;
  readonly problems: Problems;
  /** From the port type's operation; empty for an operation in document style. */
  readonly parameterOrder: readonly string[];
  readonly direction: "input" | "output";
  readonly soapAction: string | undefined;
  /** Number of parts that may still be copied. Limited, because many operations may share a message with many parts. */
  readonly copies: { left: number };
}

/** Reads how a message of WSDL 1.1 is sent. `bound`: its element; undefined if the binding doesn't mention it. */
export function readWsdlBody(
  abstract: AbstractMessage | undefined,
  bound: SourceElement | undefined,
  context: BodyContext,
): BoundMessage | undefined {
  const source = bound ?? abstract?.source;
  if (source === undefined) return undefined;
  const message = abstract?.message;
  const named = message?.byName ?? noParts;
  const extensions = bound === undefined ? noExtensions : extensionsOf(bound);
  const body = extensions.body;
  const headers = extensions.headers.map((header) => readHeader(header, context));
  const content = (element: SourceElement) => readContent(element, named, context);
  const attachments = extensions.mimeParts.map(
    (part): MimePart => ({
      name: attribute(part, "name"),
      alternatives: part.children.filter(isMimeContent).map(content),
      source: part,
    }),
  );
  const names = body === undefined ? undefined : attribute(body, "parts");
  const listed = names === undefined || body === undefined ? undefined : listedParts(names, body, named, context);
  const contents = attachments.flatMap(({ alternatives }) => alternatives);
  const elsewhere = [...headers, ...contents].flatMap(({ part }) => part ?? []);
  const { use, encodingStyle, namespace } = encodingOf(body);
  return {
    name: abstract?.name ?? attribute(source, "name") ?? "",
    use,
    encodingStyle,
    namespace,
    message,
    parts: arranged(listed ?? message?.parts ?? [], listed === undefined ? elsewhere : [], use, context),
    headers,
    attachments,
    http: httpContentOf(extensions, content),
    action: abstract === undefined ? context.soapAction || undefined : actionOf(abstract, context),
    source,
  };
}

const literal: Encoding = { use: "literal", encodingStyle: undefined, namespace: undefined };

/** A message with its parts as they are, without any additions of a binding. */
export function unboundMessage({ name, message, action, source }: AbstractMessage): BoundMessage {
  const parts = message?.parts ?? [];
  return {
    ...literal,
    name,
    message,
    parts,
    headers: [],
    attachments: [],
    http: undefined,
    action: action.value,
    source,
  };
}

export function readFault(abstract: AbstractMessage, bound: SourceElement | undefined): BoundFault {
  const { name, message, action, source } = abstract;
  const { use, encodingStyle, namespace } = encodingOf(bound?.children.find((child) => isSoapElement(child, "fault")));
  // No spread syntax, which takes longer than everything else here.
  return {
    use,
    encodingStyle,
    namespace,
    name,
    message,
    parts: message?.parts ?? [],
    action: action.value,
    source: bound ?? source,
  };
}

/** The WS-Addressing action: explicit, else of SOAP, else the default (WS-Addressing Metadata, section 4.4.1). */
function actionOf({ action }: AbstractMessage, { direction, soapAction }: BodyContext): string {
  return !action.explicit && direction === "input" && soapAction ? soapAction : action.value;
}

/** The extension elements of an input or output, including those in `mime:multipartRelated`. */
interface Extensions {
  readonly body: SourceElement | undefined;
  readonly headers: readonly SourceElement[];
  /** The parts of `multipartRelated` except the part with the body. */
  readonly mimeParts: readonly SourceElement[];
  readonly direct: readonly SourceElement[];
}

const noParts: ReadonlyMap<string, MessagePart> = new Map();
const noExtensions: Extensions = { body: undefined, headers: [], mimeParts: [], direct: [] };

function extensionsOf(bound: SourceElement): Extensions {
  const mimeParts = bound.children
    .filter((child) => isOf("mime", child, "multipartRelated"))
    .flatMap(({ children }) => children.filter((child) => isOf("mime", child, "part")));
  const all = [bound, ...mimeParts].flatMap(({ children }) => children);
  return {
    body: all.find((child) => isSoapElement(child, "body")),
    headers: all.filter((child) => isSoapElement(child, "header")),
    mimeParts: mimeParts.filter(({ children }) => !children.some((child) => isSoapElement(child, "body"))),
    direct: bound.children,
  };
}

function encodingOf(element: SourceElement | undefined): Encoding {
  if (element === undefined) return literal;
  const encodingStyle = attribute(element, "encodingStyle");
  const use = useOf(attribute(element, "use"), encodingStyle);
  return {
    use,
    // A literal message has no encodingStyle (WS-I Basic Profile 1.1, R1005).
    encodingStyle: use === "encoded" ? encodingStyle : undefined,
    namespace: attribute(element, "namespace"),
  };
}

/** The value of `use`. If it is missing, an encoding style means `encoded`. */
function useOf(use: string | undefined, encodingStyle: string | undefined): Use {
  return (use?.toLowerCase() ?? (encodingStyle ? "encoded" : "literal")) === "encoded" ? "encoded" : "literal";
}

function readHeader(source: SourceElement, context: BodyContext): Header {
  const message = context.messages.find(source, "message", (name) =>
    l10n.t("The message {0} is not defined. The header is not checked.", name),
  );
  return {
    ...encodingOf(source),
    part: message === undefined ? undefined : headerPart(source, message, context),
    required: isRequired(source),
    mustUnderstand: false,
    faults: source.children
      .filter((child) => isSoapElement(child, "headerfault"))
      .map((child) => readHeader(child, context)),
    source,
  };
}

/** The part of a header. If its name isn't valid, the only part of the message. */
function headerPart(source: SourceElement, message: WsdlMessage, { problems }: BodyContext): MessagePart | undefined {
  const about = attribute(source, "part") === undefined && source.attributes.has("parts") ? "parts" : "part";
  const name = attribute(source, about);
  const part = name === undefined ? undefined : message.byName.get(name);
  if (part !== undefined) return part;
  const [only, another] = message.parts;
  const assumed = another === undefined ? only : undefined;
  const missing =
    name === undefined
      ? l10n.t("The attribute {0} is missing.", "part")
      : l10n.t("The message {0} has no part {1}.", message.name.local, name);
  const consequence =
    assumed === undefined ? l10n.t("The header is not checked.") : l10n.t("{0} was assumed.", assumed.name);
  problems.add(source, `${missing} ${consequence}`, about);
  return assumed;
}

function listedParts(
  names: string,
  body: SourceElement,
  named: ReadonlyMap<string, MessagePart>,
  { problems }: BodyContext,
): readonly MessagePart[] {
  const parts = new Set<MessagePart>();
  for (const name of names.split(/\s+/)) {
    const part = named.get(name);
    if (part !== undefined) parts.add(part);
    else if (name !== "" && named.size > 0) {
      problems.add(body, l10n.t("The message has no part {0}. It is ignored.", name), "parts");
    }
  }
  return [...parts].sort((a, b) => a.source.span.start - b.source.span.start);
}

/**
 * The parts that aren't in headers or attachments, in the order in which they are sent. In an encoded call, the
 * result is first, and the others are in the order of the parameters (SOAP 1.1 section 7.1). In a literal call,
 * `parameterOrder` has no effect (WS-I Basic Profile 1.1, R2301).
 */
function arranged(
  parts: readonly MessagePart[],
  elsewhere: readonly MessagePart[],
  use: Use,
  context: BodyContext,
): readonly MessagePart[] {
  const { parameterOrder, direction, copies } = context;
  const order = use === "encoded" ? parameterOrder : [];
  if (elsewhere.length === 0 && order.length === 0) return parts;
  copies.left -= parts.length;
  if (copies.left < 0) return parts;
  const excluded = new Set(elsewhere);
  const places = new Map(order.map((name, place) => [name, place]));
  const other = direction === "output" ? -1 : order.length;
  const placeOf = ({ name }: MessagePart) => places.get(name) ?? other;
  return parts.filter((part) => !excluded.has(part)).sort((a, b) => placeOf(a) - placeOf(b));
}

function isMimeContent(element: SourceElement): boolean {
  return isOf("mime", element, "content") || isOf("mime", element, "mimeXml");
}

function readContent(
  source: SourceElement,
  named: ReadonlyMap<string, MessagePart>,
  { problems }: BodyContext,
): MimeContent {
  const name = attribute(source, "part");
  const part = name === undefined ? (named.size === 1 ? [...named.values()][0] : undefined) : named.get(name);
  if (part === undefined && name !== undefined && named.size > 0) {
    problems.add(source, l10n.t("The message has no part {0}. It is ignored.", name), "part");
  }
  const type = source.local === "mimeXml" ? "text/xml" : (attribute(source, "type") ?? "*/*");
  return { part, type, source };
}

function httpContentOf(
  { direct }: Extensions,
  content: (element: SourceElement) => MimeContent,
): HttpContent | undefined {
  if (direct.some((child) => isOf("http", child, "urlEncoded"))) return { kind: "query" };
  if (direct.some((child) => isOf("http", child, "urlReplacement"))) return { kind: "path" };
  const alternatives = direct.filter(isMimeContent);
  return alternatives.length === 0 ? undefined : { kind: "body", alternatives: alternatives.map(content) };
}
