/*
 * The assertions of node:assert/strict that these tests use: a web worker has no `node:assert`.
 * mocha shows the difference between `actual` and `expected`.
 */

export function ok(value: unknown, message?: string): asserts value {
  if (!value) {
    throw new AssertionError(message ?? `${show(value)} is not truthy`, value, true);
  }
}

/** Compares by `Object.is`. */
export function equal(actual: unknown, expected: unknown, message?: string): void {
  if (!Object.is(actual, expected)) {
    throw new AssertionError(message ?? `${show(actual)} is not ${show(expected)}`, actual, expected);
  }
}

export function notEqual(actual: unknown, expected: unknown, message?: string): void {
  if (Object.is(actual, expected)) {
    throw new AssertionError(message ?? `${show(actual)} was not wanted`, actual, expected);
  }
}

/** Compares plain data: null, strings, numbers, booleans, undefined, arrays and objects of these. */
export function deepEqual(actual: unknown, expected: unknown, message?: string): void {
  if (!same(actual, expected)) {
    throw new AssertionError(message ?? `${show(actual)} is not ${show(expected)}`, actual, expected);
  }
}

export function notDeepEqual(actual: unknown, expected: unknown, message?: string): void {
  if (same(actual, expected)) {
    throw new AssertionError(message ?? `${show(actual)} was not wanted`, actual, expected);
  }
}

export function match(text: string, pattern: RegExp, message?: string): void {
  if (!pattern.test(text)) {
    const start = text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
    throw new AssertionError(message ?? `${pattern} does not match:\n${start}`, start, String(pattern));
  }
}

export function fail(message: string): never {
  throw new AssertionError(message, undefined, undefined);
}

class AssertionError extends Error {
  override readonly name = "AssertionError";
  readonly actual: unknown;
  readonly expected: unknown;
  readonly showDiff: boolean;

  constructor(message: string, actual: unknown, expected: unknown) {
    super(message);
    this.actual = actual;
    this.expected = expected;
    this.showDiff = typeof actual === typeof expected && actual !== undefined;
  }
}

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) {
    return true;
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return false;
  }
  if (Array.isArray(a) !== Array.isArray(b)) {
    return false;
  }
  const [left, right] = [Object.entries(a), Object.entries(b)];
  const others = new Map(right);
  return (
    left.length === right.length && left.every(([name, value]) => others.has(name) && same(value, others.get(name)))
  );
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
