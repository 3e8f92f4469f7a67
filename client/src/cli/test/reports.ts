import { seedIn } from "../../../../server/src/service/languageService.ts";
import { shownAtEachEnd } from "../../../../server/src/text/limits.ts";
import { withoutNamedSecrets } from "../../../../server/src/text/redaction.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { type TestResult, testName } from "../../core/run/results.ts";
import { redactedResult, type TestReport } from "../../core/testing/report.ts";
import { documentOf } from "../check/checkedFile.ts";
import type { ChosenRequest } from "../send/openFiles.ts";
import type { Shown } from "./fileHost.ts";

const mostSeen = 1000;

/** Returns the tests of a file for reports, with lines instead of offsets, and without secrets. */
export function reportsOf(
  results: readonly TestResult<Shown>[],
  requests: readonly ChosenRequest[],
  secrets: ReadonlySet<string>,
  seed?: string,
): readonly TestReport[] {
  const withoutSecrets = redactor([...secrets]);
  // Most texts are the same in many tests; the texts of rows aren't.
  const seen = new Map<string, string>();
  const redact = (text: string) => {
    const redacted = seen.get(text) ?? withoutSecrets(withoutNamedSecrets(text));
    if (seen.size < mostSeen) seen.set(text, redacted);
    return redacted;
  };
  // The positions of findings are our own text: the 132 in them isn't a cookie with this value.
  const inSentences = (text: string) =>
    text
      .split(/^(\d+:\d+: )/m)
      .map((part, index) => (index % 2 === 0 ? redact(part) : part))
      .join("");
  const [first] = requests;
  const document = first && documentOf(first.analysis.document.text);
  return results.map((result): TestReport => {
    const { request, outcome, why, duration, attempts, exchange } = result;
    const chosen = requests[request.id];
    const line = chosen?.line ?? 1;
    // An .http file is analyzed in this format, so its offsets refer to another text.
    const isTyped = document && chosen && document.positionAt(chosen.request.line.start).line + 1 === line;
    const lineAt = (at: number) => (isTyped ? document.positionAt(chosen.request.segment.start + at).line + 1 : line);
    return {
      file: chosen?.file ?? "",
      line,
      name: redact(testName(result)),
      title: request.title === undefined ? undefined : redact(request.title),
      outcome,
      why: why === undefined ? undefined : inSentences(why),
      results: result.results.map(({ at, ...expectation }) => ({
        ...redactedResult(expectation, redact),
        line: at ? lineAt(at.start) : line,
      })),
      duration,
      attempts,
      seed: attempts > 0 && chosen ? (seed ?? seedIn(chosen.analysis.document)) : undefined,
      exchange: outcome === "passed" || !exchange ? undefined : exchangeTexts(exchange, withoutSecrets),
    };
  });
}

function exchangeTexts({ sent, received }: Shown & object, redact: (text: string) => string): TestReport["exchange"] {
  const { requestLine, head, emptyLine, body } = sent.outgoing;
  const request = `${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}${textOf(body)}`;
  const response =
    received.kind === "response"
      ? `${new TextDecoder().decode(received.head)}${textOf(received.body)}`
      : received.kind === "failed"
        ? received.why
        : "";
  return { request: beginningOf(redact(request)), response: beginningOf(redact(response)) };
}

function textOf(body: Uint8Array): string {
  return withoutNamedSecrets(new TextDecoder().decode(body));
}

/** Secrets were redacted before, because a secret that is cut in half wouldn't be recognized. */
function beginningOf(text: string): string {
  const more = text.length - shownAtEachEnd;
  return more > 0 ? `${text.slice(0, shownAtEachEnd)}\n… ${more} more characters` : text;
}
