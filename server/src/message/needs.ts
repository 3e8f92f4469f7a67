import { declaredIn, declaredName } from "../expectations/declared.ts";
import { testDirectives } from "../expectations/directives.ts";
import { parseReference } from "../expectations/reference.ts";
import type { PlacedSegment, Segment, SoapHttpDocument } from "../format/document.ts";
import type { Reference } from "../text/references.ts";
import { type Span, slice } from "../text/span.ts";
import { variableUses } from "../variables/builtInReferences.ts";
import { definitionReferences } from "./fileVariables.ts";

/** A request that must be sent before another one, and the place in the other's text that says so. */
export interface RequestNeed extends Span {
  readonly segment: Segment;
}

export type Needs = ReadonlyMap<Segment, readonly RequestNeed[]>;

/**
 * What each request of a file needs: by `# @needs`, by values of other exchanges, and by variables that responses set.
 * `inBodyFile`: the variables in the body file of a segment, with the place of its path.
 */
export function needsIn(
  document: SoapHttpDocument,
  inBodyFile: (segment: PlacedSegment) => readonly Reference[],
): Needs {
  return new Map(readNeeds(document, inBodyFile));
}

function* readNeeds(
  document: SoapHttpDocument,
  inBodyFile: (segment: PlacedSegment) => readonly Reference[],
): Iterable<readonly [Segment, readonly RequestNeed[]]> {
  const segments = document.segments.map(({ segment }) => segment);
  const { setBy } = declaredIn(document);
  // The first of a duplicate name.
  const named = new Map(
    segments.toReversed().flatMap((one) => (one.message ? [[declaredName(one), one] as const] : [])),
  );
  const definitions = new Map(document.segments.flatMap((one) => definedNames(one.segment, () => inBodyFile(one))));
  const behind = requestsBehind(definitions, (name) => {
    const reference = parseReference(name);
    const request = reference && "request" in reference ? named.get(reference.request) : undefined;
    return [...(request ? [request] : []), ...(setBy.get(name) ?? [])];
  });
  for (const placed of document.segments) {
    const { segment } = placed;
    const { text, message } = segment;
    if (!message) continue;
    const explicit = testDirectives(segment).needs.flatMap(({ start, end, name }): readonly RequestNeed[] => {
      const needed = named.get(name);
      return needed ? [{ start, end, segment: needed }] : [];
    });
    const inText = [...definitionReferences(segment), ...variableUses(text, message.start, message.end)];
    const used = [...inText, ...inBodyFile(placed)];
    const implied = used.flatMap(({ start, end, name }) =>
      behind(name).flatMap((one): readonly RequestNeed[] => (one === segment ? [] : [{ start, end, segment: one }])),
    );
    yield [segment, [...explicit, ...implied]];
  }
}

/**
 * Returns a function that returns the requests behind a variable: those that its name refers to or that set it, and those
 * behind the variables in its definition. Each definition is read once. A definition in a cycle has no value, so the
 * requests behind it may be incomplete.
 */
function requestsBehind(
  definitions: ReadonlyMap<string, readonly string[]>,
  own: (name: string) => readonly Segment[],
): (name: string) => readonly Segment[] {
  const found = new Map<string, readonly Segment[]>();
  return (start) => {
    const open = [{ name: start, uses: definitions.get(start) ?? [], isRead: false }];
    for (let top = open.pop(); top; top = open.pop()) {
      const { name, uses, isRead } = top;
      if (isRead) {
        found.set(name, [...new Set([...own(name), ...uses.flatMap((one) => found.get(one) ?? [])])]);
      } else if (!found.has(name)) {
        found.set(name, []);
        open.push({ name, uses, isRead: true });
        for (const one of uses) open.push({ name: one, uses: definitions.get(one) ?? [], isRead: false });
      }
    }
    return found.get(start) ?? [];
  };
}

/** The variables of a segment, and its document, with the names that they use. */
function definedNames(
  { text, preamble, document }: Segment,
  inFile: () => readonly Reference[],
): readonly (readonly [name: string, uses: readonly string[]])[] {
  const variables = preamble.flatMap((item) =>
    item.kind === "variable"
      ? [[slice(text, item.name), variableUses(slice(text, item.value)).map(({ name }) => name)] as const]
      : [],
  );
  if (!document) return variables;
  const uses = [...variableUses(text, document.start, document.end), ...inFile()].map(({ name }) => name);
  return [...variables, [slice(text, document.directive.value), uses]];
}

/** The requests that need each other, or lie between such requests. */
export function requestsInCycles(needs: Needs): ReadonlySet<Segment> {
  const forward = new Map([...needs].map(([one, all]) => [one, all.map(({ segment }) => segment)]));
  const backward = new Map<Segment, Segment[]>([...needs.keys()].map((one) => [one, []]));
  for (const [one, all] of forward) for (const needed of all) backward.get(needed)?.push(one);
  const left = new Set(needs.keys());
  removeEnds(left, forward, backward);
  removeEnds(left, backward, forward);
  return left;
}

type Edges = ReadonlyMap<Segment, readonly Segment[]>;

/** Removes the nodes without edges to others that are left, and then those that lose their last edge by that. */
function removeEnds(left: Set<Segment>, edges: Edges, reverse: Edges): void {
  const counts = new Map([...left].map((one) => [one, (edges.get(one) ?? []).filter((to) => left.has(to)).length]));
  const open = [...left].filter((one) => counts.get(one) === 0);
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    left.delete(one);
    for (const from of reverse.get(one) ?? []) {
      const count = (counts.get(from) ?? 0) - 1;
      counts.set(from, count);
      if (count === 0 && left.has(from)) open.push(from);
    }
  }
}
