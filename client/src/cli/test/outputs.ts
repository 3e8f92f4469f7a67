import type { Counts, Reporter, TestReport } from "../../core/testing/report.ts";
import type { Arguments } from "../arguments.ts";
import { painter, wantsColors } from "../colors.ts";
import type { Console } from "../console.ts";
import { nameInRepository } from "../files.ts";
import { whyNotNamed, writeNamed } from "../namedFiles.ts";
import { reporters } from "./reporters.ts";

export interface ReportChoice {
  readonly reporter: keyof typeof reporters;
  /** The file for the report; undefined for standard output. */
  readonly file: string | undefined;
}

/** Reads `--reporter NAME`, `--reporter NAME=FILE` and `--output FILE`. One of the reports is for standard output. */
export function readReports(given: Arguments): readonly ReportChoice[] {
  const typed = given.all("reporter").map((value) => {
    const at = value.indexOf("=");
    const reporter = given.chosen("reporter", at < 0 ? value : value.slice(0, at), reporters, "text");
    return { reporter, file: at < 0 ? undefined : value.slice(at + 1) };
  });
  const reports: readonly ReportChoice[] = typed.length === 0 ? [{ reporter: "text", file: undefined }] : typed;
  if (reports.some(({ file }) => file === "")) given.refuse("--reporter NAME=FILE requires a file.");
  const [open, second] = reports.filter(({ file }) => file === undefined);
  if (second) given.refuse("Only one report can be on standard output. Write the others as --reporter NAME=FILE.");
  const output = given.last("output");
  if (output !== undefined && !open) given.refuse("All reports have files. Leave out --output.");
  const placed = reports.map((report) => (report === open ? { ...report, file: output } : report));
  const files = placed.flatMap(({ file }) => file ?? []);
  if (new Set(files).size < files.length) given.refuse("Two reports can't be written to one file.");
  return files.length < placed.length ? placed : [...placed, { reporter: "text", file: undefined }];
}

/** Writes the results of a run in each report: to standard output at once, to files at the end. */
export class Outputs {
  readonly #reports: readonly { readonly file: string | undefined; readonly to: Reporter; readonly pieces: string[] }[];
  readonly #console: Console;

  constructor(choices: readonly ReportChoice[], console: Console) {
    this.#console = console;
    this.#reports = choices.map(({ reporter, file }) => {
      const paint = painter(file === undefined && wantsColors(console));
      const to = reporters[reporter].create({ paint, nameInRepository: (name) => nameInRepository(name, console) });
      return { file, to, pieces: [] };
    });
    this.#write((reporter) => reporter.begin());
  }

  /** Resolves with a sentence about a file that can't be written. */
  static async problem(choices: readonly ReportChoice[], { cwd }: Console): Promise<string | undefined> {
    for (const { file } of choices) {
      const why = file === undefined ? undefined : await whyNotNamed(file, cwd);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  file(name: string, tests: readonly TestReport[]): void {
    this.#write((reporter) => reporter.file(name, tests));
  }

  /** Writes the ends of all reports, and the files. Resolves with a sentence about a file that can't be written. */
  async end(counts: Counts): Promise<string | undefined> {
    this.#write((reporter) => reporter.end(counts));
    const written = this.#reports.map(({ file, pieces }) =>
      file === undefined ? undefined : writeNamed(file, pieces.join(""), this.#console.cwd),
    );
    return (await Promise.all(written)).find((why) => why !== undefined);
  }

  #write(part: (reporter: Reporter) => string): void {
    for (const { file, to, pieces } of this.#reports) {
      const text = part(to);
      if (file !== undefined) pieces.push(text);
      else this.#console.out(to.writesCommands ? Buffer.from(text) : text);
    }
  }
}
