import * as l10n from "@vscode/l10n";
import { type Criterion, endpointName } from "../../contract/find.ts";
import type { ContractOperation } from "../../contract/operationReference.ts";
import { headerFact, statusClass, statusFact } from "../../http/facts.ts";
import { parameter } from "../../http/mediaType.ts";
import type { StatusLine } from "../../http/startLine.ts";
import type { FilePart } from "../../message/fileParts.ts";
import type { ContractOfMessage, Message } from "../../message/message.ts";
import type { ReceivedMessage } from "../../response/receivedMessage.ts";
import { type Charset, findCharset } from "../../text/charset.ts";
import { covers, holds } from "../../text/span.ts";
import { nameSpan } from "../../xml/query.ts";
import { code, paragraphs, prose, strong } from "../support/markdown.ts";
import type { MessageSection, ReceivedSection, Section } from "../support/section.ts";
import { factMarkdown, sourceMarkdown } from "../support/sources.ts";
import { hoverCharacter } from "./character.ts";
import { hoverField, hoverHeader, hoverPart, hoverRequestLine } from "./head.ts";
import { type Hover, spanAt, withCharacter } from "./hoverAt.ts";
import { hoverMessage } from "./message.ts";
import { hoverOuterName } from "./outerName.ts";
import { hoverPreamble } from "./preamble.ts";
import { hoverVariable, type LastSent } from "./variable.ts";

/** The explanation of the text at an offset of the section's text. Spans are UTF-16 offsets in that text. */
export function hover(section: Section, offset: number, last?: LastSent): Hover | undefined {
  if (section.kind === "received") return hoverReceived(section, offset);
  const variable = hoverVariable(section, offset, last);
  const outer = hoverOuterName(section, offset);
  if (variable && outer) return { ...variable, markdown: paragraphs(variable.markdown, outer.markdown) };
  if (variable || outer) return variable ?? outer;
  const character = hoverCharacter(section.text, offset, charsetAt(section, offset));
  return withCharacter(character, hoverPlace(section, offset));
}

function hoverPlace(section: MessageSection, offset: number): Hover | undefined {
  const { message } = section;
  if (!message || offset < message.syntax.start) return hoverPreamble(section, offset);
  const { requestLine, statusLine, body } = message.syntax;
  if (requestLine && offset <= requestLine.end) return hoverRequestLine(message, offset);
  if (statusLine && offset <= statusLine.end) return hoverStatus(statusLine, offset);
  if (!body || offset < body.start) return hoverHeader(message, offset);
  const file = message.fileParts.find((one) => covers(one.content, offset));
  if (file) return hoverFilePart(file);
  const part = message.multipart && hoverPart(message.text, message.multipart, offset);
  if (part || !message.xml) return part;
  const xml = hoverMessage(section, message.xml, offset);
  const operation = hoverOperation(message, offset);
  return operation && xml ? { ...xml, markdown: paragraphs(operation.markdown, "---", xml.markdown) } : xml;
}

function hoverReceived(section: ReceivedSection, offset: number): Hover | undefined {
  const { received, xml } = section;
  const { text, response } = received;
  const { statusLine, fields, body } = response;
  if (statusLine && holds(statusLine, offset)) {
    return offset < statusLine.end ? hoverStatus(statusLine, offset) : undefined;
  }
  const field = fields.find((one) => holds(one, offset));
  if (field) return hoverField(text, { name: field.nameSpan, value: field.value }, headerFact, offset);
  if (offset < body.start) return undefined;
  const character = hoverCharacter(text, offset, charsetOf(received) ?? "unknown");
  return withCharacter(character, xml && hoverMessage(section, xml, offset));
}

/** The charset of the body that the text of a response specifies. */
function charsetOf({ text, contentType, anyXml }: ReceivedMessage): Charset | undefined {
  const declared = anyXml?.declaration?.encoding;
  const name =
    parameter(contentType?.mediaType, "charset")?.value ?? (declared && text.slice(declared.start, declared.end));
  return findCharset(name ?? "utf-8")?.charset;
}

function hoverStatus({ status, end, code }: StatusLine, offset: number): Hover | undefined {
  if (!status || code === undefined || offset < status.start) return undefined;
  return { start: status.start, end, markdown: statusMarkdown(code) };
}

function statusMarkdown(code: number): string {
  const fact = statusFact(code);
  if (fact) return factMarkdown(fact, `${code} ${fact.phrase}`);
  return paragraphs(
    strong(String(code)),
    prose(l10n.t("Not a standard status code.")),
    prose(statusClass(code) ?? ""),
    sourceMarkdown("RFC 9110 section 15"),
  );
}

function charsetAt({ message }: MessageSection, offset: number): Parameters<typeof hoverCharacter>[2] {
  if (!message || offset < message.syntax.start) return "unsent";
  const { body } = message.syntax;
  return body && offset >= body.start ? (message.charset.charset ?? "unknown") : "head";
}

function hoverFilePart({ start, end, path, file, part }: FilePart): Hover {
  const size =
    file.kind === "bytes"
      ? l10n.t("The content of this part is the file {0}: {1} bytes.", code(path), strong(String(file.bytes.length)))
      : l10n.t("The content of this part is the file {0}, byte for byte.", code(path));
  const type = part.contentType?.mediaType.essence;
  return { start, end, markdown: paragraphs(size, type && prose(l10n.t("Its media type is {0}.", type))) };
}

type Found = Extract<ContractOfMessage, { readonly kind: "found" }>;

function hoverOperation(message: Message, offset: number): Hover | undefined {
  const { payload, contract, scope } = message;
  const at = payload && spanAt(offset, nameSpan(payload), payload.endTag && nameSpan(payload.endTag));
  if (!at) return undefined;
  if (contract.kind === "ambiguous") return { ...at, markdown: ambiguousMarkdown(contract.matches) };
  if (contract.kind !== "found") return undefined;
  const location = code(scope.resolver.contracts.locationOf(contract.contract.uri));
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
