import type { TestReport } from "./report.ts";

/** A test that was made from a contract: its request is right or wrong in one way. */
export interface Variant {
  /** `Add`, or `Port.Add`. */
  readonly operation: string;
  /** Whether a service must accept it. */
  readonly valid: boolean;
  /** What was varied: `maxInclusive`. */
  readonly kind: string;
}

/** What a service did with such a request. `broken`: it was accepted, but the response isn't what the contract says. */
export type Verdict = "accepted" | "refused" | "broken" | "notSent";

/** Reads a name such as `Order.invalid.maxInclusive.1`; undefined for any other. */
export function variantOf(name: string): Variant | undefined {
  const found = /^(.+)\.(valid|invalid)\.([\w-]+)\.\d+$/.exec(name);
  const [, operation, validity, kind] = found ?? [];
  return operation && kind ? { operation, valid: validity === "valid", kind } : undefined;
}

export function verdictOf({ outcome, results }: TestReport, { valid }: Variant): Verdict {
  if (outcome === "passed") return valid ? "accepted" : "refused";
  if (outcome !== "failed") return "notSent";
  if (!valid) return "accepted";
  // Only a response without a Fault is compared with the contract.
  const isFault = results.some(({ held, text }) => !held && /^no\s+fault\b/.test(text));
  return isFault || results.every(({ text }) => !/^contract\b/.test(text)) ? "refused" : "broken";
}
