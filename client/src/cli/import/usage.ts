import type { Arguments } from "../arguments.ts";
import type { Usage } from "../usage.ts";

export interface ImportOptions {
  /** The folder in which each source gets its own. */
  readonly out: string;
  readonly format: ImportFormat;
  /** At least one. */
  readonly operands: readonly string[];
}

export type ImportFormat = keyof typeof formats;

const formats = {
  text: "counts, and the items that need a review as file:line",
  json: "one object with every item of each source",
};

function read(given: Arguments): ImportOptions {
  if (given.operands.length === 0) given.refuse("Missing source: FILE or FOLDER.");
  return {
    out: given.last("out") ?? ".",
    format: given.choice("format", formats, "text"),
    operands: given.operands,
  };
}

export const importUsage: Usage<ImportOptions> = {
  command: "import",
  operands: "FILE|FOLDER…",
  about: `Writes the projects of other tools as .soaphttp files: SoapUI and ReadyAPI projects, collections of Postman, Insomnia and
Bruno, and HAR files. The content decides the kind, not the name.

FILE imports a file, FOLDER all projects in a folder and its subfolders. Each project gets a folder with its name, or
with -2 behind it if the name is taken. Nothing is overwritten, fetched or run.`,
  options: {
    out: {
      short: "o",
      value: "FOLDER",
      help: "create the folders of the projects in this folder (default: the current one)",
    },
    format: { short: "f", value: "FORMAT", choices: formats, preset: "text", help: "" },
  },
  notes: `Each folder has an import.md: a list of what was not translated. Passwords are in http-client.private.env.json; keep it
out of version control.

Exit code: 0 all sources were imported, 1 a source can't be imported, 2 a usage error, or a folder that can't be written.`,
  read,
};
