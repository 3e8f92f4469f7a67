import * as l10n from "@vscode/l10n";
import type { BodyText } from "../message/body.ts";
import { acceptedEnd, canonicalLength, lengthWith } from "../message/bodyBytes.ts";
import type { BodyFile } from "../message/bodyFile.ts";
import type { Message } from "../message/message.ts";
import { contentLengthVariable } from "../message/scope.ts";
import type { Charset } from "../text/charset.ts";
import { automaticFix, countText, fix, insertHeaderFix, lineEndsFix, remove, setValue, valuePlace } from "./edits.ts";
import { type Fix, missingHeader, type Report, type Rule, rule } from "./rule.ts";

export const contentLengthRules: readonly Rule[] = [
  rule("content-length-missing", "error", "SOAP over HTTP binding", missing, missingHeader),
  rule("content-length-invalid", "error", "RFC 9110 section 8.6", invalid, { reports: "count" }),
  rule("content-length-mismatch", "error", "SOAP over HTTP binding; RFC 9110 section 8.6", lengthMismatch, {
    about: "body",
    reports: "count",
    followsFromCut: true,
    waitsFor: "body",
  }),
];

function* missing(message: Message): Iterable<Report> {
  if (!message.isPost || message.isBare) return;
  if (message.hasOrMalformed("content-length") || message.field("transfer-encoding")) return;
  if (message.chunkSize !== undefined) return;
  const count = countText(message);
  const charset = message.charset.charset?.name ?? message.charset.name;
  yield {
    at: message.headPlace,
    message:
      count === undefined || !/^\d/.test(count)
        ? l10n.t("Missing Content-Length header. A POST request requires the length of its body in bytes.")
        : l10n.t("Missing Content-Length header. The body is {0} bytes in {1}.", count, charset),
    fixes: () => (count === undefined ? [] : [insertHeaderFix(message, `Content-Length: ${count}`)]),
  };
}

function* invalid(message: Message): Iterable<Report> {
  const field = message.field("content-length");
  if (!field?.value.known || isCount(field.value.text) || field.value.text === `{{${contentLengthVariable}}}`) return;
  const { text } = field.value;
  yield {
    at: valuePlace(field),
    message: /^\d+$/.test(text)
      ? l10n.t("Content-Length is {0}, which is too large.", text)
      : text === ""
        ? l10n.t("Content-Length has no value. It must be the length of the body in bytes.")
        : l10n.t("Content-Length is {0}. It must be the length of the body in bytes, and contain only digits.", text),
    fixes: () => countFix(message),
  };
}

export function* lengthMismatch(message: Message): Iterable<Report> {
  const field = message.field("content-length");
  if (!field || !isCount(field.value.text)) return;
  const problem = countProblem(message, Number(field.value.text));
  if (!problem) return;
  const { fixes = [], ...report } = problem;
  yield { at: field.value.typed, ...report, fixes: () => [...fixes, ...countFix(message)] };
}

interface CountProblem extends Pick<Report, "message" | "severity"> {
  readonly fixes?: readonly Fix[];
}

function countProblem(message: Message, declared: number): CountProblem | undefined {
  const { body, bodyFile, bodyLength: actual, compression } = message;
  const { charset } = message.charset;
  if (compression && (bodyFile || body?.known)) return compressedProblem(message, declared);
  if (!body) return bodyFile ? fileProblem(bodyFile, declared, actual) : withoutBody(message, declared);
  if (!body.known) return unknownLength(message);
  if (!charset || actual === undefined || acceptedEnd(body, charset, declared, actual) !== undefined) return undefined;
  if (countsUpToRequestLine(message, charset, declared)) return undefined;
  const cause = bodyFile ? undefined : causeOf(message, body, charset, declared, actual);
  const difference = differenceText(declared, actual, charset.name);
  return { message: [difference, cause?.hint ?? []].flat().join(" "), fixes: cause ? [cause.fix] : [] };
}

/** The problem with a compressed body. Its length is known if no value in the body is a sample. */
function compressedProblem({ body, bodyLength }: Message, declared: number): CountProblem | undefined {
  if (bodyLength !== undefined) {
    if (bodyLength === declared) return undefined;
    return { message: l10n.t("Content-Length is {0}, but the compressed body is {1} bytes.", declared, bodyLength) };
  }
  if (!body?.isSampled) return undefined;
  return {
    severity: "information",
    message: l10n.t(
      "The length of the compressed body is known only when the request is sent, so Content-Length can't be checked now. Use {0} to calculate it at sending.",
      `{{${contentLengthVariable}}}`,
    ),
  };
}

