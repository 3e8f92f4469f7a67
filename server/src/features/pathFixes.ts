import { conditionsIn, testDirectives } from "../expectations/directives.ts";
import type { Path } from "../expectations/path.ts";
import { parseReference, type ResponseReference } from "../expectations/reference.ts";
import type { ExpectationResult } from "../protocol/protocol.ts";
import { changeTo } from "../rules/edits.ts";
import type { Fix } from "../rules/rule.ts";
import { type Span, touches } from "../text/span.ts";
import type { MessageSection } from "./support/section.ts";

export interface KnownResponses {
  readonly results: readonly ExpectationResult[];
  /** Returns paths that find something, if the path of a reference finds nothing because of a namespace. */
  readonly insteadOf: (reference: ResponseReference) => readonly string[];
}

/** Fixes for paths in a selection that found nothing because of a namespace. Offsets are in the segment's text. */
export function pathFixes(
  { text, placed: { segment }, references }: MessageSection,
  selection: Span,
  { results, insteadOf }: KnownResponses,
): readonly Fix[] {
  const { sets, saves } = testDirectives(segment);
  const ofSets = sets.map(({ start, source }) => ({ start, path: source.kind === "path" ? source.path : undefined }));
  const stated = [
    ...conditionsIn(segment).flatMap(({ start, end, subject }) =>
      "path" in subject ? [{ start, end, path: subject.path }] : [],
    ),
    ...[...ofSets, ...saves].flatMap(({ start, path }) => (path ? [{ start, end: path.end, path }] : [])),
  ].filter((one) => touches(one, selection));
  const ofStated = stated.flatMap(({ start, path }) => {
    const result = results.find(({ at }) => at?.start === start);
    return path ? changes(path, result?.instead ?? []) : [];
  });
  const ofReferences = references
    .filter((one) => touches(one, selection))
    .flatMap(({ start, name }) => {
      const reference = parseReference(name);
      if (!reference || "why" in reference || reference.part.kind !== "body" || !reference.part.path) return [];
      const from = text.indexOf(name, start) + name.length - reference.part.path.text.length;
      return changes({ start: from, end: from + reference.part.path.text.length }, insteadOf(reference));
    });
  return [...ofStated, ...ofReferences];
}

function changes({ start, end }: Pick<Path, "start" | "end">, instead: readonly string[]): readonly Fix[] {
  return instead.map((path) => changeTo({ start, end }, path));
}
