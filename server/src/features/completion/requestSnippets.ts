import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { Message } from "../../message.ts";
import { addressingNamespace, envelopeNamespaces, mediaTypes, type SoapVersion } from "../../soap/facts.ts";
import type { Span } from "../../text/span.ts";
import { contentLengthVariable } from "../../variables/scope.ts";
import { addressingBlocks, securityBlock } from "./headerBlocks.ts";
import {
  type Completion,
  type CompletionContext,
  indented,
  lineAt,
  lines,
  otherMessages,
  plainText,
  type Snippet,
  snippet,
  stop,
} from "./item.ts";

/*
 * Whole requests. Their Content-Length asks for the count at the time of sending: the author overwrites the operation
 * at once, and the editor has its own indentation and line ends, so that no number that stood here could be right.
 */

/** Whole requests, for a place where none is yet. */
export function requestSnippets(context: CompletionContext, replace: Span): Completion[] {
  return templates(context).map(({ label, word, text, needsCrlf }, index) => ({
    label,
    kind: CompletionItemKind.Snippet,
    replace,
    insert: text,
    documentation: preview(text),
    filter: `${word} ${label}`,
    order: 10 + index,
    ...(needsCrlf && needsLineEnds(context) ? { lineEnds: "\r\n" as const } : {}),
  }));
}

