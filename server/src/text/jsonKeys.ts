import type { Span } from "./span.ts";

/** A scalar of JSON, or the bracket at the start of an object or array. Offsets are UTF-16 offsets. */
interface JsonPlace extends Span {
  /** The path of the value: property names and array indexes. Only valid until the next value is read. */
  readonly path: readonly (string | number)[];
  /** Span of the property name with its quotes; undefined in an array and at the root. */
  readonly key: Span | undefined;
}

/** Span of the last key with this path in valid JSON, including its quotes. */
export function jsonKeySpan(text: string, path: readonly string[]): Span | undefined {
  let span: Span | undefined;
  for (const { key, path: own } of jsonPlaces(text)) {
    if (key && own.length === path.length && own.every((step, index) => step === path[index])) span = key;
  }
  return span;
}

export function* jsonKeys(
  text: string,
  depth: number,
): Iterable<{ readonly path: readonly string[]; readonly key: Span }> {
  for (const { key, path } of jsonPlaces(text)) {
    if (key && path.length <= depth) yield { path: path.map(String), key };
  }
}

/** The path of the scalar whose text or key is at an offset of valid JSON. */
export function jsonScalarAt(text: string, offset: number): readonly (string | number)[] | undefined {
  for (const { start, end, key = { start, end }, path } of jsonPlaces(text)) {
    const isIn = key.start <= offset && offset <= key.end;
    if (isIn || (start <= offset && offset <= end)) return /[{[]/.test(text.charAt(start)) ? undefined : [...path];
  }
  return undefined;
}

function* jsonPlaces(text: string): Generator<JsonPlace> {
  const path: (string | number)[] = [];
  let key: Span | undefined;
  let isKey = false;
  for (const { 0: token, index: start } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\],]|[^\s{}[\],:"]+/g)) {
    const end = start + token.length;
    const last = path.at(-1);
    if (token === "}" || token === "]") path.pop();
    else if (token === ",") {
      if (typeof last === "number") path[path.length - 1] = last + 1;
    } else if (isKey) {
      path[path.length - 1] = JSON.parse(token) as string;
      key = { start, end };
    } else {
      yield { start, end, path, key };
      key = undefined;
      if (token === "{") path.push("");
      else if (token === "[") path.push(0);
    }
    isKey = token === "{" || (token === "," && typeof last === "string");
  }
}
