import * as l10n from "@vscode/l10n";
import { changeText, summary } from "../../response/details.ts";
import { findingText, type TextOptions } from "../check/text.ts";
import { exitCode } from "../exitCode.ts";
import { visible } from "../visible.ts";
import { type Exchanged, exitCodeOf } from "./exchanged.ts";
import { inWords } from "./failure.ts";
import type { PreparedRequest } from "./prepared.ts";

/** For people: where a request went and what came back, the body formatted, and what is found in it. */
export function exchangeText(exchanged: Exchanged, options: TextOptions): string {
  const { paint } = options;
  const { sent, result, shown, fault } = exchanged;
  const good = exitCodeOf(exchanged) === exitCode.good;
  const lines = [
    `${paint("strong", requestText(sent))} ${paint("faint", visible(`${result.method} ${result.url}`))}`,
    ...(result.kind === "response" ? [paint(good ? "strong" : "error", visible(summary(result)))] : []),
    ...(fault === undefined ? [] : [paint("error", visible(l10n.t("Fault: {0}", fault.summary)))]),
    ...(result.kind === "response" ? [] : failureLines(result, options)),
    ...result.redirects.map(({ status, url, location }) => {
      return visible(l10n.t("Redirected: {0} {1} → {2}", status, url, location));
    }),
    ...result.changes.map((change) => visible(l10n.t("Not as typed: {0}", changeText(change)))),
    "",
  ];
  if (shown === undefined) return lines.join("\n");
  const text = shown.text
    .split(/\r\n?|\n/)
    .map(visibleLine)
    .join("\n");
  const findings = shown.findings.map((finding) => findingText(shown, finding, options)).join("");
  return `${lines.join("\n")}\n${text.replace(/\n*$/, "\n")}${findings === "" ? "" : `\n${findings}`}`;
}

function requestText({ file, line, request }: PreparedRequest): string {
  const title = request.name ?? request.title;
  return visible(`${file}:${line}${title === undefined ? "" : ` ${title}`}`);
}

function failureLines(failure: Parameters<typeof inWords>[0], { paint }: TextOptions): readonly string[] {
  const { title, cause, ways } = inWords(failure);
  const what =
    failure.partial === undefined ? l10n.t("No response: {0}", title) : l10n.t("Incomplete response: {0}", title);
  return [paint("error", visible(what)), visible(cause), ...ways.map((way) => visible(`- ${way.trim()}`))];
}

function visibleLine(line: string): string {
  return line.split("\t").map(visible).join("\t");
}
