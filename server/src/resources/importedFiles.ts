import * as l10n from "@vscode/l10n";
import { importsOf } from "../expectations/imports.ts";
import { environmentsIn, parseDocument } from "../format/document.ts";
import { decodeText } from "../text/decode.ts";
import { percentDecoded } from "../text/escapes.ts";
import { mostImports } from "../text/limits.ts";
import { memoized } from "../text/memoized.ts";
import { fileUri } from "./paths.ts";
import type { ExternalFile, Resolver } from "./resolver.ts";

interface Reading {
  fileAt(path: string): ExternalFile;
  read(uri: string): ExternalFile;
  environmentsAt(uri: string): readonly string[];
}

type Imported = ReturnType<Resolver["imported"]>;

/** `good`, or the reason why a file can't be imported: too many files, or the files of a cycle. */
type Verdict = "good" | "tooMany" | readonly string[];

export class ImportedFiles {
  readonly #uri: string;
  readonly #environments: readonly string[];
  readonly #reading: Reading;
  readonly #byPath = new Map<string, Imported>();
  /** The verdicts for files that are imported directly or through other files. Each is computed once. */
  readonly #verdicts = new Map<string, Verdict>();

  constructor(uri: string, environments: readonly string[], reading: Reading) {
    this.#uri = uri;
    this.#environments = environments;
    this.#reading = reading;
  }

  get(path: string): Imported {
    const before = this.#byPath.get(path);
    const file = before ?? this.#find(path);
    if (file.kind !== "pending") this.#byPath.set(path, file);
    return file;
  }

  #find(path: string): Imported {
    const uri = fileUri(path, this.#uri);
    const file = this.#reading.fileAt(path);
    if (file.kind !== "bytes" || uri === undefined) return file.kind === "bytes" ? { kind: "missing" } : file;
    const verdict = this.#verdictOf(uri);
    if (verdict === "tooMany")
      return {
        kind: "refused",
        why: l10n.t("More than {0} files are imported, directly or through others.", mostImports),
      };
    if (verdict !== "good") {
      const names = verdict.map(nameOf).join(" → ");
      return { kind: "refused", why: l10n.t("These files import each other: {0}.", names) };
    }
    const document = documentOf(file.bytes);
    // A file that names its own environments is checked with them.
    const needed = environmentsIn(document).length > 0 ? [] : this.#environments;
    const own = needed.length > 0 ? this.#reading.environmentsAt(uri) : [];
    const lacking = needed.find((one) => !own.includes(one));
    if (lacking !== undefined) return { kind: "refused", why: l10n.t("It has no environment {0}.", lacking) };
    return { kind: "imported", uri, bytes: file.bytes, document };
  }

  /**
   * Whether an import can be used: it must lead neither to a cycle nor to too many files. The cycle needn't contain
   * this file. Symbolic links between folders can give a file any number of paths.
   */
  #verdictOf(imported: string): Verdict {
    if (imported === this.#uri) return [imported, imported];
    const onPath = new Set([this.#uri]);
    const path: { readonly uri: string; readonly imports: readonly string[]; next: number }[] = [];
    const enter = (uri: string) => {
      onPath.add(uri);
      path.push({ uri, imports: this.#importsOf(uri), next: 0 });
    };
    const refuse = (verdict: Verdict) => {
      for (const { uri } of path) this.#verdicts.set(uri, verdict);
      return verdict;
    };
    const before = this.#verdicts.get(imported);
    if (before) return before;
    enter(imported);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      if (this.#verdicts.size + path.length > mostImports) return refuse("tooMany");
      const next = top.imports[top.next++];
      const verdict = next === undefined ? undefined : this.#verdicts.get(next);
      if (next === undefined) {
        path.pop();
        onPath.delete(top.uri);
        this.#verdicts.set(top.uri, "good");
      } else if (onPath.has(next)) {
        const way = [...onPath];
        return refuse([...way.slice(way.indexOf(next)), next]);
      } else if (verdict === undefined) {
        enter(next);
      } else if (verdict !== "good") {
        return refuse(verdict);
      }
    }
    return "good";
  }

  #importsOf(uri: string): readonly string[] {
    const file = this.#reading.read(uri);
    if (file.kind !== "bytes") return [];
    return importsOf(documentOf(file.bytes)).flatMap(({ path }) => fileUri(path, uri) ?? []);
  }
}

/** Parses each version of a file once, for all files that import it. */
const documentOf = memoized((bytes: Uint8Array) => parseDocument(decodeText(bytes).text));

/** A sentence about why an imported file can't be used; undefined if it can. */
export function whyUnread(path: string, file: Imported): string | undefined {
  if (file.kind === "missing")
    return l10n.t("The file {0} doesn't exist. The path is relative to the folder of this file.", path);
  return file.kind === "refused" ? l10n.t("{0} can't be imported: {1}", path, file.why) : undefined;
}

function nameOf(uri: string): string {
  return percentDecoded(uri.slice(uri.lastIndexOf("/") + 1));
}
