import * as l10n from "@vscode/l10n";
import { grouped } from "../text/grouped.ts";
import { importedItems, largestImport } from "../text/limits.ts";
import { brunoReader } from "./bruno/bruno.ts";
import { jsonProblem } from "./common/json.ts";
import { harReader } from "./har/har.ts";
import { insomniaReader } from "./insomnia/insomnia.ts";
import { postmanReader } from "./postman/postman.ts";
import type { ImportedSource, ImportTools, UnimportedSource } from "./result.ts";
import { soapui } from "./soapui/reader.ts";
import type { Reader, Source, SourceFile } from "./source.ts";
import { fileName } from "./write/names.ts";
import { writeCollection } from "./write/write.ts";

export interface ChosenSource {
  readonly path: string;
  readonly isFolder: boolean;
  /** The chosen file, or all files in the chosen folder and its subfolders. */
  readonly files: readonly SourceFile[];
}

/** Imports files and folders, one project for each call of the generator. Reads and writes no files, and never throws. */
export function* importSources(
  chosen: readonly ChosenSource[],
  tools: ImportTools,
): Generator<ImportedSource | UnimportedSource> {
  for (const source of sourcesIn(chosen))
    yield "reader" in source ? importSource(source.reader, source.source, tools) : source;
}

interface ReadableSource {
  readonly reader: Reader;
  readonly source: Source;
}

function importSource(reader: Reader, source: Source, tools: ImportTools): ImportedSource | UnimportedSource {
  const { kind } = reader;
  const refused = (problem: string): UnimportedSource => ({ file: source.path, kind, problem });
  if (source.files.reduce((sum, { bytes }) => sum + bytes.length, 0) > largestImport) {
    return refused(l10n.t("The source is larger than {0} MB.", largestImport / 1_000_000));
  }
  const collection = reader.read(source);
  // Only the bytes of the main file are released, because a file of environments also belongs to other sources.
  const [main] = source.files;
  if (main) main.bytes = new Uint8Array();
  if ("problem" in collection) return refused(collection.problem);
  const { ledger, name } = collection;
  if (ledger.isFull) return refused(l10n.t("The source has more than {0} items. Import a part of it.", importedItems));
  const written = writeCollection(collection, tools);
  return { file: source.path, kind, name, folder: fileName(name), items: ledger.items, ...written };
}

/** The projects in their order. Each contains the accompanying files of its kind, such as environments. */
function sourcesIn(chosen: readonly ChosenSource[]): readonly (ReadableSource | UnimportedSource)[] {
  const sources = chosen.flatMap((choice): readonly (FoundSource | UnimportedSource)[] => {
    const projects = choice.isFolder ? projectsIn(choice.files) : choice.files.flatMap((file) => projectOf(file) ?? []);
    if (projects.length > 0) return projects;
    const [file] = choice.files;
    const why = (!choice.isFolder && file && (jsonProblem(file) ?? wsdlProblem(file))) || supported();
    const problem = choice.isFolder
      ? l10n.t("The folder {0} has no file that can be imported. {1}", choice.path, why)
      : l10n.t("The file {0} can't be imported. {1}", choice.path, why);
    return [{ file: choice.path, kind: undefined, problem }];
  });
  const readable = sources.filter((one) => "reader" in one);
  const projects = readable.filter(({ isCompanion }) => !isCompanion);
  return sources.flatMap((candidate): readonly (ReadableSource | UnimportedSource)[] => {
    if (!("reader" in candidate)) return [candidate];
    const { reader, source, isCompanion } = candidate;
    if (isCompanion && projects.some((other) => other.reader === reader)) return [];
    const others = isCompanion ? [] : readable.filter((other) => other.isCompanion && other.reader === reader);
    return [
      { reader, source: { ...source, files: [...source.files, ...others.flatMap((other) => other.source.files)] } },
    ];
  });
}

interface FoundSource extends ReadableSource {
  readonly isCompanion: boolean;
}

function projectOf(file: SourceFile): FoundSource | undefined {
  const source: Source = { path: file.path, files: [file] };
  const reader = readers.find((one) => one.recognizes(file));
  if (reader) return { reader, source, isCompanion: false };
  const accompanied = readers.find((one) => one.accompanies?.(file));
  return accompanied && { reader: accompanied, source, isCompanion: true };
}

/** The projects: folders that are a project, with all their files, and files that are a project. */
function projectsIn(files: readonly SourceFile[]): readonly FoundSource[] {
  const roots = new Map<string, { readonly reader: Reader; readonly mark: SourceFile }>();
  for (const mark of files) {
    const reader = readers.find((one) => one.marksFolder?.(mark));
    if (reader) roots.set(folderOf(mark.path), { reader, mark });
  }
  const rootOf = (path: string) => {
    // The outermost project folder is used, because a project may contain files that look like another project.
    const folders = path.split("/").map((_, at, parts) => parts.slice(0, at).join("/"));
    return folders.find((folder) => roots.has(folder));
  };
  // Each file outside of a project folder is its own group.
  const groups = grouped(files, (file) => rootOf(file.path) ?? file);
  return [...groups].flatMap(([key, group]): readonly FoundSource[] => {
    if (typeof key !== "string") return [projectOf(key) ?? []].flat();
    const root = roots.get(key);
    if (!root) return [];
    const others = group.filter((file) => file !== root.mark);
    return [{ reader: root.reader, source: { path: key, files: [root.mark, ...others] }, isCompanion: false }];
  });
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** An error message for a file that begins like a WSDL: it says how to create requests from it. */
function wsdlProblem({ bytes }: SourceFile): string | undefined {
  // In UTF-16, every second byte of ASCII text is 0.
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, longestBeginning)).replaceAll("\0", "");
  if (!/["']http:\/\/(?:schemas\.xmlsoap\.org\/wsdl\/|www\.w3\.org\/ns\/wsdl)["']/.test(beginning)) return undefined;
  return l10n.t("It is a WSDL: create requests from it with soaphttp new, or with New Request from WSDL in VS Code.");
}

/** Maximum number of bytes before the namespace of a WSDL. */
const longestBeginning = 10_000;

function supported(): string {
  return l10n.t("Choose a SoapUI project, a Postman, Insomnia or Bruno collection, or a HAR file.");
}

/** The readers of all kinds of sources. A file is read by the first reader that recognizes it. */
export const readers: readonly Reader[] = [soapui, postmanReader, insomniaReader, brunoReader, harReader];
