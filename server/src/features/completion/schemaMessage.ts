import { expectationsOf, expectedDeclaration } from "../../contract/check/expectations.ts";
import type { Contract } from "../../contract/contract.ts";
import { endpointName } from "../../contract/find.ts";
import type { Extent } from "../../contract/write/sample.ts";
import type { Message } from "../../message/message.ts";
import { childElements, isFault } from "../../soap/envelope.ts";
import { encodingNamespaces, envelopeNamespaces, versionOfNamespace } from "../../soap/facts.ts";
import type { Span } from "../../text/span.ts";
import type { Operation } from "../../wsdl/model.ts";
import type { Endpoint } from "../../wsdl/operations.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { ElementDeclaration, QName } from "../../xsd/components.ts";
import { paragraphs, prose } from "../support/markdown.ts";
import { contractsOf, maxOperations } from "../support/operationRequests.ts";
import { isSameName, isSoapName } from "../support/tagName.ts";
import type { MessageContext } from "./item.ts";
import { rankOf, typedName } from "./matches.ts";

export interface Offer {
  readonly contract: Contract;
  readonly declaration: ElementDeclaration;
  readonly required: boolean;
  readonly cardinality: string | undefined;
  /** The element, and required elements that must follow it. */
  readonly inserted: readonly ElementDeclaration[];
  readonly extent: Extent;
  readonly attributes?: ReadonlyMap<QName, string>;
  /** Whether elements name their types, as in SOAP encoding. */
  readonly encoded?: boolean;
  /** The note to show; by default the type. */
  readonly note?: string;
  /** Documentation in Markdown; by default that of the schema. */
  readonly documentation?: string;
  /** Position in the list; by default, required elements come first. */
  readonly order?: number;
  /** Whether there are more elements than are suggested. */
  readonly isCut?: boolean;
}

/** The header blocks or payloads of the contract for an element Header or Body; undefined for other elements. */
export function offersIn(
  context: MessageContext,
  parent: XmlElement,
  replace: Span,
  start: number,
): readonly Offer[] | undefined {
  if (isSoapName(parent, "Header")) return headers(context, parent, start);
  return isSoapName(parent, "Body") ? payloads(context, parent, replace, start) : undefined;
}

/** Whether a Header or Body may contain elements that aren't suggested. */
export function allowsOther(
  { message: { contract, direction } }: MessageContext,
  parent: XmlElement,
  name: QName,
): boolean {
  if (contract.kind !== "found") return true;
  const headers = contract.operation?.operation[direction]?.headers ?? [];
  return isSoapName(parent, "Header") && !headers.some(({ part }) => part?.element && isSameName(part.element, name));
}

function headers({ message }: MessageContext, parent: XmlElement, start: number): readonly Offer[] {
  const { contract: lookup, direction } = message;
  if (lookup.kind !== "found" || !lookup.operation) return [];
  const { contract, operation } = lookup.operation;
  const version = versionOfNamespace(parent.namespace) ?? "1.1";
  const mustUnderstand = new Map([
    [{ namespace: envelopeNamespaces[version], local: "mustUnderstand" }, version === "1.1" ? "1" : "true"],
  ]);
  const present = childElements(parent).filter((one) => one.start !== start);
  return (operation[direction]?.headers ?? []).flatMap((header): Offer[] => {
    const declaration = header.part?.element && contract.schemas.element(header.part.element);
    if (!declaration || present.some((one) => isSameName(one, declaration.name))) return [];
    return [
      {
        contract,
        declaration,
        required: header.required,
        cardinality: undefined,
        inserted: [declaration],
        ...{ extent: "required", ...(header.mustUnderstand ? { attributes: mustUnderstand } : {}) },
      },
    ];
  });
}

/** The payload of the operation, or if the operation is unknown, the payloads of all operations. */
function payloads(context: MessageContext, body: XmlElement, replace: Span, start: number): readonly Offer[] {
  const { contract: lookup, direction } = context.message;
  const before = childElements(body).filter((one) => one.start < start).length;
  const others = childElements(body).filter((one) => one.start !== start);
  if (others.some(isFault)) return [];
  const isEdited = childElements(body)[0]?.start === start;
  const operation = lookup.kind === "found" ? lookup.operation : undefined;
  const isKnown =
    operation && (!isEdited || (lookup.kind === "found" && (lookup.by === "named" || lookup.by === "action")));
  if (isKnown) return others.length > before ? [] : offersOf(operation, operation.contract, before, direction);
  return others.length > 0 ? [] : allPayloads(context, replace);
}

function offersOf(endpoint: Endpoint, contract: Contract, at: number, direction: Message["direction"]): Offer[] {
  const { operation } = endpoint;
  const { body } = expectationsOf(operation, direction, contract.schemas);
  const expected = body.kind === "elements" ? body.elements[at] : undefined;
  const declaration = expected && expectedDeclaration(expected);
  if (!declaration) return [];
  return [
    {
      ...{
        contract,
        declaration,
        required: true,
        cardinality: undefined,
        inserted: [declaration],
        extent: "parameters",
      },
      ...(expected.encoded ? { encoded: true, attributes: encodingStyle(operation, direction) } : {}),
      note: operation.name,
      documentation: paragraphs(prose(endpointName(endpoint)), prose(operation.documentation)),
    },
  ];
}

function encodingStyle(operation: Operation, direction: Message["direction"]): ReadonlyMap<QName, string> {
  const { binding } = operation;
  const version = binding?.protocol.kind === "soap" ? binding.protocol.version : "1.1";
  const value = operation[direction]?.encodingStyle || encodingNamespaces[version];
  return new Map([[{ namespace: envelopeNamespaces[version], local: "encodingStyle" }, value]]);
}

/** The best matches for the typed text, one for each name; in a contract, those of the message's SOAP version. */
export function allPayloads(context: MessageContext, replace: Span): readonly Offer[] {
  const { section, message } = context;
  const { contract: lookup, envelope } = message;
  const contracts = lookup.kind === "found" ? [lookup.contract] : contractsOf(section);
  const typed = typedName(context, replace);
  const all = contracts.flatMap((contract) =>
    inVersion(contract.endpoints, envelope?.version).map((endpoint) => ({ contract, endpoint })),
  );
  const ranked = all
    .map((one) => ({ ...one, rank: rankOf(one.endpoint.operation.name, typed) }))
    .sort((a, b) => a.rank - b.rank);
  const offers = new Map<string, Offer>();
  for (const { contract, endpoint } of ranked) {
    if (offers.size >= maxOperations) break;
    for (const offer of offersOf(endpoint, contract, 0, message.direction)) {
      const { namespace, local } = offer.declaration.name;
      const key = `${namespace} ${local}`;
      if (!offers.has(key)) offers.set(key, { ...offer, required: false });
    }
  }
  const isCut = offers.size === maxOperations;
  return [...offers.values()].map((one) => ({ ...one, isCut }));
}

function inVersion(all: readonly Endpoint[], version: string | undefined): readonly Endpoint[] {
  const own = all.filter(({ operation: { binding } }) => {
    return binding?.protocol.kind === "soap" && binding.protocol.version === version;
  });
  return own.length > 0 ? own : all.filter(({ operation }) => operation.binding?.protocol.kind !== "http");
}
