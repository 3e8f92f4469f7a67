import * as l10n from "@vscode/l10n";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import { memoized } from "../text/memoized.ts";
import { type Span, slice } from "../text/span.ts";
import { testDirectives } from "./directives.ts";
import { type DirectiveProblem, withoutProblems } from "./problem.ts";

/** `# @import PATH as ALIAS each`. The span contains the path. */
export interface Import extends Span {
  readonly path: string;
  /** The span of ALIAS in `# @import ./a.soaphttp as ALIAS`; `undefined` if the alias is the name of the file. */
  readonly as: Span | undefined;
  /** The qualifier of imported names, such as `auth` in `auth.login`. */
  readonly alias: string;
  /** Whether its requests are sent once for each row of data, instead of once per run. */
  readonly each: boolean;
}

/** The imports of a segment. They apply to the whole file, like variables. */
export const importsIn = memoized(({ kind, text, preamble }: Segment): readonly (Import | DirectiveProblem)[] => {
  if (kind === "response") return [];
  return preamble.flatMap((item) => {
    if (item.kind !== "directive" || slice(text, item.name) !== "import") return [];
    return [readImport(text, item.name, item.value)];
  });
});

/** The files whose requests a file uses, by `# @import`, or by paths in `# @needs`. */
export const importsOf = memoized(({ segments }: SoapHttpDocument): readonly Import[] => {
  const typed = segments.flatMap(({ segment }) => withoutProblems(importsIn(segment)));
  const paths = new Set(typed.map(({ path }) => path));
  const named = segments.flatMap(({ segment }) =>
    testDirectives(segment).needs.flatMap(({ path, start }): readonly Import[] => {
      if (path === undefined || paths.has(path)) return [];
      paths.add(path);
      return [{ start, end: start + path.length, path, as: undefined, alias: fileName(path), each: false }];
    }),
  );
  return [...typed, ...named];
});

function readImport(text: string, name: Span, value: Span): Import | DirectiveProblem {
  const words = [...slice(text, value).matchAll(/\S+/g)].map(({ 0: word, index }) => {
    return { word, start: value.start + index, end: value.start + index + word.length };
  });
  const each = words.length > 1 && words.at(-1)?.word === "each";
  if (each) words.pop();
  const as = words.length > 2 && words.at(-2)?.word === "as" ? words.pop() : undefined;
  if (as) words.pop();
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return { ...name, message: l10n.t("@import needs the path of a .soaphttp file.") };
  const at = { start: first.start, end: last.end };
  const path = slice(text, at);
  if (!/\.soaphttp$/i.test(path)) return { ...at, message: l10n.t("Only a .soaphttp file can be imported.") };
  const alias = as?.word ?? fileName(path);
  if (!isAlias(alias)) return { ...(as ? { start: as.start, end: as.end } : at), message: aliasProblem(alias) };
  return { ...at, path, as: as && { start: as.start, end: as.end }, alias, each };
}

export function aliasProblem(alias: string): string {
  return l10n.t("{0} can't be written in front of a name. Write a name of letters, digits, - and _ behind as.", alias);
}

export function isAlias(text: string): boolean {
  return /^[A-Za-z_][\w-]*$/.test(text);
}

/** The name of a file without its folder and extension. */
function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).replace(/\.soaphttp$/i, "");
}
