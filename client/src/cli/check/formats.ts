import type { Severity } from "../../../../server/src/languageService.ts";
import { jsonText, visible } from "../visible.ts";
import type { CheckedFile, PlacedFinding } from "./checkedFile.ts";

/** Writes what was found, file after file: nothing is kept that a later file doesn't need. */
export interface Format {
  /** What comes before the first file. */
  begin(): string;
  file(file: CheckedFile): string;
  /** What comes after the last one. */
  end(outcome: Outcome): string;
}

/** The run as a whole. */
export interface Outcome {
  /** Those that were checked. */
  readonly files: number;
  /** Files that could not be read, in words; standard error has told them already. */
  readonly unreadable: readonly string[];
}

/** An array of `{ file, line, column, endLine, endColumn, severity, code, message }`, one a line. */
export function jsonFormat(): Format {
  let separator = "";
  return {
    begin: () => "[",
    file({ name, findings }) {
      let text = "";
      for (const { line, column, endLine, endColumn, severity, code, message } of findings) {
        const entry = { file: name, line, column, endLine, endColumn, severity, code, message };
        text += `${separator}\n${jsonText(entry)}`;
        separator = ",";
      }
      return text;
    },
    end: () => "\n]\n",
  };
}

/**
 * Workflow commands of GitHub Actions, which become annotations. `nameInRepository` makes a file's name into the path
 * from the root of the repository, which is what an annotation is placed by.
 */
export function githubFormat(nameInRepository: (name: string) => string): Format {
  return {
    begin: () => "",
    file: ({ name, findings }) => findings.map((finding) => command(nameInRepository(name), finding)).join(""),
    end: () => "",
  };
}

const commands: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

function command(file: string, { severity, code, message, line, column, endLine, endColumn }: PlacedFinding): string {
  // The runner takes columns only where the range is within a line.
  const place = line === endLine ? { line, col: column, endLine, endColumn } : { line, endLine };
  const properties = Object.entries({ file, ...place, title: code })
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
    .join(",");
  return `::${commands[severity]} ${properties}::${escapeData(message)}\n`;
}

/** As the runner reads a command's message back; what can't be printed would reach the terminal of who reads the log. */
function escapeData(text: string): string {
  return text
    .replace(/[^\r\n]+/g, visible)
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
