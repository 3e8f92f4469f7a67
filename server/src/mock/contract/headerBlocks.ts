import { childElements, type Envelope, type HeaderBlock } from "../../soap/envelope.ts";
import { nextRoles, securityNamespace, ultimateReceiver } from "../../soap/facts.ts";
import { securityNamespace11 } from "../../soap/security.ts";
import type { Endpoint } from "../../wsdl/operations.ts";
import { elementMarkup } from "../../xml/elementMarkup.ts";
import { attribute, attributeValue, prefixesIn, textContent } from "../../xml/query.ts";
import { resolveReferences } from "../../xml/references.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { keyOf } from "../../xsd/components.ts";

/** The namespaces of WS-Addressing 1.0 and of its drafts. */
const addressing = /^http:\/\/(?:www\.w3\.org\/2005\/08|schemas\.xmlsoap\.org\/ws\/200[34]\/0[38])\/addressing$/;

/** The header blocks that are for this node and that it must understand, but that neither the operations nor SOAP's extensions define. */
export function notUnderstood(envelope: Envelope, operations: Iterable<Endpoint>): readonly XmlElement[] {
  const required = envelope.headerBlocks.filter((block) => mustUnderstand(envelope.document, block));
  const unknown = required.map(({ element }) => element).filter((element) => !isOfExtension(element));
  if (unknown.length === 0) return [];
  const headers = headersOf(operations);
  return unknown.filter(({ namespace = "", local }) => !headers.has(keyOf({ namespace, local })));
}

/** Whether this node must understand a header block (SOAP 1.1 sections 4.2.2 and 4.2.3; SOAP 1.2 part 1 sections 2.2 and 2.4). */
function mustUnderstand(document: XmlDocument, block: HeaderBlock): boolean {
  const { mustUnderstand: flag, role } = block;
  const value = flag && attributeValue(document, flag)?.trim();
  if (value !== "1" && value !== "true") return false;
  const target = (role && attributeValue(document, role)?.trim()) ?? "";
  return target === "" || target === ultimateReceiver || Object.values(nextRoles).includes(target);
}

function isOfExtension({ namespace = "" }: XmlElement): boolean {
  return namespace === securityNamespace || namespace === securityNamespace11 || addressing.test(namespace);
}

/** The names of the header blocks that bindings define for requests. */
function headersOf(operations: Iterable<Endpoint>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { operation } of operations) {
    for (const { part, namespace = "" } of operation.input?.headers ?? []) {
      if (part) names.add(keyOf(part.element ?? { namespace, local: part.name }));
    }
  }
  return names;
}

/** The request that the WS-Addressing headers of a response refer to. */
export interface Correlation {
  /** The namespace of the request's version of WS-Addressing. */
  readonly namespace: string;
  readonly messageId: string;
}

interface ReplyAddress {
  readonly address: string;
  readonly isNone: boolean;
  /** The reference parameters of the reply address, which the response has as header blocks. */
  readonly parameters: () => readonly string[];
}

/** The address in `ReplyTo` or `FaultTo` that a response or a Fault must be sent to; undefined if it is the response to the request. */
export function replyAddress({ document, headerBlocks }: Envelope, isFault: boolean): ReplyAddress | undefined {
  const named = (name: string) =>
    headerBlocks.find(({ element: { namespace = "", local } }) => local === name && addressing.test(namespace));
  const block = (isFault ? named("FaultTo") : undefined) ?? named("ReplyTo");
  const parts = block ? childElements(block.element) : [];
  const element = parts.find(({ local }) => local === "Address");
  const address = element ? textContent(document, element).trim() : "";
  // The anonymous address means the response to the request. It ends in `/role/anonymous` in a draft.
  if (address === "" || /\/addressing\/(?:role\/)?anonymous$/.test(address)) return undefined;
  const parameters = () =>
    parts
      .filter(
        ({ namespace = "", local }) => /^Reference(?:Parameters|Properties)$/.test(local) && addressing.test(namespace),
      )
      .flatMap(childElements)
      .slice(0, maxParameters)
      .map((one) => parameterBlock(document, one));
  return { address, isNone: /\/addressing\/none$/.test(address), parameters };
}

/** Maximum reference parameters: reading the namespaces around each of them takes time. */
const maxParameters = 20;

/**
 * A reference parameter as a header block (WS-Addressing 1.0 core section 3.3, SOAP binding section 3.2), without the
 * attribute IsReferenceParameter in the drafts.
 */
function parameterBlock(document: XmlDocument, element: XmlElement): string {
  const { namespace = "" } = element.parent ?? {};
  const markup = elementMarkup(document, element);
  const name = "IsReferenceParameter";
  if (!namespace.includes("/2005/") || attribute(element, namespace, name)) return markup;
  const taken = prefixesIn(document, element);
  let prefix = "a";
  while (taken.has(prefix)) prefix += "a";
  const end = element.nameEnd - element.start;
  return `${markup.slice(0, end)} xmlns:${prefix}="${namespace}" ${prefix}:${name}="true"${markup.slice(end)}`;
}

/** The WS-Addressing action of a response that the mock service has written; "" if SOAPAction can't contain it. */
export function actionOf(text: string): string {
  const end = text.search(/<\/[\w.-]+:Action>\s*<[\w.-]+:RelatesTo\b/);
  if (end < 0) return "";
  const action = resolveReferences(text, text.lastIndexOf(">", end) + 1, end);
  return /^[!#-~]*$/.test(action) ? action : "";
}

/** The first `MessageID` of WS-Addressing in a request, with its namespace. */
export function correlationOf({ document, headerBlocks }: Envelope): Correlation | undefined {
  const block = headerBlocks.find(({ element: { namespace = "", local } }) => {
    return local === "MessageID" && addressing.test(namespace);
  });
  const namespace = block?.element.namespace;
  return block && namespace ? { namespace, messageId: textContent(document, block.element).trim() } : undefined;
}
