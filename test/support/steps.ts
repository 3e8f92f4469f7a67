/**
 * How many characters a piece of work looks at: each `charCodeAt` is one step, each search, slice or comparison as many as
 * it covers. Unlike a clock it gives the same answer on a busy machine.
 */
export function steps(work: () => void): number {
  let count = 0;
  const saved: Partial<Record<Counted, unknown>> = {};
  for (const name of counted) {
    const original: (...all: never[]) => unknown = String.prototype[name];
    saved[name] = original;
    const replacement = function (this: string, ...all: never[]): unknown {
      const result = original.apply(this, all);
      count += cost(name, this, all, result);
      return result;
    };
    Object.defineProperty(String.prototype, name, { value: replacement, configurable: true, writable: true });
  }
  try {
    work();
  } finally {
    for (const name of counted) {
      Object.defineProperty(String.prototype, name, { value: saved[name], configurable: true, writable: true });
    }
  }
  return count;
}

type Counted = (typeof counted)[number];
const counted = [
  "charCodeAt",
  "charAt",
  "codePointAt",
  "indexOf",
  "lastIndexOf",
  "slice",
  "startsWith",
  "replace",
  "search",
] as const;

function cost(name: Counted, text: string, all: readonly unknown[], result: unknown): number {
  switch (name) {
    case "indexOf": {
      const from = typeof all[1] === "number" ? all[1] : 0;
      return 1 + (typeof result === "number" && result >= 0 ? result : text.length) - from;
    }
    case "lastIndexOf": {
      const from = typeof all[1] === "number" ? all[1] : text.length;
      return 1 + from - (typeof result === "number" && result >= 0 ? result : 0);
    }
    case "replace":
    case "search":
      return 1 + text.length;
    // A slice shares its text with the whole: what is read of it is counted there.
    default:
      return 1;
  }
}
