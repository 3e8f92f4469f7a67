import assert from "node:assert/strict";
import { Session } from "node:inspector";

/** Declares a test: with an input that is `times` as long, `work` takes `times` as many steps. */
export type Grows = <T>(title: string, make: (n: number) => T, work: (input: T) => void) => void;

const times = 4;

/** Called in a suite: returns a function that declares tests of how work grows with its input. */
export function growthTests(): Grows {
  const steps = stepCounter();
  return (title, make, work) =>
    test(`${title}: takes time in proportion to its length`, () => {
      // The first run also creates tables that stay.
      work(make(10));
      const [one = 0, more = 0] = [150, 150 * times].map((n) => {
        const input = make(n);
        return steps(() => work(input));
      });
      // Some work begins only at a certain length. With quadratic growth it is nearly 16.
      assert.ok(more / one < times * 1.5, `${times} times the input takes ${(more / one).toFixed(1)} times the steps`);
    });
}

/**
 * Returns a function that counts the steps of a piece of work: how often each block of its code runs (V8 counts them for
 * coverage), and how many characters or elements built-in searches and copies cover. Unlike a clock, it gives the same
 * result on a busy machine. V8 counts the blocks of functions that first run in the suite that it is called in.
 */
export function stepCounter(): (work: () => void) => number {
  const session = new Session();
  suiteSetup(() => {
    session.connect();
    session.post("Profiler.enable");
    session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  });
  suiteTeardown(() => session.disconnect());
  return (work) => {
    blocks(session);
    return builtInSteps(work) + blocks(session);
  };
}

/** The number of times that blocks of this bundle have run since the last call. */
function blocks(session: Session): number {
  let count = 0;
  session.post("Profiler.takePreciseCoverage", (error, { result }) => {
    if (error) throw error;
    for (const { url, functions } of result)
      if (url === import.meta.url) for (const { ranges } of functions) for (const one of ranges) count += one.count;
  });
  return count;
}

function builtInSteps(work: () => void): number {
  let count = 0;
  const restorers: (() => void)[] = [];
  for (const [prototype, costs] of [
    [String.prototype, costsOfStrings],
    [Array.prototype, costsOfArrays],
  ] as const) {
    for (const [name, cost] of Object.entries(costs)) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
      const original: (...all: unknown[]) => unknown = descriptor.value;
      const value = function (this: { readonly length: number }, ...all: unknown[]): unknown {
        const { length } = this;
        const result = original.apply(this, all);
        count += 1 + cost(length, all, result);
        return result;
      };
      Object.defineProperty(prototype, name, { ...descriptor, value });
      restorers.push(() => Object.defineProperty(prototype, name, descriptor));
    }
  }
  try {
    work();
  } finally {
    for (const restore of restorers) restore();
  }
  return count;
}

/** What a call costs besides one step. */
type Cost = (length: number, all: readonly unknown[], result: unknown) => number;

const nothing: Cost = () => 0;
const whole: Cost = (length) => length;
const forwards: Cost = (length, [, from], result) => sizeOf(result, length) - (typeof from === "number" ? from : 0);
const backwards: Cost = (length, [, from], result) => (typeof from === "number" ? from : length) - sizeOf(result, 0);

function sizeOf(result: unknown, otherwise: number): number {
  return typeof result === "number" && result >= 0 ? result : otherwise;
}

const costsOfStrings: Readonly<Record<string, Cost>> = {
  charCodeAt: nothing,
  charAt: nothing,
  codePointAt: nothing,
  indexOf: forwards,
  lastIndexOf: backwards,
  replace: whole,
  replaceAll: whole,
  search: whole,
  split: whole,
  // A slice shares its text with the whole: what is read of it is counted there.
  slice: nothing,
  startsWith: nothing,
};

const costsOfArrays: Readonly<Record<string, Cost>> = {
  concat: whole,
  flat: whole,
  includes: whole,
  indexOf: forwards,
  join: whole,
  lastIndexOf: backwards,
  slice: (_, __, result) => (Array.isArray(result) ? result.length : 0),
  splice: (length, [start]) => length - Number(start),
  toReversed: whole,
  toSorted: whole,
  toSpliced: whole,
  unshift: whole,
};
