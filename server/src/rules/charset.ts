import * as l10n from "@vscode/l10n";
import { parameter } from "../http/mediaType.ts";
import type { Message } from "../message.ts";
import { unencodable as unencodableIn } from "../messageBody.ts";
import { findCharset, isUnsupportedCharset } from "../text/charset.ts";
import { isReadAs } from "../text/fileBody.ts";
import type { Span } from "../text/span.ts";
import { nodeAt } from "../xml/query.ts";
import { insert, remove, replace } from "./edits.ts";
import type { Edit, Rule } from "./rule.ts";

const unknown: Rule = {
  code: "charset-unknown",
  severity: "error",
  source: "SOAP over HTTP binding; RFC 7303 section 3",
  *check({ charset, isGet }) {
    if (!charset.at || charset.charset || isGet) return;
    const { at, name } = charset;
    const bare = name.replace(/^'|'$/g, "").toLowerCase();
    const wanted = findCharset(bare)?.charset.name ?? "utf-8";
    yield {
      at,
      message:
        bare !== name.toLowerCase()
          ? l10n.t("A header value can't be quoted with apostrophes. Remove them from {0}.", name)
          : isUnsupportedCharset(name)
            ? l10n.t("Charset {0} isn't supported on this platform. Use utf-8.", name)
            : l10n.t("Charset {0} is unknown. Use an IANA name such as utf-8.", name),
      fixes: () => [{ title: l10n.t("Change to {0}", wanted), edits: [replace(at, wanted)] }],
    };
  },
};

const alias: Rule = {
  code: "charset-alias",
  severity: "warning",
  source: "RFC 7303 section 3; IANA character sets",
  *check({ charset, isGet }) {
    if (isGet || !charset.at || !charset.charset || charset.preferred || charset.source !== "content-type") return;
    const { at } = charset;
    const preferred = charset.charset.name;
    yield {
      at,
      message: l10n.t(
        "Some services reject the charset alias {0}. Use the preferred name {1}.",
        charset.name,
        preferred,
      ),
      fixes: () => [{ title: l10n.t("Change to {0}", preferred), edits: [replace(at, preferred)] }],
    };
  },
};

const missing: Rule = {
  code: "charset-missing",
  severity: "hint",
  source: "SOAP over HTTP binding; RFC 7303 section 3",
  *check(message) {
    const { charset, contentType, body, isPost, multipart } = message;
    if (!isPost || !body || !contentType || charset.source !== "default" || multipart) return;
    if (parameter(contentType.mediaType, "charset") || contentType.mediaType.problems.length > 0) return;
    if (!hasNonAscii(body.source, body.start, body.canonicalEnd)) return;
    const at = contentType.field.value.typed;
    yield {
      at,
      message: l10n.t("The body contains non-ASCII characters, but no charset is specified. It is sent as utf-8."),
      fixes: () => [{ title: l10n.t("Add charset=utf-8"), edits: [insert(at.end, "; charset=utf-8")] }],
    };
  },
};

const bom: Rule = {
  code: "body-bom",
  severity: "warning",
  source: "RFC 7303 section 3",
  *check(message) {
    const start = message.request.body?.start;
    if (start === undefined || message.isGet || message.text.charCodeAt(start) !== 0xfeff) return;
    if (message.charset.charset?.hasMark) return;
    const at = { start, end: start + 1 };
    yield {
      at,
      message: l10n.t(
        'The body starts with an invisible byte order mark (U+FEFF). Java services reject it with "content is not allowed in prolog".',
      ),
      fixes: () => [{ title: l10n.t("Remove byte order mark"), edits: [remove(at)] }],
    };
  },
};

const unencodable: Rule = {
  code: "charset-unencodable",
  severity: "error",
  source: "SOAP over HTTP binding",
  *check(message) {
    const { body, charset } = message;
    if (!body || !charset.charset || message.isGet) return;
    const { body: file } = message.source;
    const spans =
      file && isReadAs(file, charset.charset)
        ? unencodableIn(body, charset.charset)
        : charset.charset.unencodable(body.source, body.start, body.canonicalEnd);
    for (const span of spans) {
      const code = body.source.codePointAt(span.start) ?? 0;
      // A lone surrogate is no character in any charset: xml-char-invalid says so.
      if (code >= 0xd800 && code < 0xe000) continue;
      const at = body.at(span);
      yield {
        at,
        message: l10n.t(
          "{1} (U+{2}) can't be encoded in {0}.",
          charset.charset.name,
          String.fromCodePoint(code),
          code.toString(16).toUpperCase().padStart(4, "0"),
        ),
        fixes: () => {
          const reference = referenceFix(message, at, code);
          return [
            ...(reference ? [reference] : []),
            { title: l10n.t("Change charset to utf-8"), edits: toUtf8(message) },
          ];
        },
      };
    }
  },
};

function referenceFix(message: Message, at: Span, code: number) {
  const node = message.xml && nodeAt(message.xml, at.start);
  const text = node?.kind === "text";
  const inValue =
    node?.kind === "element" && node.attributes.some((one) => one.valueStart <= at.start && at.end <= one.valueEnd);
  if (!text && !inValue) return undefined;
  const reference = `&#${code};`;
  return { title: l10n.t("Change to {0}", reference), edits: [replace(at, reference)] };
}

/** Content-Type and XML declaration both, so that they agree. */
function toUtf8(message: Message): Edit[] {
  const { charset, xml, contentType } = message;
  const edits: Edit[] = [];
  if (charset.source === "content-type" && charset.at) edits.push(replace(charset.at, "utf-8"));
  else if (contentType) edits.push(insert(contentType.field.value.typed.end, "; charset=utf-8"));
  if (xml?.declaration?.encoding) edits.push(replace(xml.declaration.encoding, "utf-8"));
  return edits;
}

const mismatch: Rule = {
  code: "charset-mismatch",
  severity: "warning",
  source: "RFC 7303 section 3",
  *check(message) {
    const { charset, xml, multipart } = message;
    const encoding = xml?.declaration?.encoding;
    if (!encoding || multipart || charset.source !== "content-type" || !charset.charset || !charset.at) return;
    const declared = message.slice(encoding);
    // An empty one is reported as such.
    if (declared === "") return;
    const found = findCharset(declared)?.charset;
    // A declaration of utf-16 names either byte order (XML 1.0 section 4.3.3).
    if (found === charset.charset || (found?.name === "utf-16" && charset.charset.name.startsWith("utf-16"))) return;
    const { at, name } = charset;
    yield {
      at,
      message: l10n.t(
        "The charset is {0}, but the XML declaration specifies {1}. The charset takes precedence, but some parsers use the declaration.",
        name,
        declared,
      ),
      related: [{ at: encoding, message: l10n.t("Encoding in the XML declaration") }],
      fixes: () => [
        { title: l10n.t("Change XML declaration to {0}", name), edits: [replace(encoding, name)] },
        ...(found
          ? [{ title: l10n.t("Change charset to {0}", declared), edits: [replace(at, declared.toLowerCase())] }]
          : []),
      ],
    };
  },
};

function hasNonAscii(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > 0x7f) return true;
  return false;
}

export const charsetRules: readonly Rule[] = [unknown, alias, missing, bom, unencodable, mismatch];
