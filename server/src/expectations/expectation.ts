import type { Span } from "../text/span.ts";
import type { Path } from "./path.ts";
import type { Operand } from "./words.ts";

/** An expectation of `# @expect`. Spans are UTF-16 offsets in the segment's text. */
export interface Expectation extends Span {
  readonly subject: Subject;
  /** `undefined` for subjects that need no check, such as `no fault`, `fault` and `contract`. */
  readonly check: Check | undefined;
}

export type Subject =
  /** `contract`: the response must be valid by the WSDL of its request. */
  | { readonly kind: "status" | "time" | "size" | "no fault" | "contract" }
  /** `p95`: the 95th percentile of the times of `# @repeat`. `addressing`: Action and RelatesTo of the response. */
  | { readonly kind: "certificate expires" | "redirects" | "addressing" | "no leak" | "p95" }
  /** A valid and trusted signature that covers the elements of a path, or the Body by default. */
  | { readonly kind: "signature"; readonly path: Path | undefined }
  /** A Fault, or the values of a path in a response with a Fault. */
  | { readonly kind: "fault"; readonly path: Path | undefined }
  | { readonly kind: "path"; readonly path: Path }
  /** A text that begins with a variable in `{{…}}`. */
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "header"; readonly name: string }
  /** The body as XML, which is compared with a file. The nodes of the paths in `ignored` aren't compared. */
  | { readonly kind: "body"; readonly ignored: readonly Path[] }
  /** The body as text. `negated`: the body must not contain or match the operand. */
  | { readonly kind: "body text"; readonly negated: boolean };

export interface Check {
  readonly operator: Operator;
  /** The span of the operator; empty if there is only an operand. */
  readonly at: Span;
  /** `undefined` for `exists` and `absent`. */
  readonly operand: Operand | undefined;
}

export const symbols = ["=", "!=", "<", "<=", ">", ">="] as const;
export const words = ["contains", "matches", "exists", "absent", "count", "type"] as const;

export type Operator = (typeof symbols)[number] | (typeof words)[number];

/** Words with which expectations begin. All other expectations begin with a path. */
export const subjects = [
  "status",
  "no fault",
  "fault",
  "header",
  "time",
  "size",
  "body",
  "contract",
  "signature",
  "addressing",
  "no leak",
  "certificate expires",
  "redirects",
  "p95",
] as const;
