import * as l10n from "@vscode/l10n";
import type { Criterion } from "../../contract/find.ts";
import { endpointName } from "../../contract/find.ts";
import type { ContractOperation } from "../../contract/operationReference.ts";
import type { ContractOfMessage, Message } from "../../message/message.ts";
import { nameSpan } from "../../xml/query.ts";
import { code, paragraphs, prose, strong } from "../support/markdown.ts";
import { type Hover, spanAt } from "./hoverAt.ts";

type Found = Extract<ContractOfMessage, { readonly kind: "found" }>;

/** The operation of a request at the name of its payload, and why it is this one. */
export function hoverOperation(message: Message, offset: number): Hover | undefined {
  const { payload, contract, scope } = message;
  const at = payload && spanAt(offset, nameSpan(payload), payload.endTag && nameSpan(payload.endTag));
  if (!at) return undefined;
  if (contract.kind === "ambiguous") return { ...at, markdown: ambiguousMarkdown(contract.matches) };
  if (contract.kind !== "found") return undefined;
  const location = code(scope.contracts.locationOf(contract.contract.uri));
  const why = contract.operation ? reason(contract, message) : l10n.t("It has no operation with this payload.");
  const wsdl = `${l10n.t("WSDL: {0}.", location)} ${prose(sourceText(contract.source))} ${prose(why)}`;
  const operation = contract.operation && operationMarkdown(contract.operation);
  return { ...at, markdown: paragraphs(operation, wsdl, prose(problemText(contract))) };
}

function operationMarkdown({ operation, port, contract, index }: ContractOperation): string {
  const version = contract.operations[index]?.version;
  const facts = [
    version === undefined ? undefined : prose(/^\d/.test(version) ? `SOAP ${version}` : version),
    operation.soapAction === undefined ? undefined : l10n.t("action {0}", code(`"${operation.soapAction}"`)),
    port?.address ? l10n.t("address {0}", code(port.address.value)) : undefined,
  ];
  return paragraphs(
    `${strong(operation.name)} — ${prose(l10n.t("Operation {0}", endpointName({ operation, port })))}`,
    prose(operation.documentation),
    facts.filter((one) => one !== undefined).join(", "),
  );
}

function ambiguousMarkdown(matches: readonly ContractOperation[]): string {
  const names = [...new Set(matches.map((match) => endpointName(match)))].slice(0, 10);
  return prose(l10n.t("Several operations have this payload: {0}.", names.join(", ")));
}

function problemText({ contract }: Found): string {
  const problems = contract.problemsOfReading();
  const [first] = problems;
  return first ? l10n.t("Problems of the WSDL: {0}. The first one: {1}", problems.length, first.message) : "";
}

function sourceText(source: Found["source"]): string {
  switch (source) {
    case "request":
      return l10n.t("Set by # @wsdl above the request.");
    case "file":
      return l10n.t("Set by # @wsdl at the top of the file.");
    case "setting":
      return l10n.t("Set by the setting {0}.", "soaphttp.wsdl");
    case "workspace":
      return l10n.t("It is in the workspace.");
  }
}

function reason({ by }: Found, { kind }: Message): string {
  const reasons: Readonly<Record<Criterion, () => string>> = {
    named: () =>
      kind === "response" ? l10n.t("Set by # @when operation.") : l10n.t("Set by # @operation above the request."),
    payload: () => l10n.t("The operation has this payload."),
    local: () => l10n.t("Matched by name only; the namespace differs."),
    version: () => l10n.t("Chosen because its SOAP version matches."),
    action: () => l10n.t("Chosen because its action matches."),
    parameters: () => l10n.t("Chosen because its parameters match."),
    address: () => l10n.t("Chosen because its address matches."),
  };
  return by === undefined ? "" : reasons[by]();
}