function differenceText(declared: number, actual: number, charset: string): string {
  const by = Math.abs(declared - actual);
  return declared > actual
    ? l10n.t("Content-Length is {0}, but the body is {1} bytes in {2} ({3} too many).", declared, actual, charset, by)
    : l10n.t("Content-Length is {0}, but the body is {1} bytes in {2} ({3} too few).", declared, actual, charset, by);
}

function withoutBody({ kind }: Message, declared: number): CountProblem | undefined {
  if (declared === 0) return undefined;
  return {
    message:
      kind === "response"
        ? l10n.t("Content-Length is {0}, but the response has no body (0 bytes).", declared)
        : l10n.t("Content-Length is {0}, but the request has no body (0 bytes).", declared),
  };
}

function fileProblem({ path }: BodyFile, declared: number, actual: number | undefined): CountProblem | undefined {
  if (actual === undefined || actual === declared) return undefined;
  return { message: l10n.t("Content-Length is {0}, but the file {1} is {2} bytes.", declared, path, actual) };
}

/** Reports a count if the length is only known when the request is sent. Another rule reports undefined variables. */
function unknownLength({ bodyFileText, bodyReferences, kind, scope }: Message): CountProblem | undefined {
  const references = bodyFileText?.references ?? bodyReferences;
  const values = references.map(({ name }) => ({ name, value: scope.content(name) }));
  const atSending = values.find(({ value }) =>
    value.kind === "bytes" ? value.length === undefined : value.kind === "atSending" && value.sample === undefined,
  );
  if (!atSending || values.some(({ value }) => value.kind === "undefined")) return undefined;
  if (kind === "response") {
    return {
      message: l10n.t(
        "The value of {0} is different for each request, so Content-Length can't be checked. Use {1} to calculate it.",
        `{{${atSending.name}}}`,
        `{{${contentLengthVariable}}}`,
      ),
    };
  }
  return {
    severity: "information",
    message: l10n.t(
      "The value of {0} is known only when the request is sent, so Content-Length can't be checked now. Use {1} to calculate it at sending.",
      `{{${atSending.name}}}`,
      `{{${contentLengthVariable}}}`,
    ),
  };
}

/** A possible cause of a different count: other line endings, or a byte order mark. */
function causeOf(
  message: Message,
  body: BodyText,
  charset: Charset,
  declared: number,
  actual: number,
): { readonly hint: string; readonly fix: Fix } | undefined {
  for (const lineEnds of ["\r\n", "\n"] as const) {
    // CRLF can only make the body longer.
    if (lineEnds === "\r\n" && declared < actual) continue;
    const { length, perBreak, trailing } = lengthWith(body, charset, actual, lineEnds);
    const more = (declared - length) / perBreak;
    if (!Number.isInteger(more) || more < 0 || more > trailing) continue;
    const name = lineEnds === "\n" ? "LF" : "CRLF";
    return { hint: l10n.t("It would be correct with {0} line endings.", name), fix: lineEndsFix(lineEnds) };
  }
  if (body.source.charCodeAt(body.start) !== 0xfeff) return undefined;
  const withoutMark = charset.byteLength(body.source, body.start + 1, body.canonicalEnd);
  if (acceptedEnd(body, charset, declared, withoutMark) === undefined) return undefined;
  const start = message.syntax.body?.start ?? 0;
  return {
    hint: l10n.t("It would be correct without the byte order mark."),
    fix: fix(l10n.t("Remove byte order mark"), remove({ start, end: start + 1 })),
  };
}

/** Whether the count ends before a request line without a separator. The rule separator-missing reports this. */
function countsUpToRequestLine(message: Message, charset: Charset, declared: number): boolean {
  const { body } = message;
  const line = message.strayRequestLine;
  if (!line || !body || body.source !== message.text) return false;
  let canonicalEnd = line.start;
  while (canonicalEnd > body.start && /[\r\n]/.test(body.source.charAt(canonicalEnd - 1))) canonicalEnd--;
  const before = { ...body, canonicalEnd, end: line.start };
  return acceptedEnd(before, charset, declared, canonicalLength(before, charset)) !== undefined;
}

function countFix(message: Message): Fix[] {
  const field = message.field("content-length");
  const count = countText(message);
  if (!field || count === undefined) return [];
  return [automaticFix(l10n.t("Change Content-Length to {0}", count), setValue(field, count))];
}

function isCount(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER;
}
