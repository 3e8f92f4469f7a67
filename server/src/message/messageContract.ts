import type { Contract } from "../contract/contract.ts";
import { type Criterion, findOperation, parseUrl, type RequestFacts } from "../contract/find.ts";
import type { ContractOperation } from "../contract/operationReference.ts";
import { directiveValues } from "../format/preamble.ts";
import { childElements, type Envelope } from "../soap/envelope.ts";
import { slice } from "../text/span.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { MessageHead } from "./messageHead.ts";

/** Where a contract was found: at the request, at the top of its file, in the setting, or in the workspace. */
export type ContractSource = "request" | "file" | "setting" | "workspace";

export type ContractOfMessage =
  /** No contract has the operation, or the request has `# @no-wsdl`, or a WSDL that the request names can't be read. */
  | { readonly kind: "none" }
  /** Documents of contracts are still being read. */
  | { readonly kind: "pending" }
  /** The request may mean several different operations. */
  | { readonly kind: "ambiguous"; readonly source: ContractSource; readonly matches: readonly ContractOperation[] }
  | {
      readonly kind: "found";
      readonly source: ContractSource;
      readonly contract: Contract;
      /** The operation; undefined if the contract, which the author named, doesn't have the operation of the message. */
      readonly operation: ContractOperation | undefined;
      readonly matches: readonly ContractOperation[];
      readonly by: Criterion | undefined;
    };

interface Source extends MessageHead {
  readonly envelope: Envelope | undefined;
  readonly payload: XmlElement | undefined;
  readonly xml: XmlDocument | undefined;
  readonly action: string | undefined;
}

/**
 * The contract of a message, from the first source that specifies contracts: `# @wsdl` of the request, `# @wsdl` at the top of
 * the file, the setting `soaphttp.wsdl`, the WSDLs of the workspace. Contracts that the author doesn't name are searched only for
 * a payload, or for `# @operation`.
 */
export function readContract(message: Source, readFacts = factsOf): ContractOfMessage {
  const { scope, segment } = message;
  if (message.directive("no-wsdl") !== undefined) return { kind: "none" };
  const own = directiveValues(segment, "wsdl");
  const named = own.length > 0 ? own : scope.variables.wsdls;
  // A large body is only read if there are contracts to search.
  const isLarge = message.text.length >= largeText;
  if (isLarge && named.length === 0 && scope.resolver.contracts.areOnlyNamed()) return { kind: "none" };
  const facts = readFacts(message);
  const forAll = scope.resolver.contracts.forAll();
  if (forAll) return search([forAll], facts, "file") ?? { kind: "none" };
  if (named.length > 0) {
    const contracts = named.flatMap((location) => scope.resolver.contracts.at(location) ?? []);
    return search(contracts, facts, own.length > 0 ? "request" : "file") ?? { kind: "none" };
  }
  if (facts.payload === undefined && facts.named === undefined) return { kind: "none" };
  return (
    search(scope.resolver.contracts.ofSetting(), facts, "setting") ??
    search(scope.resolver.contracts.ofWorkspace(), facts, "workspace") ?? { kind: "none" }
  );
}

/** Minimum length of a large text in UTF-16 units. Shorter texts are parsed faster than WSDLs are searched. */
const largeText = 1_000_000;

function search(all: readonly Contract[], facts: RequestFacts, source: ContractSource): ContractOfMessage | undefined {
  if (all.some(({ pending }) => pending.length > 0)) return { kind: "pending" };
  const contracts = all.filter(({ endpoints }) => endpoints.length > 0);
  const byAuthor = source === "request" || source === "file";
  const choice = findOperation(contracts, facts, byAuthor);
  if (choice && !choice.agree) return { kind: "ambiguous", source, matches: choice.matches };
  const [operation] = choice?.matches ?? [];
  // A WSDL without operations may contain the schemas of the body.
  const [only] = byAuthor ? (contracts.length > 0 ? contracts : all.filter(({ wsdl }) => wsdl.schemas.length > 0)) : [];
  const contract = operation?.contract ?? (contracts.length < 2 ? only : undefined);
  if (!contract) return undefined;
  return { kind: "found", source, contract, operation, matches: choice?.matches ?? [], by: choice?.by };
}

function factsOf(message: Source): RequestFacts {
  const { envelope, action, target, address } = message;
  // The root of a document is used as the payload.
  const payload = message.segment.document && !envelope ? message.xml?.root : message.payload;
  const path = target ? slice(target.typed.text, target.parts.pathAndQuery) : "";
  const url = address && `${address.scheme}://${address.host}:${address.port}${path}`;
  return {
    named: message.directive("operation") || undefined,
    payload: payload && { namespace: payload.namespace ?? "", local: payload.local },
    parameters: payload ? childElements(payload).map(({ local }) => local) : [],
    version: envelope?.version,
    action,
    address: url === undefined ? undefined : parseUrl(url),
  };
}
