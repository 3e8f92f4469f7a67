import type { Severity } from "../../../../server/src/service/languageService.ts";
import type { Paint } from "../colors.ts";
import { excerpt } from "../excerpt.ts";
import { severities } from "../sharedOptions.ts";
import { visible } from "../terminalText.ts";
import { type CheckedFile, type FilePlace, lineIn, type PlacedFinding } from "./checkedFile.ts";
import type { CheckOutcome, Format } from "./formats.ts";

export interface TextOptions {
  readonly paint: Paint;
  readonly columns: number;
}

/** For people: `file:line:column severity code message`, then the line with the range marked. */
export function textFormat(options: TextOptions): Format {
  const counts = new Map<Severity, number>();
  let files = 0;
  return {
    begin: () => "",
    file(file) {
      if (file.findings.length > 0) files++;
      for (const { severity } of file.findings) counts.set(severity, (counts.get(severity) ?? 0) + 1);
      return file.findings.map((finding) => `${findingText(file, finding, options)}\n`).join("");
    },
    end: (outcome) => (outcome.files === 0 ? "" : `${summary(counts, files, outcome)}\n`),
  };
}

/** A finding, its line and the related places, with a line break at the end. */
export function findingText(file: CheckedFile, finding: PlacedFinding, { paint, columns }: TextOptions): string {
  const { severity, code, message } = finding;
  const heading = [
    paint("strong", placeText(file, finding)),
    paint(severity, severity),
    paint("faint", code),
    visible(message),
  ].join(" ");
  const related = finding.related.map((place) => {
    return `${paint("faint", `  ${placeText(file, place)}`)} ${visible(place.message)}\n`;
  });
  return `${heading}\n${sourceText(file, finding, severity, { paint, columns })}${related.join("")}`;
}

function placeText({ name }: CheckedFile, { line, column }: FilePlace): string {
  return `${visible(name)}:${line}:${column}`;
}

function sourceText({ document }: CheckedFile, place: FilePlace, severity: Severity, options: TextOptions): string {
  const { paint, columns } = options;
  const number = String(place.line);
  const line = lineIn(document, place.line);
  const start = line.start + place.column - 1;
  const end = place.endLine === place.line ? line.start + place.endColumn - 1 : line.end;
  const margin = " ".repeat(number.length);
  const shown = excerpt(document.getText(), line, { start, end }, Math.max(40, columns - number.length - 4));
  const { marked } = shown;
  const source = [
    shown.line.slice(0, marked.start),
    paint(severity, shown.line.slice(marked.start, marked.end)),
    shown.line.slice(marked.end),
  ].join("");
  const bar = paint("faint", "|");
  return ` ${paint("faint", number)} ${bar} ${source}\n ${margin} ${bar} ${paint(severity, shown.marks)}\n`;
}

function summary(counts: ReadonlyMap<Severity, number>, files: number, outcome: CheckOutcome): string {
  const counted = severities.toReversed().flatMap((severity) => {
    const count = counts.get(severity) ?? 0;
    return count > 0 ? `${count} ${severity}${count === 1 || severity === "information" ? "" : "s"}` : [];
  });
  if (counted.length === 0)
    return outcome.files === 1 ? "1 file, no problems." : `${outcome.files} files, no problems.`;
  const problems = counted.join(", ");
  return outcome.files === 1 ? `${problems} in 1 file.` : `${problems} in ${files} of ${outcome.files} files.`;
}
