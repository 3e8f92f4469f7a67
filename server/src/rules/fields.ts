import * as l10n from "@vscode/l10n";
import { tokenEnd } from "../http/tokens.ts";
import type { Field, Message } from "../message/message.ts";
import { afterBreak } from "../text/lines.ts";
import { codePointName } from "../xml/characters.ts";
import { basicCredentials } from "./auth.ts";
import {
  automaticFix,
  changeTo,
  countText,
  firstWord,
  fix,
  insert,
  insertHeader,
  insertHeaderFix,
  remove,
  removeFieldFix,
  removeLine,
} from "./edits.ts";
import { type Fix, type Report, type Rule, rule } from "./rule.ts";

export const fieldRules: readonly Rule[] = [
  rule("header-value-invalid", "error", "RFC 9110 section 5.5", valueInvalid),
  rule("content-encoding", "warning", "RFC 9110 section 8.4", contentEncoding),
  rule("compress-header", "error", "RFC 9110 section 8.4", compressHeader),
  rule("expect-unknown", "warning", "RFC 9110 section 10.1.1", expectation),
  rule("header-comment", "information", "the .soaphttp format; RFC 9110 section 5.1", commentedField),
  rule("header-duplicate", "error", "RFC 9110 sections 5.3 and 8.6", duplicate),
  rule("transfer-encoding", "error", "SOAP over HTTP binding; RFC 9112 section 6.2", transferEncoding),
  rule("blank-line-missing", "error", "RFC 9112 section 2.1", blankLineMissing),
  rule("blank-line-extra", "hint", "RFC 9112 section 2.1; XML 1.0 section 2.8", blankLineExtra, { ofBoundary: "body" }),
  rule("get-with-content", "warning", "SOAP over HTTP binding; RFC 9110 section 9.3.1", getWithContent, {
    about: "body",
  }),
  rule("authorization-basic", "error", "RFC 7617 section 2", basicCredentials),
];

function* valueInvalid(message: Message): Iterable<Report> {
  for (const line of message.syntax.headerLines) {
    if (line.kind === "continuation") yield* valueProblems(message.slice(line.value), (at) => line.value.start + at);
  }
  for (const { value } of message.fields) {
    for (const { at, ...report } of valueProblems(value.text, (offset) => offset))
      yield { ...report, at: value.at(at) };
  }
}

/** Returns at most 100 reports, because binary data would produce millions. */
function valueProblems(value: string, place: (offset: number) => number): Report[] {
  const reports: Report[] = [];
  for (const match of value.matchAll(
    /[\x00-\x08\x0a-\x1f\x7f]|[\u0080-\ud7ff\ue000-\uffff]|[\ud800-\udbff][\udc00-\udfff]?|[\udc00-\udfff]/g,
  )) {
    if (reports.length === 100) break;
    const start = place(match.index);
    reports.push({
      at: { start, end: start + match[0].length },
      message: l10n.t(
        "{0} isn't allowed in a header value. Use only printable ASCII characters, spaces and tabs.",
        shownCharacter(match[0]),
      ),
    });
  }
  return reports;
}

function* contentEncoding(message: Message): Iterable<Report> {
  const field = message.field("content-encoding");
  const coding = field?.value.text.trim().toLowerCase();
  if (!field || coding === "identity" || message.compression) return;
  if (/^(?:x-)?gzip$/.test(coding ?? "") && isGzipFile(message)) return;
  yield {
    at: field.value.typed,
    message: l10n.t("Content-Encoding is {0}, but the body is sent unencoded.", field.value.text),
    fixes: () => [removeFieldFix(message, field)],
  };
}

/** Reports a request with `# @compress` without the matching Content-Encoding header. */
function* compressHeader(message: Message): Iterable<Report> {
  const { compression } = message;
  const directive = message.segment.preamble.findLast(
    (item) => item.kind === "directive" && message.slice(item.name) === "compress",
  );
  if (!compression || directive?.kind !== "directive") return;
  const field = message.field("content-encoding");
  if (!field) {
    const header = `Content-Encoding: ${compression}`;
    yield {
      at: { start: directive.name.start - "@".length, end: directive.value.end },
      message: l10n.t("The body is compressed, but {0} is missing.", header),
      fixes: () => [insertHeaderFix(message, header)],
    };
  } else if (
    field.value.text
      .trim()
      .toLowerCase()
      .replace(/^x-(?=gzip$)/, "") !== compression
  ) {
    yield {
      at: field.value.typed,
      message: l10n.t("Content-Encoding is {0}, but the body is compressed with {1}.", field.value.text, compression),
      fixes: () => [changeTo(field.value.typed, compression)],
    };
  }
}

