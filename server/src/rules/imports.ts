import * as l10n from "@vscode/l10n";
import { testDirectives } from "../expectations/directives.ts";
import { importsIn, importsOf } from "../expectations/imports.ts";
import { isProblem } from "../expectations/problem.ts";
import type { SoapHttpDocument } from "../format/document.ts";
import type { Scope } from "../message/scope.ts";
import { whyUnread } from "../resources/importedFiles.ts";
import { memoized } from "../text/memoized.ts";
import { nearest } from "../text/similar.ts";
import { type Span, shift, slice } from "../text/span.ts";
import { variableUses } from "../variables/builtInReferences.ts";
import { changeTo } from "./edits.ts";
import type { Report } from "./rule.ts";

/** Reports imports that can't be used, each where it is typed. */
export function* importInvalid(document: SoapHttpDocument, scope: Scope): Iterable<Report> {
  const aliases = new Map<string, string>();
  const imports = importsOf(document);
  const aliasOf = new Map(imports.map(({ path, alias }) => [path, alias]));
  for (const { path, alias } of imports) if (!aliases.has(alias)) aliases.set(alias, path);
  for (const { start, segment } of document.segments) {
    for (const item of importsIn(segment)) {
      const at = shift({ start: item.start, end: item.end }, start);
      if (isProblem(item)) {
        yield { at, message: item.message };
        continue;
      }
      const why = whyUnread(item.path, scope.resolver.imported(item.path));
      if (why !== undefined) yield { at, message: why };
      if (aliases.get(item.alias) !== item.path) {
        const message = l10n.t("Another file is imported as {0}. Write another name behind as.", item.alias);
        yield { at: item.as ? shift(item.as, start) : at, message };
      }
    }
    for (const { path, start: from } of testDirectives(segment).needs) {
      if (path === undefined) continue;
      const at = shift({ start: from, end: from + path.length }, start);
      const why = whyUnread(path, scope.resolver.imported(path));
      if (why !== undefined) yield { at, message: why };
      const alias = aliasOf.get(path) ?? "";
      if (aliases.get(alias) !== path) {
        const message = l10n.t(
          "Another file is imported as {0}. Import this one by # @import with another name.",
          alias,
        );
        yield { at, message };
      }
    }
  }
  yield* givenUnknown(document, scope);
}

/** Reports values after `with` for variables that the imported file doesn't have. */
function* givenUnknown(document: SoapHttpDocument, { variables }: Scope): Iterable<Report> {
  for (const { start, segment } of document.segments) {
    for (const { name, given = [] } of testDirectives(segment).needs) {
      const request = variables.declared.imported.get(name);
      if (!request) continue;
      const names = namesIn(request.document);
      for (const variable of given) {
        if (names.has(variable.name)) continue;
        const at: Span = shift({ start: variable.start, end: variable.end }, start);
        const near = nearest(variable.name, names);
        const message =
          near === undefined
            ? l10n.t("{0} has no variable {1}.", request.path, variable.name)
            : l10n.t("{0} has no variable {1}. Did you mean {2}?", request.path, variable.name, near);
        yield { at, message, severity: "warning", fixes: () => (near === undefined ? [] : [changeTo(at, near)]) };
      }
    }
  }
}

const namesIn = memoized(({ segments }: SoapHttpDocument): ReadonlySet<string> => {
  const names = segments.flatMap(({ segment: { text, preamble } }) => [
    ...preamble.flatMap((item) => (item.kind === "variable" ? [slice(text, item.name)] : [])),
    ...variableUses(text).map(({ name }) => name),
  ]);
  return new Set(names.filter((name) => /^[A-Za-z_][^.\s]*$/.test(name)));
});
