import type { Operator } from "../expectations/expectation.ts";
import { typeNamed } from "../expectations/operands.ts";
import { searchPattern } from "../expectations/pattern.ts";
import { compareMoments, readMoment } from "../xsd/dates.ts";
import { compareDecimals, readDecimal } from "../xsd/decimals.ts";
import { validateValue } from "../xsd/values.ts";

/** The operand with which a value is compared. In double quotes, it is compared as text, including whitespace. */
export interface ExpectedValue {
  readonly text: string;
  readonly quoted: boolean;
}

/** Whether values fulfill a check. There is at least one value, except for `exists`, `absent` and `count`. */
export function holdsFor(operator: Operator, values: readonly string[], expected: ExpectedValue): boolean {
  const some = (test: (value: string) => boolean) => values.some(test);
  const each = (test: (value: string) => boolean) => values.length > 0 && values.every(test);
  switch (operator) {
    case "=":
      return some((value) => order(value, expected) === 0);
    case "!=":
      return each((value) => order(value, expected) !== 0);
    case "<":
      return each((value) => order(value, expected) < 0);
    case "<=":
      return each((value) => order(value, expected) <= 0);
    case ">":
      return each((value) => order(value, expected) > 0);
    case ">=":
      return each((value) => order(value, expected) >= 0);
    case "contains":
      return some((value) => value.includes(expected.text));
    case "matches": {
      const pattern = searchPattern(expected.text);
      return "find" in pattern && some((value) => pattern.find(value));
    }
    case "exists":
      return values.length > 0;
    case "absent":
      return values.length === 0;
    case "count":
      return values.length === Number(expected.text);
    case "type": {
      const type = typeNamed(expected.text);
      return type !== undefined && each((value) => validateValue(value, type, () => "") === undefined);
    }
  }
}

/** Compares two values: negative if the first is less. NaN if the values can't be ordered, for which only `!=` holds. */
function order(value: string, { text, quoted }: ExpectedValue): number {
  if (quoted) return value === text ? 0 : value < text ? -1 : 1;
  const [a, b] = [value.trim(), text.trim()];
  const [first, second] = [readDecimal(a), readDecimal(b)];
  if (first && second) return compareDecimals(first, second);
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b);
  for (const type of ["dateTime", "date"] as const) {
    const [first, other] = [readMoment(type, a), readMoment(type, b)];
    if (first && other) return compareMoments(first, other) ?? Number.NaN;
  }
  return a === b ? 0 : a < b ? -1 : 1;
}

function isNumber(text: string): boolean {
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(text);
}
