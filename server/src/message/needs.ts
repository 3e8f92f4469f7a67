import { type DeclaredNames, declaredName, type ImportedRequest } from "../expectations/declared.ts";
import { testDirectives } from "../expectations/directives.ts";
import type { GivenText, NamedRequest } from "../expectations/namedRequests.ts";
import { parseReference } from "../expectations/reference.ts";
import type { PlacedSegment, Segment, SoapHttpDocument } from "../format/document.ts";
import { addTo } from "../text/grouped.ts";
import type { Reference } from "../text/references.ts";
import { type Span, slice } from "../text/span.ts";
import { variableUses } from "../variables/builtInReferences.ts";
import { definitionReferences } from "./fileVariables.ts";

/** A request that must be sent before another request. The span in the other request's text refers to it. */
export interface RequestNeed extends Span {
  readonly segment: Segment;
  /** Whether the request is only sent again if a response requires it, so that it needn't be sent before. */
  readonly isRenewal?: true;
}

export type Needs = ReadonlyMap<Segment, readonly RequestNeed[]>;

/** A request of another file that must be sent before. `given`: values that apply only to this use. */
export interface ImportedNeed extends Span {
  readonly imported: ImportedRequest;
  readonly given: readonly GivenText[];
}

interface AllNeeds {
  readonly own: Needs;
  readonly imported: ReadonlyMap<Segment, readonly ImportedNeed[]>;
}

/**
 * The requests on which each request of a file depends: by `# @needs`, by `# @receive` on the request above, by `# @data`, by
 * values of other exchanges, and by variables that responses set; and the requests that it renews.
 * `inBodyFile`: the variables in the body file of a segment, with the span of its path.
 */
export function needsIn(
  document: SoapHttpDocument,
  declared: DeclaredNames,
  inBodyFile: (segment: PlacedSegment) => readonly Reference[],
): AllNeeds {
  const own = new Map<Segment, readonly RequestNeed[]>();
  const imported = new Map<Segment, readonly ImportedNeed[]>();
  for (const { segment, needs } of readNeeds(document, declared, inBodyFile)) {
    own.set(
      segment,
      needs.flatMap((one) => ("segment" in one ? [one] : [])),
    );
    // Each use with its own values is a separate need. All uses without values are the same need.
    const others: ImportedNeed[] = [];
    for (const need of needs)
      if ("imported" in need && (need.given.length > 0 || others.every(({ imported }) => imported !== need.imported)))
        others.push(need);
    if (others.length > 0) imported.set(segment, others);
  }
  return { own, imported };
}

interface SegmentNeeds {
  readonly segment: Segment;
  readonly needs: readonly (RequestNeed | ImportedNeed)[];
}

