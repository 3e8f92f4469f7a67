import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { addressingNamespace, envelopeNamespaces, mediaTypes, type SoapVersion } from "../../soap/facts.ts";
import { lineAt } from "../../text/lines.ts";
import { indented, lines, type Snippet, snippet, stop } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { addressingBlocks, securityBlock } from "../support/headerBlocks.ts";
import { signingKey } from "../support/keyFacts.ts";
import { count, envelope, postOf } from "../support/requestText.ts";
import { usualHost } from "./headerValues.ts";
import {
  type Completion,
  type CompletionContext,
  codeBlock,
  completions,
  type MessageContext,
  mayChangeLineEnds,
} from "./item.ts";
import { responseSnippets } from "./mock/responses.ts";
import { operationSnippets } from "./operations.ts";
import { issuedToken, ownAssertion, tokenRequest } from "./tokenSnippets.ts";

/* Content-Length is a variable, because users change the operation, and editors the indentation and line endings. */

export function requestSnippets(context: CompletionContext, replace: Span): Completion[] {
  const { keys } = context.section.analysis.scope.resolver;
  const entries = templates(usualHost(context), signingKey(keys) ?? "me").map(({ label, word, text, lineEnds }) => ({
    label,
    insert: text,
    documentation: codeBlock("soaphttp", text),
    filter: `${word} ${label}`,
    ...(lineEnds && mayChangeLineEnds(context) ? { lineEnds } : {}),
  }));
  return completions(CompletionItemKind.Snippet, replace, entries, 10);
}

export function completeAfterBody(context: MessageContext, offset: number): Completion[] {
  const { text, xml, syntax } = context.message;
  const { start } = lineAt(text, offset);
  const end = xml?.root?.end ?? syntax.body?.start ?? 0;
  const isPlace = start >= end && /^(?:#{1,2}|\w*)$/.test(text.slice(start, offset));
  if (context.trigger === " " || !isPlace) return [];
  const replace = { start, end: offset };
  if (context.message.kind === "response") {
    return [separator(replace), ...responseSnippets(context, replace).map(afterSeparator)];
  }
  return [
    separator(replace),
    ...operationSnippets(context, replace, true).map((snippet) => {
      return { ...snippet, label: `### ${snippet.label}`, filter: `### ${snippet.label}` };
    }),
    ...requestSnippets(context, replace).map(afterSeparator),
  ];
}

function afterSeparator(entry: Completion): Completion {
  const { label, filter = "", insert } = entry;
  return { ...entry, label: `### ${label}`, filter: `### ${filter}`, insert: snippet`### ${label}\n${insert}` };
}

export function separator(replace: Span, order = 0): Completion {
  const insert = snippet`### ${stop(0)}`;
  return { label: "###", kind: CompletionItemKind.Keyword, replace, insert, note: l10n.t("separator"), order };
}

interface Template {
  readonly label: string;
  /** A word that the user can type to find the template. */
  readonly word: string;
  readonly text: Snippet;
  readonly lineEnds?: "\r\n";
}

/** @param key the name of a key for signing */
function templates(host: string, key: string): readonly Template[] {
  return [
    { label: l10n.t("SOAP 1.2 request"), word: "soap12", text: post(host, "1.2") },
    { label: l10n.t("SOAP 1.1 request"), word: "soap11", text: post(host, "1.1") },
    { label: l10n.t("GET request for a WSDL"), word: "get wsdl", text: get(host) },
    { label: l10n.t("SOAP 1.2 request with WS-Addressing"), word: "soap12 wsa", text: post(host, "1.2", addressing) },
    { label: l10n.t("SOAP 1.1 request with WS-Security"), word: "soap11 wsse", text: post(host, "1.1", security) },
    { label: l10n.t("SOAP 1.2 request with WS-Security"), word: "soap12 wsse", text: post(host, "1.2", security) },
    { label: l10n.t("MTOM request"), word: "mtom xop", text: mtom(host), lineEnds: "\r\n" },
    { label: l10n.t("OAuth 2 token, and a request with it"), word: "oauth2 bearer token", text: oauth(host) },
    { label: l10n.t("HMAC of several values"), word: "hmac", text: hmac(host) },
    { label: l10n.t("Signed document as Base64"), word: "document signature", text: signedDocument(host, key) },
    { label: l10n.t("WS-Trust: token with user name"), word: "sts saml rst", text: tokenRequest(host) },
    { label: l10n.t("Token of an STS, and a request with it"), word: "wstrust saml", text: issuedToken(host) },
    {
      label: l10n.t("SAML assertion of your own (IHE XUA)"),
      word: "holder of key signature",
      text: ownAssertion(host, key),
    },
  ];
}

function get(host: string): Snippet {
  return snippet`GET ${stop(1, "/service?wsdl")} HTTP/1.1\nHost: ${stop(2, host)}\n${stop(0)}`;
}

function post(host: string, version: SoapVersion, header?: (version: SoapVersion) => Snippet): Snippet {
  return postOf(host, version, [stop(0)], header?.(version));
}

/** A request for a token with client credentials (RFC 6749 section 4.4). The body is a form, not SOAP. */
function oauth(host: string): Snippet {
  return lines([
    snippet`@client = ${stop(1, "my-client")}`,
    snippet`@clientSecret = {{$secret ${stop(2, "client secret")}}}`,
    "# @name token",
    "# @ignore content-type-unexpected xml-root-multiple",
    snippet`POST ${stop(3, "/oauth2/token")} HTTP/1.1`,
    snippet`Host: ${stop(4, host)}`,
    "Authorization: Basic {{$basic client clientSecret}}",
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${count}`,
    "",
    "grant_type=client_credentials",
    "",
    "###",
    snippet`POST ${stop(5, "/service")} HTTP/1.1`,
    snippet`Host: ${stop(6, host)}`,
    "Authorization: Bearer {{token.response.body.$.access_token}}",
    `Content-Type: ${mediaTypes["1.2"]}; charset=utf-8`,
    `Content-Length: ${count}`,
    "",
    envelope(
      "1.2",
      snippet`<${stop(7, "Operation")} xmlns="${stop(8, "http://example.org/")}">${stop(0)}</${stop(7, "Operation")}>`,
    ),
  ]);
}

