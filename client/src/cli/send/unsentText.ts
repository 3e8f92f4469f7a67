import type { Analysis } from "../../../../server/src/service/languageService.ts";
import { memoized } from "../../../../server/src/text/memoized.ts";
import { documentOf, inMarkdown, placed, redactFinding } from "../check/checkedFile.ts";
import { findingText, type TextOptions } from "../check/textFormat.ts";
import { painter, wantsColors } from "../colors.ts";
import type { Console } from "../console.ts";
import { visible } from "../terminalText.ts";
import type { ChosenRequest } from "./openFiles.ts";
import type { Unsent } from "./prepared.ts";

/** Returns a text for standard error about why a request is not sent, with its findings. */
export function errorText({ file, line, analysis, block }: ChosenRequest, unsent: Unsent, console: Console): string {
  const options = textOptions(console, console.isErrorTerminal);
  const findings = unsent.findings.map(redactFinding(unsent.secrets));
  const placedFindings = inMarkdown(placed(file, analysis.document.text, findings, linesOf(analysis)), block);
  const texts = placedFindings.findings.map((finding) => `${findingText(placedFindings, finding, options)}\n`);
  return `${texts.join("")}${visible(`soaphttp: ${file}:${line} is not sent: ${unsent.why}.`)}\n`;
}

export function textOptions({ env, columns }: Console, isTerminal: boolean): TextOptions {
  return { paint: painter(wantsColors({ env, isTerminal })), columns };
}

/** The lines of a file, which are found once for all of its requests. */
const linesOf = memoized(({ document }: Analysis) => documentOf(document.text));
