import type { ExportedExpectation } from "../../../server/src/protocol/protocol.ts";
import { type PlannedPath, pathTooComplex, plannedPath } from "./plannedPath.ts";
import { type PlannedStep, type PlannedValue, plannedSteps } from "./plannedValues.ts";

/** An expectation that an engine can check. Times are in milliseconds, sizes in bytes. */
export interface PlannedCheck extends Omit<ExportedExpectation, "subject" | "path" | "steps" | "operator"> {
  /** `fault` with a path: a Fault with this value. */
  readonly subject: (typeof subjects)[number];
  readonly path: PlannedPath | undefined;
  /** The steps that are applied to each value of the path. */
  readonly steps: readonly PlannedStep[];
  /** Undefined for `no fault` and `fault` alone. */
  readonly operator: PlannedOperator | undefined;
}

const subjects = [
  "status",
  "no fault",
  "fault",
  "path",
  "header",
  "time",
  "size",
  "body text",
  "no body text",
] as const;
const operators = ["=", "!=", "<", "<=", ">", ">=", "contains", "exists", "absent", "count"] as const;
type PlannedOperator = (typeof operators)[number];

/** The checks without expectations: the response must have a 2xx status and no Fault. */
export const defaultChecks: readonly PlannedCheck[] = [
  check("status >= 200", "status", ">=", "200"),
  check("status < 300", "status", "<", "300"),
  check("no fault", "no fault", undefined, ""),
];

function check(text: string, subject: PlannedCheck["subject"], operator: PlannedOperator | undefined, operand: string) {
  const rest = { path: undefined, steps: [], header: undefined, quoted: false };
  return { ...rest, text, subject, operator, operand: operand === "" ? [] : [operand] };
}

/** The check of an expectation, or a sentence about why it can't be carried over. */
export function checkOf(
  expectation: ExportedExpectation,
  planned: readonly (PlannedValue | string)[],
): PlannedCheck | string {
  const { text, header, quoted, operand } = expectation;
  const subject = subjects.find((one) => one === expectation.subject);
  if (!subject) return "Only the editor and soaphttp test check this.";
  const operator = operators.find((one) => one === expectation.operator);
  if (!operator && expectation.operator !== undefined) {
    return `${expectation.operator} can't be carried over, because engines read it differently.`;
  }
  const steps = plannedSteps(expectation.steps, planned);
  if (typeof steps === "string") return steps;
  const path = expectation.path && plannedPath(expectation.path);
  if (expectation.path && !path) return pathTooComplex;
  for (const part of operand) {
    const value = typeof part === "number" ? planned[part] : undefined;
    if (typeof value === "string") return value;
    if (value && generated.has(value.kind)) return "A new value is generated each time.";
  }
  const [only] = operand;
  const compares = operator !== undefined && /[<>=]/.test(operator);
  if (compares && !quoted && typeof only === "string" && /^-?\d{4,}-\d\d-\d\d/.test(only.trim())) {
    return "Dates are only compared by soaphttp test. Put the value into double quotes to compare it as text.";
  }
  if (!quoted && /^(?:[!<=>]|contains)/.test(operator ?? "") && typeof only === "string" && only.startsWith("//")) {
    return "Paths are only compared with each other by soaphttp test.";
  }
  const compared = measured(subject, operand);
  return compared
    ? { text, subject, path, steps, header, operator, operand: compared, quoted }
    : "Its unit is unknown, or its number too large.";
}

function measured(subject: PlannedCheck["subject"], operand: PlannedCheck["operand"]) {
  return subject === "time" || subject === "size" ? measure(operand) : operand;
}

const generated: ReadonlySet<PlannedValue["kind"]> = new Set(["guid", "randomInt", "choice", "timestamp", "datetime"]);

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, B: 1, KB: 1024, MB: 1024 * 1024 };

/** Returns the milliseconds of `500 ms`, or the bytes of `10 KB`. */
function measure(operand: PlannedCheck["operand"]): readonly string[] | undefined {
  if (!operand.every((part) => typeof part === "string")) return undefined;
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)[ \t]*([A-Za-z]+)$/.exec(operand.join("")) ?? [];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  const measured = Number(number) * (factor ?? Number.NaN);
  return measured <= Number.MAX_SAFE_INTEGER ? [String(measured)] : undefined;
}
