import * as l10n from "@vscode/l10n";
import { sendingDirectives } from "../../../../server/src/languageService.ts";
import { hexLines } from "../../../../server/src/text/hex.ts";
import { changeText, type Fact, messageFacts, statusOf, summary, unsentLines } from "../../core/exchange/details.ts";
import { answerOf } from "../../core/exchange/exchange.ts";
import { evidenceLines, explain, failureTitle } from "../../core/failures/failures.ts";
import { countBytes } from "../../core/text/quantities.ts";
import { followRedirect, isRedirect, lastRequest } from "../../transport/redirect.ts";
import type { Failure, Response, SendResult } from "../../transport/result.ts";
import { findingText, type TextOptions } from "../check/text.ts";
import type { Style } from "../colours.ts";
import { exitCode } from "../usage.ts";
import { visible } from "../visible.ts";
import { discreet, type Exchanged, exitCodeOf, leftOut } from "./exchanged.ts";
import type { PreparedRequest } from "./prepared.ts";
import type { SendCommand } from "./usage.ts";

/** For people: where a request went and what came back, the body formatted, and what is found in it. */
export function exchangeText(exchanged: Exchanged, options: TextOptions): string {
  const { paint } = options;
  const { sent, result, shown, fault } = exchanged;
  const say = redactorOf(sent);
  const lines = [
    `${paint("strong", say(requestText(sent)))} ${paint("faint", say(hopText(result.redirects[0] ?? result)))}`,
    ...result.redirects.map(({ message }, at) => {
      return `${paint(styleOf(message.status), visible(statusOf(message)))} → ${paint("faint", say(hopText(result.redirects[at + 1] ?? result)))}`;
    }),
    ...(result.kind === "response" ? [paint(outcomeStyle(exchanged), visible(summary(result)))] : []),
    ...(fault === undefined ? [] : [paint("error", visible(l10n.t("Fault: {0}", fault.summary)))]),
    ...(result.kind === "response" ? unfollowedLines(sent, result).map(say) : failureLines(sent, result, options)),
    ...factLines(exchanged),
    ...[...sent.changes, ...result.changes.map(changeText)].map((change) => say(l10n.t("Not as typed: {0}", change))),
    ...unsentLines(result),
    "",
  ];
  if (shown === undefined) return lines.join("\n");
  const findings = shown.findings.map((finding) => findingText(shown, finding, options)).join("");
  return `${lines.join("\n")}\n${bodyText(shown.document.getText())}${findings === "" ? "" : `\n${findings}`}`;
}

/** By the class of the status; what is no success though its status says so is an error. */
function outcomeStyle(exchanged: Exchanged): Style {
  const { result } = exchanged;
  const style = result.kind === "response" ? styleOf(result.status) : "error";
  return style === "success" && exitCodeOf(exchanged) !== exitCode.good ? "error" : style;
}

/** RFC 9110 section 15. */
function styleOf(status: number): Style {
  if (status >= 500) return "error";
  if (status >= 400) return "warning";
  return status >= 300 ? "information" : "success";
}

/** Ends with one line break. */
function bodyText(text: string): string {
  let end = text.length;
  while (end > 0 && /[\r\n]/.test(text.charAt(end - 1))) end--;
  const shown = text.slice(0, end);
  // Nearly every response is all printable, and may be long.
  if (!unprintable.test(shown)) return `${shown}\n`;
  return `${shown
    .split(/\r\n?|\n/)
    .map(visibleLine)
    .join("\n")}\n`;
}

/** But the tabs and line feeds that a text may have. */
const unprintable = /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

function requestText({ file, line, request }: PreparedRequest): string {
  const title = request.name ?? request.title;
  return `${file}:${line}${title === undefined ? "" : ` ${title}`}`;
}

function hopText({ method, url }: Pick<SendResult, "method" | "url">): string {
  return `${method} ${url}`;
}

/** Words about a request, for a terminal. */
function redactorOf(sent: PreparedRequest): (text: string) => string {
  const hide = discreet(sent);
  return (text) => visible(hide(text));
}

/** A redirect that is the response. */
function unfollowedLines({ request, outgoing }: PreparedRequest, response: Response): readonly string[] {
  if (!isRedirect(response.status)) return [];
  const next = followRedirect(lastRequest(outgoing, response.redirects), response);
  if (next.kind === "location-missing") {
    return [l10n.t("The redirect can't be followed: it has no Location header.")];
  }
  const { location } = next;
  if (next.kind === "location-invalid") {
    return [l10n.t("The redirect to {0} can't be followed: it isn't an http or https address.", location)];
  }
  if (!sendingDirectives(request).redirects) {
    return [l10n.t("The redirect to {0} was not followed because of # @no-redirect.", location)];
  }
  const wanted: SendCommand["follow"] = next.sameOrigin ? "same-origin" : "always";
  if (next.unencrypted) {
    return [
      l10n.t(
        "The redirect to {0} was not followed, because it leads from https to http. Use --follow {1} --allow-unencrypted to follow it.",
        location,
        wanted,
      ),
    ];
  }
  return [l10n.t("The redirect to {0} was not followed. Use --follow {1} to follow it.", location, wanted)];
}

function failureLines(sent: PreparedRequest, failure: Failure, { paint }: TextOptions): readonly string[] {
  const say = redactorOf(sent);
  const { cause, remedies } = explain(failure, "cli");
  return [
    paint("error", say(failureTitle(failure, "cli"))),
    say(cause),
    ...remedies.map((one) => say(`- ${one.trim()}`)),
    ...evidenceLines(failure),
  ];
}

/** What the response's own text, which stands below, doesn't say. */
function factLines({ result, settled }: Exchanged): readonly string[] {
  const answer = answerOf(result);
  const facts = answer === undefined ? [] : messageFacts(answer);
  return [...facts.map(factLine), ...surplusLines(settled?.surplus ?? new Uint8Array(0))];
}

function factLine([label, value]: Fact): string {
  return visible(`${label.padEnd(15)} ${value}`);
}

/** As many bytes of what follows a response as say what it is. */
const surplusShown = 64;

function surplusLines(surplus: Uint8Array): readonly string[] {
  const { length } = surplus;
  if (length === 0) return [];
  return [
    factLine([l10n.t("surplus"), l10n.t("{0} after the response", countBytes(length))]),
    ...hexLines(surplus.subarray(0, surplusShown)),
    ...(length > surplusShown ? [`… ${leftOut(length - surplusShown)}`] : []),
  ];
}

function visibleLine(line: string): string {
  return line.split("\t").map(visible).join("\t");
}
