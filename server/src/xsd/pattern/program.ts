import type { CharacterSet } from "./characterSets.ts";
import type { Pattern } from "./syntax.ts";

/** An instruction of a regular expression's automaton. Places are indexes in the program. */
export type Instruction =
  | { readonly kind: "accept" }
  /** Continues at each of these places. */
  | { readonly kind: "split"; readonly to: readonly number[] }
  /** Reads from `min` to `max` characters of a set. */
  | {
      readonly kind: "read";
      readonly set: CharacterSet;
      readonly min: number;
      readonly max: number;
      readonly next: number;
    };

/** An automaton without backtracking. `start`: the place where it begins. */
export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

/** Maximum number of instructions for expanded repetitions of groups. */
const maxCopies = 4_000;
/** Maximum number of common sets at the start of branches that are read once for all branches. */
const maxCommon = 100;

/**
 * Compiles the automaton of a regular expression (Thompson 1968). A repetition of a set is one instruction; a
 * repetition of a group is expanded. If there would be too many repetitions, the number of repetitions is unlimited:
 * more texts match, but the size stays limited.
 */
export function compilePattern(pattern: Pattern): Program {
  const instructions: Instruction[] = [{ kind: "accept" }];
  let copies = 0;
  const add = (instruction: Instruction) => instructions.push(instruction) - 1;

  /** Returns the place where the part begins. `next`: the place where the rest begins. */
  function build(part: Pattern, next: number): number {
    switch (part.kind) {
      case "set":
        return add({ kind: "read", set: part.set, min: 1, max: 1, next });
      case "sequence":
        return part.parts.reduceRight((following, one) => build(one, following), next);
      case "choice":
        return choice(part.branches.map(partsOf), 0, next);
      case "repeat":
        return repeat(part, next);
    }
  }

  /** Compiles branches from index `at` on. A common start of branches is read once, so that a list of words becomes an index. */
  function choice(branches: readonly (readonly Pattern[])[], at: number, next: number): number {
    const to: number[] = [];
    for (const [first = [], ...others] of byStart(branches, at)) {
      const end = others.length === 0 ? first.length : commonEnd([first, ...others], at);
      const after = others.length === 0 ? next : choice([first, ...others], end, next);
      to.push(first.slice(at, end).reduceRight((following, one) => build(one, following), after));
    }
    const [only, second] = to;
    return only === undefined || second !== undefined ? add({ kind: "split", to }) : only;
  }

  function repeat({ part, min, max }: Pattern & { readonly kind: "repeat" }, next: number): number {
    if (max === 0) return next;
    if (part.kind === "set") return add({ kind: "read", set: part.set, min, max, next });
    const times = Number.isFinite(max) ? max : Math.max(min, 1);
    const cost = times === 1 ? 0 : times * sizeOf(part);
    if (copies + cost > maxCopies) return loop(part, Math.min(min, 1), next);
    copies += cost;
    if (!Number.isFinite(max)) return loop(part, min, next);
    let at = next;
    for (let left = max; left > 0; left--) {
      const copy = build(part, at);
      at = left > min ? add({ kind: "split", to: [copy, next] }) : copy;
    }
    return at;
  }

  function loop(part: Pattern, min: number, next: number): number {
    const again: number[] = [];
    const split = add({ kind: "split", to: again });
    const body = build(part, split);
    again.push(body, next);
    let at = min === 0 ? split : body;
    for (let left = min; left > 1; left--) at = build(part, at);
    return at;
  }

  return { start: build(pattern, 0), instructions };
}

function partsOf(branch: Pattern): readonly Pattern[] {
  return branch.kind === "sequence" ? branch.parts : [branch];
}

/** Groups the branches by the set that they begin with. Equal branches are merged. */
function byStart(branches: readonly (readonly Pattern[])[], at: number): Iterable<readonly (readonly Pattern[])[]> {
  const groups = new Map<unknown, (readonly Pattern[])[]>();
  for (const branch of branches) {
    const start = branch[at];
    const key = at < maxCommon ? startKey(start) : branch;
    const cached = groups.get(key);
    if (cached === undefined) groups.set(key, [branch]);
    else if (start !== undefined) cached.push(branch);
  }
  return groups.values();
}

function startKey(start: Pattern | undefined): unknown {
  return start?.kind === "set" ? start.written : start;
}

/** The index at which branches with a common start begin to differ. */
function commonEnd(branches: readonly (readonly Pattern[])[], at: number): number {
  const [first = []] = branches;
  let end = at;
  while (first[end]?.kind === "set" && branches.every((one) => startKey(one[end]) === startKey(first[end]))) end++;
  return end;
}

/** The minimum number of instructions for a part. Repeated groups in it count once. */
function sizeOf(part: Pattern): number {
  let size = 0;
  const open = [part];
  for (let current = open.pop(); current; current = open.pop()) {
    size++;
    if (current.kind === "sequence") for (const inner of current.parts) open.push(inner);
    else if (current.kind === "choice") for (const inner of current.branches) open.push(inner);
    else if (current.kind === "repeat") open.push(current.part);
  }
  return size;
}

/** The places that read a character or accept, reached from a place without reading. */
export function reach({ instructions }: Program, from: number): readonly number[] {
  const seen = new Set([from]);
  const positions: number[] = [];
  for (const place of seen) {
    const instruction = instructions[place];
    if (instruction?.kind === "split") for (const to of instruction.to) seen.add(to);
    else positions.push(place);
    if (instruction?.kind === "read" && instruction.min === 0) seen.add(instruction.next);
  }
  return positions;
}

/** For each place, the minimum number of characters up to the end; Infinity if the end can't be reached. */
export function distances({ instructions }: Program): readonly number[] {
  const lengths = instructions.map(({ kind }) => (kind === "accept" ? 0 : Number.POSITIVE_INFINITY));
  const from = (place: number) => lengths[place] ?? Number.POSITIVE_INFINITY;
  for (let changed = true; changed; ) {
    changed = false;
    for (const [place, instruction] of instructions.entries()) {
      if (instruction.kind === "accept") continue;
      const distance =
        instruction.kind === "read"
          ? instruction.min + from(instruction.next)
          : instruction.to.reduce((least, to) => Math.min(least, from(to)), Number.POSITIVE_INFINITY);
      if (distance >= from(place)) continue;
      lengths[place] = distance;
      changed = true;
    }
  }
  return lengths;
}
