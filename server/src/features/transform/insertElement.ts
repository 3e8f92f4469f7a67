import * as l10n from "@vscode/l10n";
import { isNamed } from "../../contract/check/expectations.ts";
import { ElementSnippets } from "../../contract/write/elementSnippet.ts";
import type { Message } from "../../message/message.ts";
import type { InsertElementParams } from "../../protocol/protocol.ts";
import { completeFix } from "../../rules/fixes.ts";
import type { Edit } from "../../rules/rule.ts";
import { insertElements } from "../../rules/soap/xmlMessage.ts";
import { childElements } from "../../soap/envelope.ts";
import { shortened } from "../../text/lines.ts";
import { plainText } from "../../text/snippet.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { ElementDeclaration } from "../../xsd/components.ts";
import { type ContractNode, contractPath, elementsOn } from "../support/contractTree.ts";
import { requestSchema } from "../support/schemaPlace.ts";
import { longestName } from "../support/schemaWords.ts";
import { insertHeader, insertPayload } from "./update/repairs.ts";

const maxPlaces = 100;

/** The edits, including Content-Length, or the reason why there are none. Spans are in the message's text. */
export type Insertion = { readonly edits: readonly Edit[] } | { readonly reason: string };

/** At the last place that the schema allows, in the element around the cursor `at`, an offset in the message's text. */
export function insertElement(
  message: Message,
  at: number,
  { wsdl, path, name }: InsertElementParams["node"],
): Insertion {
  const { contract, xml, envelope } = message;
  if (contract.kind !== "found" || contract.contract.uri !== wsdl || !xml || !envelope)
    return { reason: otherContract() };
  const nodes = contractPath(contract.contract, path) ?? [];
  if (shortened(nodes.at(-1)?.name ?? "", longestName) !== name) {
    return { reason: l10n.t("The WSDL has changed. Choose the element again.") };
  }
  const elements = elementsOn(nodes);
  const [outer, declaration] = [elements[0], elements.at(-1)];
  if (!outer || !declaration || nodes.at(-1)?.direction !== "input" || message.direction !== "input")
    return { reason: otherContract() };
  const edits =
    elements.length === 1
      ? outermost(message, nodes, declaration)
      : inside(message, parentOf(message, at, elements), declaration);
  if ("reason" in edits) return edits;
  if (edits.edits.length === 0) return { reason: noPlace(declaration.name.local) };
  return { edits: completeFix(message, edits) };
}

function otherContract(): string {
  return l10n.t("The request at the cursor doesn't contain this message.");
}

function outermost(message: Message, nodes: readonly ContractNode[], { name }: ElementDeclaration): Insertion {
  const { contract, xml, envelope } = message;
  if (contract.kind !== "found" || !xml || !envelope?.body) return { reason: otherContract() };
  const operation = contract.operation?.operation;
  const outdated = { document: xml, envelope, contract: contract.contract, operation };
  const isHeader = nodes.some((one) => one.isHeader);
  const place = isHeader ? envelope.header : envelope.body;
  if (place && childElements(place).some((one) => isNamed(one, name))) return { reason: noPlace(name.local) };
  if (isHeader) {
    const { headers } = operation?.input ?? {};
    const own = headers?.find(({ part }) => part?.element && part.element.local === name.local);
    return { edits: insertHeader({ expected: name, mustUnderstand: own?.mustUnderstand ?? false }, outdated) };
  }
  if (childElements(envelope.body).length > 0) return { reason: noPlace(name.local) };
  return { edits: insertPayload({ element: envelope.body, expected: name }, outdated) };
}

function noPlace(name: string): string {
  return l10n.t("The schema allows no more {0} here.", name);
}

/** The last element of a path, which becomes the parent; or the name of the first element on the path that is missing. */
function parentOf({ envelope }: Message, at: number, elements: readonly ElementDeclaration[]): XmlElement | string {
  let parent: XmlElement | undefined;
  for (const { name } of elements.slice(0, -1)) {
    const around = parent ? [parent] : [envelope?.header, envelope?.body];
    const own = around.flatMap((one) => (one ? childElements(one) : [])).filter((one) => isNamed(one, name));
    parent = own.find((one) => one.start <= at && at <= one.end) ?? own.at(-1);
    if (!parent) return name.local;
  }
  return parent ?? "";
}

function inside(message: Message, parent: XmlElement | string, declaration: ElementDeclaration): Insertion {
  if (typeof parent === "string") return { reason: l10n.t("The request has no {0} yet. Insert it first.", parent) };
  const { xml } = message;
  const schema = requestSchema(message);
  const typed = schema?.typed(parent);
  if (!xml || !schema || !typed) return { reason: otherContract() };
  const { contract, places, isEncoded } = schema;
  const siblings = childElements(parent);
  // Between two elements of the same name, an element is allowed only if it is also allowed after them.
  const candidates = [...siblings.keys(), siblings.length].filter(
    (index) => siblings[index - 1]?.name !== siblings[index]?.name || siblings[index] === undefined,
  );
  for (const index of candidates.toReversed().slice(0, maxPlaces)) {
    const before = siblings[index];
    const offset = before?.start ?? parent.endTag?.start ?? parent.end;
    const inserted = places.insertionAt(typed, offset, siblings.slice(index))?.with(declaration);
    if (!inserted) continue;
    const writer = new ElementSnippets(contract, prefixesIn(xml, parent));
    const written = inserted.map((one) => plainText(writer.element(one, "required", undefined, isEncoded)));
    return { edits: insertElements(xml, parent, before, written) };
  }
  return { reason: noPlace(declaration.name.local) };
}
