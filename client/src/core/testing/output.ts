import * as l10n from "@vscode/l10n";
import type { ExpectationResult } from "../../../../server/src/protocol/protocol.ts";
import { shownAtEachEnd } from "../../../../server/src/text/limits.ts";
import { withoutNamedSecrets } from "../../../../server/src/text/redaction.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { isSecretHeader } from "../../../../server/src/text/secretNames.ts";
import { type Exchange, responseOf } from "../exchange/exchange.ts";
import { unformattedText } from "../exchange/presentation.ts";
import { requestBytes } from "../exchange/transportRequest.ts";
import { expectationText, isBad, type TestOutcome, type TestResult, testName } from "../run/results.ts";
import { formatBytes, formatDuration } from "../text/quantities.ts";

const signs: Readonly<Record<TestOutcome, string>> = {
  passed: "✓",
  failed: "✗",
  noResponse: "✗",
  unsent: "✗",
  skipped: "-",
};

/** The lines about a test for a terminal: the request, its result, and the exchange if the test failed. Without secrets. */
export function outputOf(result: TestResult<Exchange>): string {
  const { request, outcome, duration, attempts, why, results, exchange } = result;
  const facts = attempts === 0 ? [] : [formatDuration(duration)];
  if (attempts > 1) facts.push(l10n.t("sent {0} times", attempts));
  const lines = [`${signs[outcome]} ${testName(result)}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`];
  if (isBad(outcome) && request.title !== undefined) lines.push(`    ${withoutNamedSecrets(request.title)}`);
  if (exchange) lines.push(`    ${summaryOf(exchange)}`);
  for (const line of why === undefined ? [] : withoutNamedSecrets(why).split("\n")) lines.push(`    ${line}`);
  for (const expectation of outcome === "passed" ? [] : results) {
    lines.push(`    ${expectation.held ? "✓" : "✗"} ${expectation.text}`);
    if (!expectation.held)
      lines.push(
        ...expectationText(expectation)
          .split("\n")
          .map((line) => `        ${line}`),
      );
  }
  if (exchange && outcome !== "passed") lines.push("", ...exchangeLines(exchange), "");
  return forTerminal(redactOutput(exchange)(`${lines.join("\n")}\n`));
}

/** Returns a function that redacts the secrets of exchanges, because VS Code stores reports of tests. */
export function redactOutput(...exchanges: readonly (Exchange | undefined)[]): (text: string) => string {
  return redactor(exchanges.flatMap((exchange) => (exchange ? secretsOf(exchange) : [])));
}

export function secretsOf(exchange: Exchange): readonly string[] {
  const fields = [...exchange.message.fields, ...(responseOf(exchange.result)?.fields ?? [])];
  const values = fields.filter(({ name }) => isSecretHeader(name)).map(({ value }) => value);
  return [...exchange.message.secrets, ...values];
}

/** The expected and the actual text, for a comparison side by side; undefined if there is nothing to compare. */
export function comparison({
  expected,
  actual,
  diff,
}: Pick<ExpectationResult, "expected" | "actual" | "diff">): readonly [expected: string, actual: string] | undefined {
  if (diff) {
    const side = (sign: string) => diff.filter((line) => line.startsWith(" ") || line.startsWith(sign));
    return [side("-"), side("+")].map((lines) => lines.map((line) => line.slice(2)).join("\n")) as [string, string];
  }
  return expected === undefined || actual === undefined ? undefined : [expected, actual];
}

function summaryOf({ message, result }: Exchange): string {
  const sent = `${message.requestLine} (${message.host}:${message.port})`;
  return result.kind === "response" ? `${sent} → ${`${result.status} ${result.reason}`.trim()}` : sent;
}

function exchangeLines(exchange: Exchange): readonly string[] {
  const { request, response } = exchangeTexts(exchange);
  return [l10n.t("Request"), request, "", l10n.t("Response"), response];
}

/** The beginnings of a request and of its response, without secrets. */
export function exchangeTexts(exchange: Exchange): { readonly request: string; readonly response: string } {
  const [head, body] = requestBytes(exchange.message);
  const redact = redactOutput(exchange);
  return {
    request: beginningOf(redact(withoutNamedSecrets(textOf(head) + textOf(body)))),
    response: beginningOf(redact(withoutNamedSecrets(unformattedText(exchange.result)))),
  };
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Secrets were redacted before, because a secret that is cut in half wouldn't be recognized. */
function beginningOf(text: string): string {
  const more = text.length - shownAtEachEnd;
  return more > 0 ? `${text.slice(0, shownAtEachEnd)}\n${l10n.t("… {0} more", formatBytes(more))}` : text;
}

/** Returns a text with CRLF, and without characters that control a terminal. */
export function forTerminal(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "\ufffd")
    .replaceAll("\n", "\r\n");
}
