import * as l10n from "@vscode/l10n";
import type { BodyFile } from "../bodyFile.ts";
import type { Message } from "../message.ts";
import { acceptedEnd, type BodyText, canonicalLength, lengthWith } from "../messageBody.ts";
import type { Charset } from "../text/charset.ts";
import { contentLengthVariable } from "../variables/scope.ts";
import { countText, insertHeader, remove, replace } from "./edits.ts";
import type { Fix, Report, Rule } from "./rule.ts";

const missing: Rule = {
  code: "content-length-missing",
  severity: "error",
  source: "SOAP over HTTP binding",
  *check(message) {
    if (!message.isPost || message.isBare) return;
    if (message.hasOrMalformed("content-length") || message.field("transfer-encoding")) return;
    const count = countText(message);
    yield {
      at: message.headPlace,
      message:
        count === undefined || !/^\d/.test(count)
          ? l10n.t("Missing Content-Length header. A POST request requires the length of its body in bytes.")
          : l10n.t("Missing Content-Length header. The body is {0} bytes in {1}.", count, charsetName(message)),
      fixes: () =>
        count === undefined
          ? []
          : [
              {
                title: l10n.t("Insert Content-Length: {0}", count),
                automatic: true,
                edits: [insertHeader(message, `Content-Length: ${count}`)],
              },
            ],
    };
  },
};

const invalid: Rule = {
  code: "content-length-invalid",
  severity: "error",
  source: "RFC 9110 section 8.6",
  *check(message) {
    const field = message.field("content-length");
    if (!field || isCount(field.value.text) || isAtSending(field.value.text) || !field.value.known) return;
    const { text, typed } = field.value;
    const digits = /^\d+$/.test(text);
    yield {
      at: typed.start < typed.end ? typed : field.line.name,
      message: digits
        ? l10n.t("Content-Length is {0}, which is too large.", text)
        : text === ""
          ? l10n.t("Content-Length has no value. It must be the length of the body in bytes.")
          : l10n.t("Content-Length is {0}. It must be the length of the body in bytes, and contain only digits.", text),
      fixes: () => countFix(message),
    };
  },
};

const mismatch: Rule = {
  code: "content-length-mismatch",
  severity: "error",
  source: "SOAP over HTTP binding; RFC 9110 section 8.6",
  *check(message) {
    const field = message.field("content-length");
    if (!field || !isCount(field.value.text)) return;
    const declared = Number(field.value.text);
    const at = field.value.typed;
    const { body, charset } = message;
    if (!body) {
      if (message.bodyFile) yield* ofFile(message, message.bodyFile, declared);
      else if (declared > 0) yield withoutBody(message, declared);
      return;
    }
    if (!body.known) {
      yield* unknownLength(message);
      return;
    }
    const actual = message.bodyLength;
    if (!charset.charset || actual === undefined) return;
    if (acceptedEnd(body, charset.charset, declared, actual) !== undefined) return;
    if (countsUpToRequestLine(message, charset.charset, declared)) return;
    const other = message.bodyFile ? undefined : otherWay(message, body, charset.charset, declared, actual);
    yield {
      at,
      message: [difference(declared, actual, charset.charset.name), ...(other ? [other.hint] : [])].join(" "),
      fixes: () => [...(other?.fixes ?? []), ...countFix(message)],
    };
  },
};

/** `Content-Length is 299, but the body has 295 bytes in utf-8 (4 too many).` */
function difference(declared: number, actual: number, charset: string): string {
  return declared > actual
    ? l10n.t(
        "Content-Length is {0}, but the body is {1} bytes in {2} ({3} too many).",
        declared,
        actual,
        charset,
        declared - actual,
      )
    : l10n.t(
        "Content-Length is {0}, but the body is {1} bytes in {2} ({3} too few).",
        declared,
        actual,
        charset,
        actual - declared,
      );
}

function withoutBody(message: Message, declared: number): Report {
  const field = message.field("content-length");
  return {
    at: field?.value.typed ?? message.headPlace,
    message: l10n.t("Content-Length is {0}, but the request has no body (0 bytes).", declared),
    fixes: () => countFix(message),
  };
}

/** A file is sent byte for byte: nothing but its length is right. */
function* ofFile(message: Message, { path }: BodyFile, declared: number): Iterable<Report> {
  const field = message.field("content-length");
  const { bodyLength } = message;
  if (!field || bodyLength === undefined || bodyLength === declared) return;
  yield {
    at: field.value.typed,
    message: l10n.t("Content-Length is {0}, but the file {1} is {2} bytes.", declared, path, bodyLength),
    fixes: () => countFix(message),
  };
}

/** Only where the length can't be known yet; an undefined variable has a report of its own. */
function* unknownLength(message: Message): Iterable<Report> {
  const field = message.field("content-length");
  const references = message.bodyFileText?.references ?? message.bodyReferences;
  const values = references.map(({ name }) => ({ name, value: message.scope.lookup(name) }));
  const waits = values.find(({ value }) => value.kind === "atSending" && value.sample === undefined);
  if (!field || !waits || values.some(({ value }) => value.kind === "undefined")) return;
  yield {
    at: field.value.typed,
    severity: "information",
    message: l10n.t(
      "The value of {0} is known only when the request is sent, so Content-Length can't be checked now. Use {1} to calculate it at sending.",
      `{{${waits.name}}}`,
      `{{${contentLengthVariable}}}`,
    ),
    fixes: () => countFix(message),
  };
}

/** Why the count may be right after all: with other line ends, or without the byte order mark. */
function otherWay(
  message: Message,
  body: BodyText,
  charset: Charset,
  declared: number,
  actual: number,
): { readonly hint: string; readonly fixes: readonly Fix[] } | undefined {
  for (const lineEnds of ["\r\n", "\n"] as const) {
    const { length, perBreak, trailing } = lengthWith(body, charset, actual, lineEnds);
    const more = (declared - length) / perBreak;
    if (length === actual && more > trailing) continue;
    if (Number.isInteger(more) && more >= 0 && more <= trailing) {
      const name = lineEnds === "\n" ? "LF" : "CRLF";
      return {
        hint: l10n.t("It would be correct with {0} line endings.", name),
        fixes: [{ title: l10n.t("Change line endings to {0}", name), edits: [], lineEnds }],
      };
    }
  }
  const start = message.request.body?.start ?? 0;
  if (body.source.charCodeAt(body.start) === 0xfeff) {
    const without = charset.byteLength(body.source, body.start + 1, body.canonicalEnd);
    if (acceptedEnd(body, charset, declared, without) !== undefined) {
      return {
        hint: l10n.t("It would be correct without the byte order mark."),
        fixes: [{ title: l10n.t("Remove byte order mark"), edits: [remove({ start, end: start + 1 })] }],
      };
    }
  }
  return undefined;
}

/** The count is that of the body before a request line that lacks its separator: separator-missing says what is wrong. */
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
  const { typed } = field.value;
  const edit =
    typed.start < typed.end
      ? replace(typed, count)
      : replace({ start: field.line.colon + 1, end: field.line.end }, ` ${count}`);
  return [{ title: l10n.t("Change Content-Length to {0}", count), automatic: true, edits: [edit] }];
}

function isCount(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER;
}

function isAtSending(text: string): boolean {
  return text === `{{${contentLengthVariable}}}`;
}

function charsetName(message: Message): string {
  return message.charset.charset?.name ?? message.charset.name;
}

export const contentLengthRules: readonly Rule[] = [missing, invalid, mismatch];