/** Whether the body is a file that begins like gzip (RFC 1952 section 2.3.1). */
function isGzipFile({ bodyFile }: Message): boolean {
  if (bodyFile?.file.kind !== "bytes" || bodyFile.replaced) return false;
  const [first, second] = bodyFile.file.bytes;
  return first === 0x1f && second === 0x8b;
}

function* expectation(message: Message): Iterable<Report> {
  for (const field of message.fieldsNamed("expect")) {
    const { text, typed, known } = field.value;
    if (!known || text.toLowerCase() === "100-continue" || text === "") continue;
    yield {
      at: typed,
      message: l10n.t(
        "Unknown expectation {0}. HTTP defines only 100-continue, and a service can respond with 417 (Expectation Failed).",
        text,
      ),
      fixes: () => [removeFieldFix(message, field), changeTo(typed, "100-continue")],
    };
  }
}

/** Reports header lines that look like comments: a field name may begin with `#` (RFC 9110 section 5.6.2). */
function* commentedField(message: Message): Iterable<Report> {
  for (const line of message.syntax.headerLines) {
    if (line.kind !== "comment" || message.text.charCodeAt(line.start) !== 0x23) continue;
    const nameEnd = tokenEnd(message.text, line.start, line.end);
    if (nameEnd === line.start + 1 || message.text.charAt(nameEnd) !== ":") continue;
    yield {
      at: { start: line.start, end: nameEnd },
      message: l10n.t(
        "This line is a comment and isn't sent. A header whose name starts with # can't be sent from a .soaphttp file.",
      ),
    };
  }
}

const single = ["content-type", "content-length", "host", "soapaction"];

function* duplicate(message: Message): Iterable<Report> {
  for (const name of single) {
    const [first, ...others] = message.fieldsNamed(name);
    if (!first) continue;
    for (const field of others) {
      yield {
        at: field.line.name,
        message: l10n.t("Duplicate {0} header.", field.name),
        related: [{ at: first.line.name, message: l10n.t("First occurrence") }],
        fixes: () => [removeFieldFix(message, field)],
      };
    }
  }
}

function* transferEncoding(message: Message): Iterable<Report> {
  const length = message.field("content-length");
  const withLength = length !== undefined;
  if (message.chunkSize !== undefined) return yield* ofChunks(message, length);
  for (const field of message.fieldsNamed("transfer-encoding")) {
    yield {
      at: field.line.name,
      message: transferEncodingText(message.isInChunks, withLength),
      fixes: () => (message.isInChunks ? [] : [withoutTransferEncoding(message, field, withLength)]),
    };
  }
}

/** Reports header fields that conflict with `# @chunked`. */
function* ofChunks(message: Message, length: Field | undefined): Iterable<Report> {
  const field = message.fieldsNamed("transfer-encoding").at(-1);
  const directive = message.segment.preamble.findLast(
    (item) => item.kind === "directive" && message.slice(item.name) === "chunked",
  );
  if (directive?.kind !== "directive") return;
  const header = "Transfer-Encoding: chunked";
  const missing = l10n.t("The body is sent in chunks, but {0} is missing.", header);
  if (!field) {
    const at = { start: directive.name.start - "@".length, end: directive.value.end };
    yield { at, message: missing, fixes: () => [insertHeaderFix(message, header)] };
  } else if (!/(?:^|[,\s])chunked\s*$/i.test(field.value.text)) {
    yield { at: field.value.typed, message: missing, fixes: () => [changeTo(field.value.typed, "chunked")] };
  }
  if (length) {
    yield {
      at: length.line.name,
      message: transferEncodingText(true, true),
      fixes: () => [removeFieldFix(message, length)],
    };
  }
}

