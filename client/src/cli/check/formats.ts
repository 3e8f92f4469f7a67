import type { Severity } from "../../../../server/src/service/languageService.ts";
import { jsonElements, visible } from "../terminalText.ts";
import type { CheckedFile, PlacedFinding } from "./checkedFile.ts";

export interface Format {
  /** True if the lines are commands for a build server. The console would escape other such lines. */
  readonly writesCommands?: true;
  begin(): string;
  file(file: CheckedFile): string;
  end(outcome: CheckOutcome): string;
}

export interface CheckOutcome {
  readonly files: number;
  /** Why other files can't be read. */
  readonly unreadable: readonly string[];
}

/** An array of `{ file, line, column, endLine, endColumn, severity, code, message }`, one a line. */
export function jsonFormat(): Format {
  const element = jsonElements();
  return {
    begin: () => "[",
    file: ({ name, findings }) => findings.map((finding) => element(entryOf(name, finding))).join(""),
    end: () => "\n]\n",
  };
}

function entryOf(file: string, { line, column, endLine, endColumn, severity, code, message }: PlacedFinding): object {
  return { file, line, column, endLine, endColumn, severity, code, message };
}

/** Workflow commands for annotations in GitHub Actions. `nameInRepository` returns a file's path in the repository. */
export function githubFormat(nameInRepository: (name: string) => string): Format {
  return {
    writesCommands: true,
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
  // The runner accepts columns only for a range within a line.
  const place = line === endLine ? { line, col: column, endLine, endColumn } : { line, endLine };
  return workflowCommand(commands[severity], { file, ...place, title: code }, message);
}

/** A command for the runner of GitHub Actions, with a line break. */
export function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${written.join(",")}::${escapeData(message)}\n`;
}

/** Escapes a message for the runner, and unprintable characters for the terminal of people who read the log. */
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
