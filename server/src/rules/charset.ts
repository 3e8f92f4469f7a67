import * as l10n from "@vscode/l10n";
import { parameter } from "../http/mediaType.ts";
import { unencodable as unencodableIn } from "../message/bodyBytes.ts";
import type { Message } from "../message/message.ts";
import { findCharset, isUnsupportedCharset } from "../text/charset.ts";
import { isReadAs } from "../text/fileBody.ts";
import type { Span } from "../text/span.ts";
import { nodeAt } from "../xml/query.ts";
import { addParameterFix, changeTo, fix, insert, remove, replace } from "./edits.ts";
import { type Edit, type Report, type Rule, rule } from "./rule.ts";

export const charsetRules: readonly Rule[] = [
  rule("charset-unknown", "error", "SOAP over HTTP binding; RFC 7303 section 3", unknown, { preventsSending: true }),
  rule("charset-alias", "warning", "RFC 7303 section 3; IANA character sets", alias),
  rule("charset-missing", "hint", "SOAP over HTTP binding; RFC 7303 section 3", missing, { inBodyFile: true }),
  rule("body-bom", "warning", "RFC 7303 section 3", bom),
  rule("charset-unencodable", "error", "SOAP over HTTP binding", unencodable, { preventsSending: true }),
  rule("charset-mismatch", "warning", "RFC 7303 section 3", mismatch, { inBodyFile: true }),
];

function* unknown({ charset, isGet }: Message): Iterable<Report> {
  const { at, name } = charset;
  if (!at || charset.charset || isGet) return;
  const bare = name.replace(/^'|'$/g, "").toLowerCase();
  yield {
    at,
    message:
      bare !== name.toLowerCase()
        ? l10n.t("A header value can't be quoted with apostrophes. Remove them from {0}.", name)
        : isUnsupportedCharset(name)
          ? l10n.t("Charset {0} isn't supported on this platform. Use utf-8.", name)
          : l10n.t("Charset {0} is unknown. Use an IANA name such as utf-8.", name),
    fixes: () => [changeTo(at, findCharset(bare)?.charset.name ?? "utf-8")],
  };
}

function* alias({ charset, isGet }: Message): Iterable<Report> {
  const { at, name, source } = charset;
  if (isGet || !at || !charset.charset || charset.preferred || source !== "content-type") return;
  const preferred = charset.charset.name;
  yield {
    at,
    message: l10n.t("Some services reject the charset alias {0}. Use the preferred name {1}.", name, preferred),
    fixes: () => [changeTo(at, preferred)],
  };
}

function* missing(message: Message): Iterable<Report> {
  const { charset, contentType, body, isPost, multipart } = message;
  if (!isPost || !body || !contentType || charset.source !== "default" || multipart) return;
  if (parameter(contentType.mediaType, "charset") || contentType.mediaType.problems.length > 0) return;
  if (!/[^\0-\x7f]/.test(body.source.slice(body.start, body.canonicalEnd))) return;
  yield {
    at: contentType.field.value.typed,
    message: l10n.t("The body contains non-ASCII characters, but no charset is specified. It is sent as utf-8."),
    fixes: () => [addParameterFix(contentType.field, "charset=utf-8")],
  };
}

function* bom(message: Message): Iterable<Report> {
  const start = message.syntax.body?.start;
  if (start === undefined || message.isGet || message.text.charCodeAt(start) !== 0xfeff) return;
  if (message.charset.charset?.hasMark) return;
  const at = { start, end: start + 1 };
  yield {
    at,
    message: l10n.t(
      'The body starts with an invisible byte order mark (U+FEFF). Java services reject it with "content is not allowed in prolog".',
    ),
    fixes: () => [fix(l10n.t("Remove byte order mark"), remove(at))],
  };
}

function* unencodable(message: Message): Iterable<Report> {
  const { body, isGet } = message;
  const { charset } = message.charset;
  if (!body || !charset || isGet) return;
  const file = message.source.body;
  const spans =
    file && isReadAs(file, charset)
      ? unencodableIn(body, charset)
      : charset.unencodable(body.source, body.start, body.canonicalEnd);
  for (const span of spans) {
    const code = body.source.codePointAt(span.start) ?? 0;
    // The rule xml-char-invalid reports lone surrogates.
    if (code >= 0xd800 && code < 0xe000) continue;
    const at = body.at(span);
    yield {
      at,
      message: l10n.t(
        "{1} (U+{2}) can't be encoded in {0}.",
        charset.name,
        String.fromCodePoint(code),
        code.toString(16).toUpperCase().padStart(4, "0"),
      ),
      fixes: () => [
        ...(allowsReference(message, at) ? [changeTo(at, `&#${code};`)] : []),
        fix(l10n.t("Change charset to utf-8"), ...toUtf8(message)),
      ],
    };
  }
}

function allowsReference({ xml }: Message, at: Span): boolean {
  const node = xml && nodeAt(xml, at.start);
  if (node?.kind !== "element") return node?.kind === "text";
  return node.attributes.some((one) => one.valueStart <= at.start && at.end <= one.valueEnd);
}

/** Changes the charset to UTF-8 in Content-Type and in the XML declaration. */
function toUtf8({ charset, xml, contentType }: Message): Edit[] {
  const edits: Edit[] = [];
  if (charset.source === "content-type" && charset.at) edits.push(replace(charset.at, "utf-8"));
  else if (contentType) edits.push(insert(contentType.field.value.typed.end, "; charset=utf-8"));
  if (xml?.declaration?.encoding) edits.push(replace(xml.declaration.encoding, "utf-8"));
  return edits;
}

function* mismatch(message: Message): Iterable<Report> {
  const { xml, multipart } = message;
  const { at, name, source, charset } = message.charset;
  const encoding = xml?.declaration?.encoding;
  if (!encoding || multipart || source !== "content-type" || !charset || !at) return;
  const declared = message.slice(encoding);
  // Another rule reports an empty encoding.
  if (declared === "") return;
  const declaredCharset = findCharset(declared)?.charset;
  // In an XML declaration, utf-16 means either byte order (XML 1.0 section 4.3.3).
  if (declaredCharset === charset || (declaredCharset?.name === "utf-16" && charset.name.startsWith("utf-16"))) return;
  yield {
    at,
    message: l10n.t(
      "The charset is {0}, but the XML declaration specifies {1}. The charset takes precedence, but some parsers use the declaration.",
      name,
      declared,
    ),
    related: [{ at: encoding, message: l10n.t("Encoding in the XML declaration") }],
    fixes: () => [
      fix(l10n.t("Change XML declaration to {0}", name), replace(encoding, name)),
      ...(declaredCharset ? [fix(l10n.t("Change charset to {0}", declared), replace(at, declared.toLowerCase()))] : []),
    ],
  };
}