function transferEncodingText(isInChunks: boolean, withLength: boolean): string {
  if (withLength) {
    return isInChunks
      ? l10n.t(
          "Transfer-Encoding can't be combined with Content-Length, because it allows request smuggling. Depending on the service, either header applies or the request is rejected.",
        )
      : l10n.t(
          "Transfer-Encoding can't be combined with Content-Length, because it allows request smuggling. The body isn't chunked, so remove Transfer-Encoding.",
        );
  }
  return isInChunks
    ? l10n.t(
        "The SOAP HTTP binding requires Content-Length instead of Transfer-Encoding. The chunks are sent as typed, and their content isn't checked.",
      )
    : l10n.t(
        "The SOAP HTTP binding requires Content-Length instead of Transfer-Encoding. The body isn't sent in chunks.",
      );
}

function withoutTransferEncoding(message: Message, field: Field, withLength: boolean): Fix {
  if (withLength) return removeFieldFix(message, field);
  return fix(
    l10n.t("Replace with Content-Length"),
    removeLine(message.text, field.line),
    insertHeader(message, `Content-Length: ${countText(message) ?? 0}`, "first"),
  );
}

function* blankLineMissing({ syntax, text, isBare }: Message): Iterable<Report> {
  const { boundary } = syntax;
  if (boundary?.kind === "blanks") {
    const at = { start: boundary.start, end: boundary.end };
    yield {
      at,
      message: l10n.t(
        "The line after the headers must be empty, but it contains {0} spaces or tabs.",
        at.end - at.start,
      ),
      fixes: () => [automaticFix(l10n.t("Remove spaces and tabs"), remove(at))],
    };
  }
  if (boundary?.kind === "missing" && !isBare) {
    const before =
      syntax.headerLines.at(-1)?.end ?? syntax.requestLine?.end ?? syntax.statusLine?.end ?? boundary.start;
    yield {
      at: firstWord(text, boundary.start),
      message: l10n.t("Expected an empty line between headers and body."),
      fixes: () => [
        automaticFix(l10n.t("Insert empty line"), insert(boundary.start, text.slice(before, afterBreak(text, before)))),
      ],
    };
  }
}

function* blankLineExtra(message: Message): Iterable<Report> {
  const { text, malformedFields } = message;
  const below = malformedFields.find(({ kind }) => kind === "below");
  if (below) {
    const at = { start: below.start, end: below.end };
    yield {
      at,
      severity: "error",
      message: l10n.t(
        "This empty line ends the header section, so the headers below it are part of the body. Remove the line.",
      ),
      fixes: () => [fix(l10n.t("Remove empty lines"), remove(at))],
    };
    return;
  }
  const { body, boundary } = message.syntax;
  if (!body || !message.hasBody || message.isBare || message.bodyFile || boundary?.kind === "missing") return;
  let end = body.start;
  for (let next = afterBreak(text, end); next > end; next = afterBreak(text, end)) end = next;
  if (end === body.start) return;
  const at = { start: body.start, end };
  const removal = fix(l10n.t("Remove extra empty lines"), remove(at));
  if (text.startsWith("<?xml", end)) {
    yield {
      at,
      severity: "error",
      message: l10n.t(
        "This extra empty line is part of the body, but the XML declaration must come first. Remove the line.",
      ),
      fixes: () => [{ ...removal, automatic: true }],
    };
  } else {
    yield {
      at,
      message: l10n.t("This extra empty line is part of the body and counts in Content-Length."),
      fixes: () => [removal],
    };
  }
}

function* getWithContent(message: Message): Iterable<Report> {
  if (!message.isGet) return;
  for (const name of ["content-type", "content-length"]) {
    const field = message.field(name);
    if (!field) continue;
    yield {
      at: field.line.name,
      message: l10n.t("{0} isn't allowed in a GET request, because it has no body.", field.name),
      fixes: () => [removeFieldFix(message, field)],
    };
  }
  const { body } = message.syntax;
  if (body && message.hasBody) {
    const at = firstWord(message.text, body.start);
    yield {
      at,
      message: l10n.t("A GET request can't have a body. Services ignore it or reject the request."),
      fixes: () => [fix(l10n.t("Remove body"), remove({ start: body.start, end: body.end }))],
    };
  }
}

/** The character (if it is visible) and its code point. */
export function shownCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const isVisible = code > 0x20 && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000);
  return isVisible ? `${character} (${codePointName(code)})` : codePointName(code);
}
