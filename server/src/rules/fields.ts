import * as l10n from "@vscode/l10n";
import { tokenEnd } from "../http/tokens.ts";
import type { MalformedField } from "../malformedFields.ts";
import type { Field, Message } from "../message.ts";
import { afterBreak } from "../text/lines.ts";
import { countText, firstWord, insert, insertHeader, remove, removeFieldFix, removeLine, replace } from "./edits.ts";
import type { Fix, Report, Rule } from "./rule.ts";

/*
 * Rules for the syntax of the header section that apply to every field.
 */

const valueInvalid: Rule = {
  code: "header-value-invalid",
  severity: "error",
  source: "RFC 9110 section 5.5",
  *check(message) {
    for (const line of message.request.headerLines) {
      if (line.kind === "continuation") yield* valueProblems(message.slice(line.value), (at) => line.value.start + at);
    }
    for (const { value } of message.fields) {
      for (const { at, ...report } of valueProblems(value.text, (offset) => offset))
        yield { ...report, at: value.at(at) };
    }
  },
};

/** At most 100 reports per line, so that binary data doesn't produce millions. */
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
        show(match[0]),
      ),
    });
  }
  return reports;
}

const contentEncoding: Rule = {
  code: "content-encoding",
  severity: "warning",
  source: "RFC 9110 section 8.4",
  *check(message) {
    const field = message.field("content-encoding");
    if (!field || field.value.text.toLowerCase() === "identity") return;
    yield {
      at: field.value.typed,
      message: l10n.t("Content-Encoding is {0}, but the body is sent unencoded.", field.value.text),
      fixes: () => [removeFieldFix(message, field)],
    };
  },
};

const expectation: Rule = {
  code: "expect-unknown",
  severity: "warning",
  source: "RFC 9110 section 10.1.1",
  *check(message) {
    for (const field of message.fieldsNamed("expect")) {
      const { text, typed, known } = field.value;
      if (!known || text.toLowerCase() === "100-continue" || text === "") continue;
      yield {
        at: typed,
        message: l10n.t(
          "Unknown expectation {0}. HTTP defines only 100-continue, and a service can respond with 417 (Expectation Failed).",
          text,
        ),
        fixes: () => [
          removeFieldFix(message, field),
          { title: l10n.t("Change to {0}", "100-continue"), edits: [replace(typed, "100-continue")] },
        ],
      };
    }
  },
};

