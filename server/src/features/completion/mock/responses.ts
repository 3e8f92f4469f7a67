import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { endpointName } from "../../../contract/find.ts";
import { responseFor } from "../../../contract/write/responseFor.ts";
import { directiveValues } from "../../../format/preamble.ts";
import { contentLengthVariable } from "../../../message/scope.ts";
import { mockLanguageId } from "../../../protocol/protocol.ts";
import { envelopeNamespaces, mediaTypes, type SoapVersion } from "../../../soap/facts.ts";
import { lines, type Snippet, snippet, stop } from "../../../text/snippet.ts";
import type { Span } from "../../../text/span.ts";
import { paragraphs, prose } from "../../support/markdown.ts";
import { contractsOf, maxOperations } from "../../support/operationRequests.ts";
import { type Completion, type CompletionContext, codeBlock, completions } from "../item.ts";
import { noMatch, rankOf } from "../matches.ts";

/*
 * Complete responses. Their Content-Length is a variable: no number would stay right, because the author changes the values.
 */

/** Responses for the operations of the WSDLs, and responses that need no WSDL. */
export function responseSnippets(context: CompletionContext, replace: Span): readonly Completion[] {
  const templates = [
    { label: l10n.t("SOAP 1.2 response"), word: "soap12", text: message("1.2") },
    { label: l10n.t("SOAP 1.1 response"), word: "soap11", text: message("1.1") },
    { label: l10n.t("SOAP 1.2 Fault"), word: "fault12", text: fault12 },
    { label: l10n.t("SOAP 1.1 Fault"), word: "fault11", text: fault11 },
  ];
  const entries = templates.map(({ label, word, text }) => ({
    label,
    insert: text,
    documentation: codeBlock(mockLanguageId, text),
    filter: `${word} ${label}`,
  }));
  return [...operationResponses(context, replace), ...completions(CompletionItemKind.Snippet, replace, entries, 10)];
}

function operationResponses(context: CompletionContext, replace: Span): readonly Completion[] {
  const { section } = context;
  const typed = section.text.slice(replace.start, replace.end).replace(/^[# ]+/, "");
  const matching = contractsOf(section)
    .flatMap((contract) => contract.endpoints.map((endpoint) => ({ contract, endpoint })))
    .map((one) => ({ ...one, rank: rankOf(one.endpoint.operation.name, typed) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank);
  // The client asks again after the next character.
  const incomplete = matching.length > maxOperations ? { incomplete: true as const } : {};
  const isNamed = directiveValues(section, "when").some((value) => value.startsWith("operation"));
  const entries = matching.slice(0, maxOperations).flatMap(({ contract, endpoint }) => {
    const { operation, port } = endpoint;
    const { wsdl, schemas } = contract;
    const written = responseFor({ wsdl, schemas, port, operation, name: operation.name });
    if (!written) return [];
    const { name, documentation, binding } = operation;
    const head = [isNamed ? [] : `# @when operation ${name}`, ok, `Content-Type: ${written.contentType}`, count].flat();
    return {
      label: name,
      filter: name,
      insert: lines([...head, "", written.body]),
      asIs: true as const,
      ...incomplete,
      note: binding?.protocol.kind === "soap" ? `SOAP ${binding.protocol.version}` : "",
      documentation: paragraphs(prose(endpointName(endpoint)), prose(documentation)),
    };
  });
  return completions(CompletionItemKind.Snippet, replace, entries, 0);
}

const ok = "HTTP/1.1 200 OK";
const count = `Content-Length: {{${contentLengthVariable}}}`;

function head(status: string, version: SoapVersion): readonly string[] {
  return [`HTTP/1.1 ${status}`, `Content-Type: ${mediaTypes[version]}; charset=utf-8`, count, ""];
}

function inEnvelope(version: SoapVersion, content: readonly (Snippet | string)[]): readonly (Snippet | string)[] {
  return [
    `<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}">`,
    "\t<soap:Body>",
    ...content.map((line) => snippet`\t\t${line}`),
    "\t</soap:Body>",
    "</soap:Envelope>",
  ];
}

function message(version: SoapVersion): Snippet {
  const name = stop(1, "OperationResponse");
  const payload = snippet`<${name} xmlns="${stop(2, "http://example.org/")}">${stop(0)}</${name}>`;
  return lines([...head("200 OK", version), ...inEnvelope(version, [payload])]);
}

const fault12 = lines([
  ...head("500 Internal Server Error", "1.2"),
  ...inEnvelope("1.2", [
    "<soap:Fault>",
    snippet`\t<soap:Code><soap:Value>soap:${stop(1, "Receiver", "Sender")}</soap:Value></soap:Code>`,
    snippet`\t<soap:Reason><soap:Text xml:lang="en">${stop(0)}</soap:Text></soap:Reason>`,
    "</soap:Fault>",
  ]),
]);

const fault11 = lines([
  ...head("500 Internal Server Error", "1.1"),
  ...inEnvelope("1.1", [
    "<soap:Fault>",
    snippet`\t<faultcode>soap:${stop(1, "Server", "Client")}</faultcode>`,
    snippet`\t<faultstring>${stop(0)}</faultstring>`,
    "</soap:Fault>",
  ]),
]);