/** Behind a body's root: a separator, alone and with a whole request. Only at the start of a line. */
export function completeAfterBody(context: CompletionContext, message: Message, offset: number): Completion[] {
  const { text, xml, request } = message;
  const line = lineAt(text, offset);
  const end = xml?.root?.end ?? request.body?.start ?? 0;
  if (context.trigger === " " || line.start < end || !/^(?:#{1,2}|\w*)$/.test(text.slice(line.start, offset)))
    return [];
  const replace = { start: line.start, end: offset };
  return [
    {
      label: "###",
      kind: CompletionItemKind.Keyword,
      replace,
      insert: snippet`### ${stop(0)}`,
      note: l10n.t("request separator"),
      order: 0,
    },
    ...requestSnippets(context, replace).map((one) => ({
      ...one,
      label: `### ${one.label}`,
      filter: `### ${one.filter ?? ""}`,
      insert: [`### ${one.label}\n`, ...(typeof one.insert === "string" ? [one.insert] : one.insert)],
    })),
  ];
}

interface Template {
  readonly label: string;
  /** What authors type who know it. */
  readonly word: string;
  readonly text: Snippet;
  readonly needsCrlf?: boolean;
}

function templates(context: CompletionContext): readonly Template[] {
  const host = usualHost(context);
  return [
    { label: l10n.t("SOAP 1.2 request"), word: "soap12", text: post(host, "1.2") },
    { label: l10n.t("SOAP 1.1 request"), word: "soap11", text: post(host, "1.1") },
    { label: l10n.t("GET request for a WSDL"), word: "get wsdl", text: get(host) },
    {
      label: l10n.t("SOAP 1.2 request with WS-Addressing"),
      word: "soap12 wsa",
      text: post(host, "1.2", addressing("1.2")),
    },
    {
      label: l10n.t("SOAP 1.1 request with WS-Security"),
      word: "soap11 wsse",
      text: post(host, "1.1", security("1.1")),
    },
    {
      label: l10n.t("SOAP 1.2 request with WS-Security"),
      word: "soap12 wsse",
      text: post(host, "1.2", security("1.2")),
    },
    { label: l10n.t("MTOM request"), word: "mtom xop", text: mtom(host), needsCrlf: true },
  ];
}

const count = `{{${contentLengthVariable}}}`;

function get(host: string): Snippet {
  return snippet`GET ${stop(1, "/service?wsdl")} HTTP/1.1\nHost: ${stop(2, host)}\n${stop(0)}`;
}

function post(host: string, version: SoapVersion, header?: Header): Snippet {
  return lines([
    snippet`POST ${stop(1, "/service")} HTTP/1.1`,
    snippet`Host: ${stop(2, host)}`,
    `Content-Type: ${mediaTypes[version]}; charset=utf-8`,
    ...(version === "1.1" ? [snippet`SOAPAction: "${stop(3, "http://example.org/Operation")}"`] : []),
    `Content-Length: ${count}`,
    "",
    envelope(version, header),
  ]);
}

/** Header blocks, and the declarations on the Header that they share. */
interface Header {
  readonly declarations: string;
  readonly blocks: Snippet;
}

function envelope(version: SoapVersion, header?: Header): Snippet {
  return lines([
    `<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}">`,
    ...(header ? [`\t<soap:Header${header.declarations}>`, indented(header.blocks, 2), "\t</soap:Header>"] : []),
    "\t<soap:Body>",
    snippet`\t\t<${stop(4, "Operation")} xmlns="${stop(5, "http://example.org/")}">${stop(0)}</${stop(4, "Operation")}>`,
    "\t</soap:Body>",
    "</soap:Envelope>",
  ]);
}

/** The whole file needs CRLF, because an editor's document has one kind of line end and MIME's lines have this one. */
function mtom(host: string): Snippet {
  const part = "MIME-boundary";
  const id = "envelope@example.org";
  return lines([
    snippet`POST ${stop(1, "/service")} HTTP/1.1`,
    snippet`Host: ${stop(2, host)}`,
    `Content-Type: multipart/related; boundary="${part}"; type="application/xop+xml"; start="<${id}>"; start-info="application/soap+xml"`,
    "MIME-Version: 1.0",
    `Content-Length: ${count}`,
    "",
    `--${part}`,
    'Content-Type: application/xop+xml; charset=utf-8; type="application/soap+xml"',
    "Content-Transfer-Encoding: 8bit",
    `Content-ID: <${id}>`,
    "",
    `<soap:Envelope xmlns:soap="${envelopeNamespaces["1.2"]}">`,
    "\t<soap:Body>",
    snippet`\t\t<${stop(4, "Upload")} xmlns="${stop(5, "http://example.org/")}">`,
    snippet`\t\t\t<${stop(6, "content")}>`,
    '\t\t\t\t<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:content@example.org"/>',
    snippet`\t\t\t</${stop(6, "content")}>`,
    snippet`\t\t</${stop(4, "Upload")}>`,
    "\t</soap:Body>",
    "</soap:Envelope>",
    `--${part}`,
    snippet`Content-Type: ${stop(7, "text/plain; charset=utf-8")}`,
    "Content-Transfer-Encoding: 8bit",
    "Content-ID: <content@example.org>",
    "",
    snippet`${stop(0, "Hello")}`,
    `--${part}--`,
  ]);
}

function addressing(version: SoapVersion): Header {
  const prefixes = new Map([["wsa", addressingNamespace]]);
  return {
    declarations: ` xmlns:wsa="${addressingNamespace}"`,
    blocks: addressingBlocks({ version, envelopePrefix: "soap", firstStop: 6, prefixes }),
  };
}

function security(version: SoapVersion): Header {
  const place = { version, envelopePrefix: "soap", firstStop: 6, prefixes: new Map<string, string>() };
  return { declarations: "", blocks: securityBlock(place) };
}

/** That of another request of the file. */
function usualHost(context: CompletionContext): string {
  for (const other of otherMessages(context)) {
    const host = other.field("host");
    if (host && host.line.value.start < host.line.value.end) return other.slice(host.line.value);
  }
  return "localhost:8000";
}

/** Not where the counts of other bodies, which are sent with the same line ends, would go wrong by it. */
function needsLineEnds(context: CompletionContext): boolean {
  if (context.section.analysis.document.text.includes("\r\n")) return false;
  return otherMessages(context).every(({ hasBody }) => !hasBody);
}

function preview(text: Snippet): string {
  const fence = "```";
  return `${fence}soaphttp\n${plainText(text)}\n${fence}`;
}
