import type { MessageProblem } from "../contract/check/messageProblems.ts";
import { invalidValueKind } from "./valueChanges.ts";
import type { SchemaKind } from "./variant.ts";

/** Whether a problem is the one violation that a kind of variants has. */
export function isViolation(kind: SchemaKind, problem: MessageProblem): boolean {
  if (problem.kind === "value") return invalidValueKind(problem.problem) === kind;
  if (problem.kind === "key-duplicate") return problem.constraint.kind === kind;
  const kinds: readonly string[] = problemsOf[kind] ?? [];
  return kinds.includes(problem.kind);
}

/** Kinds that are recognized by the kind of their problem alone. */
const problemsOf: Readonly<Partial<Record<SchemaKind, readonly MessageProblem["kind"][]>>> = {
  "element-missing": ["element-missing"],
  "choice-empty": ["element-missing"],
  "element-order": ["element-order"],
  "element-namespace": ["element-namespace"],
  "element-unexpected": ["element-unexpected"],
  "element-too-many": ["element-count", "element-unexpected"],
  "choice-both": ["element-alternative", "element-count", "element-unexpected"],
  text: ["text-unexpected"],
  "attribute-missing": ["attribute-missing"],
  "attribute-unexpected": ["attribute-unexpected"],
  fixed: ["fixed"],
  nil: ["nil-not-allowed"],
  "xsi-type": ["type-unknown", "type-not-derived", "type-blocked", "type-abstract"],
  abstract: ["element-abstract", "type-abstract"],
  keyref: ["key-not-found"],
  id: ["id-duplicate"],
};