function* readNeeds(
  document: SoapHttpDocument,
  { setBy, imported }: DeclaredNames,
  inBodyFile: (segment: PlacedSegment) => readonly Reference[],
): Iterable<SegmentNeeds> {
  const segments = document.segments.map(({ segment }) => segment);
  const own = new Set(segments);
  const setters = new Map<string, ImportedRequest[]>();
  for (const request of new Set(imported.values())) for (const name of request.sets) addTo(setters, name, request);
  // If several requests have the name, the first is used.
  const named = new Map(
    segments.toReversed().flatMap((one) => (one.message ? [[declaredName(one), one] as const] : [])),
  );
  const definitions = new Map(document.segments.flatMap((one) => definedNames(one.segment, () => inBodyFile(one))));
  const behind = requestsBehind(definitions, (name) => {
    const reference = parseReference(name);
    const typed = reference && "request" in reference ? reference.request : "";
    const request = named.get(typed) ?? imported.get(typed);
    const setting = (setBy.get(name) ?? []).filter((one) => own.has(one));
    return [...(request ? [request] : []), ...setting, ...(setters.get(name) ?? [])];
  });
  let above: Segment | undefined;
  for (const placed of document.segments) {
    const { segment } = placed;
    const { text, message } = segment;
    if (!message) continue;
    const called = segment.kind === "callback" && above ? [{ ...message.first, segment: above }] : [];
    if (segment.kind === "request") above = segment;
    const { needs, renewals, data } = testDirectives(segment);
    const needed = ({ start, end, name }: NamedRequest): readonly RequestNeed[] => {
      const segment = named.get(name);
      return segment ? [{ start, end, segment }] : [];
    };
    const importedFor = ({ start, end, name, given = [] }: NamedRequest): readonly ImportedNeed[] => {
      const request = named.has(name) ? undefined : imported.get(name);
      return request ? [{ start, end, imported: request, given }] : [];
    };
    const renewed = renewals.flatMap(needed).map((one): RequestNeed => ({ ...one, isRenewal: true }));
    const before = data?.kind === "values" ? [...needs, data.request] : needs;
    const explicit = [...before.flatMap((one) => [...needed(one), ...importedFor(one)]), ...renewed];
    const inText = [...definitionReferences(segment), ...variableUses(text, message.start, message.end)];
    const used = [...inText, ...inBodyFile(placed)];
    const implied = used.flatMap(({ start, end, name }) =>
      behind(name).flatMap((request): SegmentNeeds["needs"] => {
        if ("alias" in request) return [{ start, end, imported: request, given: [] }];
        return request === segment ? [] : [{ start, end, segment: request }];
      }),
    );
    yield { segment, needs: [...explicit, ...called, ...implied] };
  }
}

/**
 * Returns a function that returns the requests on which a variable depends: the requests to which its name refers, the requests
 * that set it, and the requests behind the variables in its definition. Each definition is read once. A definition in a cycle has
 * no value, so its requests may be incomplete.
 */
function requestsBehind<Request>(
  definitions: ReadonlyMap<string, readonly string[]>,
  own: (name: string) => readonly Request[],
): (name: string) => readonly Request[] {
  const requests = new Map<string, readonly Request[]>();
  return (start) => {
    const open = [{ name: start, uses: definitions.get(start) ?? [], isRead: false }];
    for (let top = open.pop(); top; top = open.pop()) {
      const { name, uses, isRead } = top;
      if (isRead) {
        requests.set(name, [...new Set([...own(name), ...uses.flatMap((one) => requests.get(one) ?? [])])]);
      } else if (!requests.has(name)) {
        requests.set(name, []);
        open.push({ name, uses, isRead: true });
        for (const used of uses) open.push({ name: used, uses: definitions.get(used) ?? [], isRead: false });
      }
    }
    return requests.get(start) ?? [];
  };
}

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

export function requestsInCycles(needs: Needs): ReadonlySet<Segment> {
  if ([...needs.values()].every(({ length }) => length === 0)) return new Set();
  const forward = new Map([...needs].map(([request, all]) => [request, all.map(({ segment }) => segment)]));
  const backward = new Map<Segment, Segment[]>([...needs.keys()].map((request) => [request, []]));
  for (const [request, all] of forward) for (const needed of all) backward.get(needed)?.push(request);
  const left = new Set(needs.keys());
  removeEnds(left, forward, backward);
  removeEnds(left, backward, forward);
  return left;
}

type Edges = ReadonlyMap<Segment, readonly Segment[]>;

/** Removes the nodes without edges to remaining nodes. Repeats this until each remaining node has such an edge. */
function removeEnds(left: Set<Segment>, edges: Edges, reverse: Edges): void {
  const counts = new Map([...left].map((node) => [node, (edges.get(node) ?? []).filter((to) => left.has(to)).length]));
  const open = [...left].filter((node) => counts.get(node) === 0);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    left.delete(node);
    for (const from of reverse.get(node) ?? []) {
      const count = (counts.get(from) ?? 0) - 1;
      counts.set(from, count);
      if (count === 0 && left.has(from)) open.push(from);
    }
  }
}
