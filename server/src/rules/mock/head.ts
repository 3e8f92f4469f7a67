import * as l10n from "@vscode/l10n";
import { statusFact } from "../../http/facts.ts";
import type { MockResponse } from "../../mock/response.ts";
import { firstBreak } from "../../text/lines.ts";
import { lengthMismatch } from "../contentLength.ts";
import { changeTo, countText, fix, insert, insertFix, insertHeaderFix, removeFieldFix, replace } from "../edits.ts";
import type { Report } from "../rule.ts";
import { hasVariable } from "../soap/xmlMessage.ts";

/** Reports an invalid status line (RFC 9112 section 4). The line is sent as typed, so parts with variables aren't checked. */
export function* statusLineMalformed(response: MockResponse): Iterable<Report> {
  const { statusLine, text, isBare, syntax } = response;
  if (!statusLine) {
    const lineBreak = firstBreak(text);
    const inserted = `HTTP/1.1 200 OK${lineBreak}${isBare ? lineBreak : ""}`;
    yield {
      at: response.headPlace,
      message: l10n.t("Missing status line. A response begins with a line such as HTTP/1.1 200 OK."),
      fixes: () => [insertFix(syntax.start, inserted, "HTTP/1.1 200 OK")],
    };
    return;
  }
  const { version, status, code, reason } = statusLine;
  if (!version) {
    const at = syntax.first;
    yield {
      at: status ?? at,
      message: l10n.t("Missing HTTP version. A status line has the form HTTP/1.1 200 OK."),
      fixes: () => [insertFix(at.start, "HTTP/1.1 ", "HTTP/1.1")],
    };
    return;
  }
  const typed = response.slice(version);
  if (!hasVariable(typed) && !/^HTTP\/1\.[01]$/.test(typed)) {
    yield {
      at: version,
      message: l10n.t("The version is {0}, but must be HTTP/1.1 or HTTP/1.0.", typed),
      fixes: () => [changeTo(version, "HTTP/1.1")],
    };
  }
  if (!status || (!hasVariable(response.slice(status)) && (code === undefined || code < 100 || code > 599))) {
    yield {
      at: status ?? version,
      message: l10n.t("Missing status. It must be a number from 100 to 599, such as 200."),
      fixes: () => (status ? [] : [fix(l10n.t("Insert {0}", "200 OK"), insert(version.end, " 200 OK"))]),
    };
    return;
  }
  yield* spaces(response, [version, status, reason], statusLine.start, code);
}

export function* responseLengthMissing(response: MockResponse): Iterable<Report> {
  if (!response.statusLine || !mayHaveBody(response)) return;
  if (response.hasOrMalformed("content-length") || response.field("transfer-encoding")) return;
  const count = countText(response);
  yield {
    at: response.headPlace,
    message: l10n.t(
      "The response has neither Content-Length nor Transfer-Encoding: chunked. A complete body can't be distinguished from a lost connection.",
    ),
    fixes: () => (count === undefined ? [] : [insertHeaderFix(response, `Content-Length: ${count}`)]),
  };
}

/** In a response to HEAD and in a 304, Content-Length is that of a body that isn't sent (RFC 9110 section 8.6). */
export function responseLengthMismatch(response: MockResponse): Iterable<Report> {
  const isToHead = response.directives.conditions.some((one) => one.kind === "method" && one.name === "HEAD");
  if (!response.hasBody && (isToHead || response.statusLine?.code === 304)) return [];
  return lengthMismatch(response);
}

/** Reports Transfer-Encoding together with Content-Length, or with a body that isn't in chunks (RFC 9112 section 6.1). */
export function* chunksMissing(response: MockResponse): Iterable<Report> {
  const withLength = response.field("content-length") !== undefined;
  for (const field of response.fieldsNamed("transfer-encoding")) {
    if (withLength) {
      const message = l10n.t(
        "Transfer-Encoding can't be combined with Content-Length. Clients disagree about the end of such a response.",
      );
      yield { at: field.line.name, message, fixes: () => [removeFieldFix(response, field)] };
    } else if (!response.isInChunks && !response.bodyFile) {
      const message = l10n.t("The body isn't written in chunks, so clients can't find its end.");
      yield { at: field.line.name, message, fixes: () => [removeFieldFix(response, field)] };
    }
  }
}

/** Reports spaces before the parts of the status line, and anything but one space between them. */
function* spaces(
  response: MockResponse,
  [version, status, reason]: readonly [Part, Part, Part],
  start: number,
  code: number | undefined,
): Iterable<Report> {
  const phrase = reason.start < reason.end ? reason : undefined;
  const gaps = [
    { start, end: version.start, expected: "" },
    { start: version.end, end: status.start, expected: " " },
    ...(phrase ? [{ start: status.end, end: phrase.start, expected: " " }] : []),
  ];
  for (const { expected, ...at } of gaps) {
    if (response.slice(at) === expected) continue;
    const text = expected === "" ? l10n.t("Whitespace isn't allowed here.") : l10n.t("Expected a single space.");
    yield { at, message: text, fixes: () => [fix(l10n.t("Remove whitespace"), replace(at, expected))] };
  }
  const usual = code === undefined ? undefined : statusFact(code)?.phrase;
  if (phrase || usual === undefined) return;
  yield {
    at: status,
    severity: "hint",
    message: l10n.t("The status line has no reason. Some clients expect a space after the status."),
    fixes: () => [insertFix(status.end, ` ${usual}`, usual)],
  };
}

type Part = NonNullable<MockResponse["statusLine"]>["reason"];

/** Whether the status allows a body (RFC 9112 section 6.3). */
function mayHaveBody({ statusLine }: MockResponse): boolean {
  const code = statusLine?.code ?? 200;
  return code >= 200 && code !== 204 && code !== 304;
}