/** A request with an HMAC of values that are also in the message. The client and the service share its key. */
function hmac(host: string): Snippet {
  return lines([
    snippet`@account = ${stop(6, "my-account")}`,
    "@nonce = {{$random 10 | hex}}",
    "@time = {{$timestamp}}",
    "@signed = {{account}}&{{nonce}}&{{time}}",
    snippet`@sharedKey = {{$secret ${stop(7, "shared key")}}}`,
    "",
    postOf(
      host,
      "1.1",
      lines([
        "",
        ...["account", "nonce", "time"].map((name) => `\t<${name}>{{${name}}}</${name}>`),
        snippet`\t<code>{{signed | hmac sha256 sharedKey | base64}}</code>${stop(0)}`,
        "",
      ]),
    ),
  ]);
}

function signedDocument(host: string, key: string): Snippet {
  return lines([
    "# @document order",
    "",
    snippet`<Order xmlns="${stop(7, "http://example.org/order")}">`,
    snippet`\t<Number>${stop(8, "1")}</Number>`,
    snippet`\t{{$signature ${stop(6, key)}}}`,
    "</Order>",
    "",
    "###",
    postOf(host, "1.1", lines(["", snippet`\t<file>{{order | base64}}</file>${stop(0)}`, ""])),
  ]);
}

/** A request with MTOM. Its file needs CRLF: MIME requires it, and a document has only one kind of line ending. */
function mtom(host: string): Snippet {
  const part = "MIME-boundary";
  const id = "envelope@example.org";
  const upload = lines([
    snippet`<${stop(4, "Upload")} xmlns="${stop(5, "http://example.org/")}">`,
    snippet`\t<${stop(6, "content")}>`,
    '\t\t<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:content@example.org"/>',
    snippet`\t</${stop(6, "content")}>`,
    snippet`</${stop(4, "Upload")}>`,
  ]);
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
    envelope("1.2", upload),
    `--${part}`,
    snippet`Content-Type: ${stop(7, "text/plain; charset=utf-8")}`,
    "Content-Transfer-Encoding: binary",
    "Content-ID: <content@example.org>",
    "",
    [stop(0, "Hello")],
    `--${part}--`,
  ]);
}

function addressing(version: SoapVersion): Snippet {
  const prefixes = new Map([
    ["soap", envelopeNamespaces[version]],
    ["wsa", addressingNamespace],
  ]);
  const blocks = addressingBlocks({ version, firstStop: 6, prefixes });
  return lines([`<soap:Header xmlns:wsa="${addressingNamespace}">`, indented(blocks), "</soap:Header>"]);
}

function security(version: SoapVersion): Snippet {
  const prefixes = new Map([["soap", envelopeNamespaces[version]]]);
  return lines(["<soap:Header>", indented(securityBlock({ version, firstStop: 6, prefixes })), "</soap:Header>"]);
}
