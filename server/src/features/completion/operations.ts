import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { endpointName } from "../../contract/find.ts";
import type { Message } from "../../message/message.ts";
import { canWriteAction } from "../../rules/operation.ts";
import { grouped } from "../../text/grouped.ts";
import { plainText } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { paragraphs, prose } from "../support/markdown.ts";
import { contractsOf, maxOperations, RequestWriter } from "../support/operationRequests.ts";
import type { MessageSection } from "../support/section.ts";
import {
  type Completion,
  type CompletionContext,
  completions,
  type MessageContext,
  mayChangeLineEnds,
} from "./item.ts";
import { noMatch, rankOf } from "./matches.ts";

/** Requests for operations by their names. The operations are from the WSDLs of the segment, of its file or of the workspace. */
export function operationSnippets(context: CompletionContext, replace: Span, heading = false): Completion[] {
  const { section } = context;
  const matching = matchingOperations(section, replace);
  if (matching.length === 0) return [];
  // The client requests the list again after the next character.
  const incomplete = matching.length > maxOperations ? { incomplete: true as const } : {};
  // Content-Length is a variable, because a number would become wrong when the user changes the values.
  const writer = new RequestWriter(section, { heading, contentLength: "variable" });
  const entries = matching.slice(0, maxOperations).flatMap(({ contract, endpoint, index }) => {
    const { name, documentation } = endpoint.operation;
    const entry = {
      label: name,
      filter: name,
      order: 5,
      asIs: true as const,
      ...incomplete,
      note: contract.operations[index]?.version ?? "",
      documentation: paragraphs(
        prose(endpointName(endpoint)),
        prose(documentation),
        prose(writer.locationOf(contract)),
      ),
    };
    const written = writer.write(contract, index, true);
    const [, kind] = /^Content-Type: multipart\/related;.*? type="([^"]*)"/m.exec(plainText(written)) ?? [];
    if (kind === undefined) return { ...entry, insert: written };
    const label = kind === "application/xop+xml" ? `${name} (MTOM)` : l10n.t("{0} (with attachments)", name);
    const lineEnds = mayChangeLineEnds(context) ? { lineEnds: "\r\n" as const } : {};
    return [
      { ...entry, insert: writer.write(contract, index) },
      { ...entry, ...lineEnds, label, insert: written, order: 6 },
    ];
  });
  return completions(CompletionItemKind.Snippet, replace, entries);
}

/** The operations in the WSDLs of a segment whose names match the text in a span; the best matches come first. */
export function matchingOperations(section: MessageSection, { start, end }: Span) {
  const typed = section.text.slice(start, end).replace(/^[# ]+/, "");
  return contractsOf(section)
    .flatMap((contract) => contract.endpoints.map((endpoint, index) => ({ contract, endpoint, index })))
    .map((one) => ({ ...one, rank: rankOf(one.endpoint.operation.name, typed) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank);
}

/** The names of the operations that a request may call, with `Service/Port/` in front if several have the same name. */
export function operationNames(section: MessageSection): readonly string[] {
  const endpoints = contractsOf(section).flatMap((contract) => contract.endpoints);
  return [...grouped(endpoints, ({ operation }) => operation.name)]
    .flatMap(([name, all]) => (all.length === 1 ? [name] : [...new Set(all.map((one) => endpointName(one)))]))
    .slice(0, maxOperationNames);
}

export const maxOperationNames = 1_000;

/** The action of the operation that a request calls; `undefined` if it is unknown. */
export function ownAction({ contract }: Message): string | undefined {
  const action = contract.kind === "found" ? contract.operation?.operation.soapAction : undefined;
  return action && canWriteAction(action) ? action : undefined;
}

/**
 * The actions that a request may have, each with its operation if only one operation has the action. Actions of operations with
 * the request's payload come first, then those of their bindings. For an unknown payload, all actions for its SOAP version.
 */
export function operationActions({ message, section }: MessageContext): ReadonlyMap<string, string | undefined> {
  const { contract, envelope } = message;
  const matches = contract.kind === "found" || contract.kind === "ambiguous" ? contract.matches : [];
  const operations = matches.map(({ operation }) => operation);
  const all =
    operations.length > 0
      ? [...operations, ...operations.flatMap(({ binding }) => binding?.operations ?? [])]
      : message.directive("no-wsdl") === undefined
        ? contractsOf(section).flatMap(({ endpoints }) => endpoints.map(({ operation }) => operation))
        : [];
  const actions = new Map<string, string | undefined>();
  for (const { name, soapAction, binding } of all) {
    const { protocol } = binding ?? {};
    const fits = protocol?.kind === "soap" && (envelope?.version ?? protocol.version) === protocol.version;
    if (!fits || !soapAction || !canWriteAction(soapAction)) continue;
    const isOfOne = !actions.has(soapAction) || actions.get(soapAction) === name;
    actions.set(soapAction, isOfOne ? name : undefined);
  }
  return actions;
}
