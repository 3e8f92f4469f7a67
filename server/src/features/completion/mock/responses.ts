import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { endpointName } from "../../../contract/find.ts";
import { responseFor } from "../../../contract/write/responseFor.ts";
import { directiveValues } from "../../../format/preamble.ts";
import { mockLanguageId } from "../../../protocol/protocol.ts";
import { mediaTypes, type SoapVersion } from "../../../soap/facts.ts";
import { lines, type Snippet, snippet, stop } from "../../../text/snippet.ts";
import type { Span } from "../../../text/span.ts";
import { paragraphs, prose } from "../../support/markdown.ts";
import { maxOperations } from "../../support/operationRequests.ts";
import { count, envelope } from "../../support/requestText.ts";
import { type Completion, type CompletionContext, codeBlock, completions } from "../item.ts";
import { matchingOperations } from "../operations.ts";

/* Complete responses. Content-Length is a variable, because a number would become wrong when the author changes the values. */

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
  const matching = matchingOperations(section, replace);
  // The client requests the list again after the next character.
  const incomplete = matching.length > maxOperations ? { incomplete: true as const } : {};
  const isNamed = directiveValues(section, "when").some((value) => value.startsWith("operation"));
  const entries = matching.slice(0, maxOperations).flatMap(({ contract, endpoint }) => {
    const { operation, port } = endpoint;
    const { wsdl, schemas } = contract;
    const written = responseFor({ wsdl, schemas, port, operation, name: operation.name });
    if (!written) return [];
    const { name, documentation, binding } = operation;
    const when = isNamed ? [] : [`# @when operation ${name}`];
    const head = [...when, "HTTP/1.1 200 OK", `Content-Type: ${written.contentType}`, lengthLine];
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

const lengthLine = `Content-Length: ${count}`;

function responseOf(status: string, version: SoapVersion, content: Snippet): Snippet {
  const head = [`HTTP/1.1 ${status}`, `Content-Type: ${mediaTypes[version]}; charset=utf-8`, lengthLine, ""];
  return lines([...head, envelope(version, content)]);
}

function message(version: SoapVersion): Snippet {
  const name = stop(1, "OperationResponse");
  const payload = snippet`<${name} xmlns="${stop(2, "http://example.org/")}">${stop(0)}</${name}>`;
  return responseOf("200 OK", version, payload);
}

const fault12 = responseOf(
  "500 Internal Server Error",
  "1.2",
  lines([
    "<soap:Fault>",
    snippet`\t<soap:Code><soap:Value>soap:${stop(1, "Receiver", "Sender")}</soap:Value></soap:Code>`,
    snippet`\t<soap:Reason><soap:Text xml:lang="en">${stop(0)}</soap:Text></soap:Reason>`,
    "</soap:Fault>",
  ]),
);

const fault11 = responseOf(
  "500 Internal Server Error",
  "1.1",
  lines([
    "<soap:Fault>",
    snippet`\t<faultcode>soap:${stop(1, "Server", "Client")}</faultcode>`,
    snippet`\t<faultstring>${stop(0)}</faultstring>`,
    "</soap:Fault>",
  ]),
);