/** A field name may begin with `#` (RFC 9110 section 5.6.2), so a line of a recorded message can look like a comment. */
const commentedField: Rule = {
  code: "header-comment",
  severity: "information",
  source: "the .soaphttp format; RFC 9110 section 5.1",
  *check(message) {
    for (const line of message.request.headerLines) {
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
  },
};

const single = ["content-type", "content-length", "host", "soapaction"];

const duplicate: Rule = {
  code: "header-duplicate",
  severity: "error",
  source: "RFC 9110 sections 5.3 and 8.6",
  *check(message) {
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
  },
};

const transferEncoding: Rule = {
  code: "transfer-encoding",
  severity: "error",
  source: "SOAP over HTTP binding; RFC 9112 section 6.2",
  *check(message) {
    const both = message.field("content-length") !== undefined;
    for (const field of message.fieldsNamed("transfer-encoding")) {
      yield {
        at: field.line.name,
        message: message.isInChunks ? besideChunks(both) : besidePlainBody(both),
        fixes: () => (message.isInChunks ? [] : [withoutTransferEncoding(message, field, both)]),
      };
    }
  },
};

function besidePlainBody(both: boolean): string {
  return both
    ? l10n.t(
        "Transfer-Encoding can't be combined with Content-Length, because it allows request smuggling. The body isn't chunked, so remove Transfer-Encoding.",
      )
    : l10n.t(
        "The SOAP HTTP binding requires Content-Length instead of Transfer-Encoding. The body isn't sent in chunks.",
      );
}

function besideChunks(both: boolean): string {
  return both
    ? l10n.t(
        "Transfer-Encoding can't be combined with Content-Length, because it allows request smuggling. Depending on the service, either header applies or the request is rejected.",
      )
    : l10n.t(
        "The SOAP HTTP binding requires Content-Length instead of Transfer-Encoding. The chunks are sent as typed, and their content isn't checked.",
      );
}

function withoutTransferEncoding(message: Message, field: Field, both: boolean): Fix {
  if (both) return removeFieldFix(message, field);
  return {
    title: l10n.t("Replace with Content-Length"),
    edits: [
      removeLine(message.text, field.line),
      insertHeader(message, `Content-Length: ${countText(message) ?? 0}`, "first"),
    ],
  };
}

const blankLineMissing: Rule = {
  code: "blank-line-missing",
  severity: "error",
  source: "RFC 9112 section 2.1",
  *check({ request, text, isBare }) {
    const { boundary } = request;
    if (boundary?.kind === "blanks") {
      const at = { start: boundary.start, end: boundary.end };
      yield {
        at,
        message: l10n.t(
          "The line after the headers must be empty, but it contains {0} spaces or tabs.",
          at.end - at.start,
        ),
        fixes: () => [{ title: l10n.t("Remove spaces and tabs"), automatic: true, edits: [remove(at)] }],
      };
    }
    if (boundary?.kind === "missing" && !isBare) {
      const before = request.headerLines.at(-1)?.end ?? request.line?.end ?? boundary.start;
      yield {
        at: firstWord(text, boundary.start),
        message: l10n.t("Expected an empty line between headers and body."),
        fixes: () => [
          {
            title: l10n.t("Insert empty line"),
            automatic: true,
            edits: [insert(boundary.start, text.slice(before, afterBreak(text, before)))],
          },
        ],
      };
    }
  },
};

const blankLineExtra: Rule = {
  code: "blank-line-extra",
  severity: "hint",
  source: "RFC 9112 section 2.1; XML 1.0 section 2.8",
  *check(message) {
    const below = message.malformedFields.find(({ kind }) => kind === "below");
    if (below) {
      yield inMiddleOfHead(below);
      return;
    }
    const { body, boundary } = message.request;
    if (!body || !message.hasBody || message.isBare || message.bodyFile || boundary?.kind === "missing") return;
    let end = body.start;
    for (let next = afterBreak(message.text, end); next > end; next = afterBreak(message.text, end)) end = next;
    if (end === body.start) return;
    const at = { start: body.start, end };
    const declaration = message.text.startsWith("<?xml", end);
    yield {
      at,
      ...(declaration ? { severity: "error" } : {}),
      message: declaration
        ? l10n.t("This extra empty line is part of the body, but the XML declaration must come first. Remove the line.")
        : l10n.t("This extra empty line is part of the body and counts in Content-Length."),
      fixes: () => [{ title: l10n.t("Remove extra empty lines"), automatic: declaration, edits: [remove(at)] }],
    };
  },
};

/** The header lines below stay where they are; only what divides them from those above goes. */
function inMiddleOfHead({ start, end }: MalformedField): Report {
  const at = { start, end };
  return {
    at,
    severity: "error",
    message: l10n.t(
      "This empty line ends the header section, so the headers below it are part of the body. Remove the line.",
    ),
    fixes: () => [{ title: l10n.t("Remove empty lines"), edits: [remove(at)] }],
  };
}

const getWithContent: Rule = {
  code: "get-with-content",
  severity: "warning",
  source: "SOAP over HTTP binding; RFC 9110 section 9.3.1",
  *check(message) {
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
    const { body } = message.request;
    if (body && message.hasBody) {
      const at = firstWord(message.text, body.start);
      yield {
        at,
        message: l10n.t("A GET request can't have a body. Services ignore it or reject the request."),
        fixes: () => [{ title: l10n.t("Remove body"), edits: [remove({ start: body.start, end: body.end })] }],
      };
    }
  },
};

/** A character as a message can show it: itself where it has a shape, always its code point. */
export function show(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const point = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return code > 0x20 && code !== 0x7f && !(code >= 0x80 && code < 0xa0) && !(code >= 0xd800 && code < 0xe000)
    ? `${character} (${point})`
    : point;
}

export const fieldRules: readonly Rule[] = [
  valueInvalid,
  contentEncoding,
  expectation,
  commentedField,
  duplicate,
  transferEncoding,
  blankLineMissing,
  blankLineExtra,
  getWithContent,
];
