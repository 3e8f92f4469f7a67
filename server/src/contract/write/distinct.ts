import { type IdentityConstraint, type IdentityPath, keyOf, type NameTest, type QName } from "../../xsd/components.ts";
import { validateValue } from "../../xsd/values.ts";
import type { SampleElement, SampleValue } from "./sampleElement.ts";

export interface Constrained {
  readonly element: SampleElement;
  readonly constraints: readonly IdentityConstraint[];
}

/** Maximum number of elements whose keys are made distinct. */
const maxRows = 1_000;
/** Maximum number of new values that are tried for one value in each way. */
const maxCounted = 30;

type Row = readonly SampleValue[];

/** Makes the values of keys distinct, and sets references to keys to a value of the key. */
export function fillKeys(constrained: readonly Constrained[]): void {
  const keys = new Map<string, readonly Row[]>();
  const distinct: (readonly Row[])[] = [];
  const references: (readonly [Row, QName])[] = [];
  for (const { element, constraints } of constrained) {
    for (const constraint of constraints) {
      const rows = rowsOf(element, constraint);
      if (constraint.refer) for (const row of rows) references.push([row, constraint.refer]);
      if (constraint.kind === "keyref") continue;
      distinct.push(rows);
      if (rows.length > 0) keys.set(keyOf(constraint.name), rows);
    }
  }
  for (const [row, refer] of references) adopt(row, keys.get(keyOf(refer)) ?? []);
  for (const rows of distinct) makeDistinct(rows);
  for (const [row, refer] of references) {
    const rows = keys.get(keyOf(refer)) ?? [];
    const key = rows.find((one) => row.every((value, at) => accepts(value, one[at]))) ?? rows[0];
    for (const [at, value] of row.entries()) if (!value.fixed) value.value = key?.[at]?.value ?? value.value;
  }
}

/** Sets a key to the value of a reference whose type accepts only few values, such as an enumeration. */
function adopt(row: Row, keys: readonly Row[]): void {
  if (keys.some((key) => row.every((value, at) => accepts(value, key[at])))) return;
  const key = keys.find((one) => row.every((value, at) => accepts(value, one[at]) || accepts(one[at], value)));
  for (const [at, value] of row.entries()) {
    const own = key?.[at];
    if (own && !accepts(value, own)) own.value = value.value;
  }
}

function accepts(value: SampleValue | undefined, other: SampleValue | undefined): boolean {
  if (value === undefined || other === undefined) return false;
  if (value.fixed || value.of === undefined || typeof other.value !== "string") return value.value === other.value;
  return validateValue(other.value, value.of, () => undefined) === undefined;
}

/** The field values of each selected element that has all fields of a constraint. */
function rowsOf(element: SampleElement, { selector, fields }: IdentityConstraint): readonly (readonly SampleValue[])[] {
  const selected = new Set(selector.flatMap((path) => elementsAt(element, path)));
  return [...selected].slice(0, maxRows).flatMap((element) => {
    const row = fields.flatMap((paths) => paths.flatMap((path) => valuesAt(element, path)).slice(0, 1));
    return row.length === fields.length ? [row] : [];
  });
}

function makeDistinct(rows: readonly (readonly SampleValue[])[]): void {
  const taken = new Set<string>();
  const keyOfRow = (row: readonly SampleValue[]) => JSON.stringify(row.map(({ value }) => value));
  for (const row of rows) {
    const changeable = row.find(({ fixed, of, value }) => !fixed && of && typeof value === "string");
    const texts = changeable ? variants(changeable, taken.size + 1) : [];
    for (const text of texts) {
      if (!taken.has(keyOfRow(row))) break;
      if (changeable) changeable.value = text;
    }
    taken.add(keyOfRow(row));
  }
}

/** Other values of the same type: values of its enumeration, or else the value with numbers that start at `count`. */
function* variants({ value, of: type, choices }: SampleValue, count: number): Generator<string> {
  if (typeof value !== "string" || type === undefined) return;
  const candidates = type.facets.enumeration ? (choices ?? []) : counted(value, count);
  for (const candidate of candidates)
    if (validateValue(candidate, type, () => undefined) === undefined) yield candidate;
}

/** Texts with a number in place of the last digits, after the text, or as letters in place of the last letters. */
function* counted(text: string, from: number): Generator<string> {
  const to = from + maxCounted;
  const digits = placesOf(/\d/g, text);
  for (let count = from; count < to && `${count}`.length <= digits.length; count++)
    yield withLast(text, digits, `${count}`);
  for (let count = from; count < to; count++) yield text + count;
  const letters = placesOf(/[a-zA-Z]/g, text);
  for (let count = from; count < to; count++) {
    const written = count.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
    if (written.length <= letters.length) yield withLast(text, letters, written);
  }
}

function placesOf(expression: RegExp, text: string): readonly number[] {
  return [...text.matchAll(expression)].map(({ index }) => index);
}

/** The text with the last of the characters at `places` replaced by the characters of `written`. */
function withLast(text: string, places: readonly number[], written: string): string {
  const characters = text.split("");
  for (const [at, place] of places.slice(-written.length).entries()) characters[place] = written.charAt(at);
  return characters.join("");
}

function elementsAt(element: SampleElement, { anyDepth, steps }: IdentityPath): readonly SampleElement[] {
  let elements: readonly SampleElement[] = anyDepth ? descendants(element) : [element];
  for (const step of steps) elements = elements.flatMap(childrenOf).filter(({ name }) => matches(step, name));
  return elements;
}

function valuesAt(element: SampleElement, path: IdentityPath): readonly SampleValue[] {
  const { attribute } = path;
  return elementsAt(element, path).flatMap((element): readonly SampleValue[] => {
    if (attribute) return element.attributes.filter(({ name }) => matches(attribute, name));
    return "value" in element.content ? [element.content] : [];
  });
}

function descendants(element: SampleElement): readonly SampleElement[] {
  const all = [element];
  // The loop adds elements to the list that it iterates.
  for (const current of all) for (const child of childrenOf(current)) all.push(child);
  return all;
}

function childrenOf({ content }: SampleElement): readonly SampleElement[] {
  return "value" in content ? [] : content;
}

function matches(test: NameTest, { namespace, local }: QName): boolean {
  return (test.local ?? local) === local && (test.namespace ?? namespace) === namespace;
}
