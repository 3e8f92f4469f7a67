import type { Span } from "../text/span.ts";
import type { Path } from "./path.ts";
import type { Operand } from "./words.ts";

/** What `# @expect` says: a subject, and what must hold for it. Spans: UTF-16 offsets in the segment's text. */
export interface Expectation extends Span {
  readonly subject: Subject;
  /** `undefined` for subjects that say it themselves, such as `no fault`, `fault` and `contract`. */
  readonly check: Check | undefined;
}

export type Subject =
  /** `contract`: the response is valid by the WSDL of its request. */
  | { readonly kind: "status" | "time" | "size" | "no fault" | "contract" }
  /** `p95`: of the times of all sendings of `# @repeat`. `addressing`: Action and RelatesTo of the response. */
  | { readonly kind: "certificate expires" | "redirects" | "addressing" | "no leak" | "p95" }
  /** A valid and trusted signature of the elements of a path; without one, of the Body. */
  | { readonly kind: "signature"; readonly path: Path | undefined }
  /** A Fault, or with a path, the values of that path in a response with a Fault. */
  | { readonly kind: "fault"; readonly path: Path | undefined }
  | { readonly kind: "path"; readonly path: Path }
  /** The text with the values of its variables: it begins with `{{`. */
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "header"; readonly name: string }
  /** The body as XML, compared with a file, without the nodes of the paths. */
  | { readonly kind: "body"; readonly ignored: readonly Path[] }
  /** The body as text. `negated`: it must not contain or match. */
  | { readonly kind: "body text"; readonly negated: boolean };

export interface Check {
  readonly operator: Operator;
  /** The place of the operator; empty before a value alone. */
  readonly at: Span;
  /** `undefined` for `exists` and `absent`. */
  readonly operand: Operand | undefined;
}

export const symbols = ["=", "!=", "<", "<=", ">", ">="] as const;
export const words = ["contains", "matches", "exists", "absent", "count", "type"] as const;

export type Operator = (typeof symbols)[number] | (typeof words)[number];

/** The first words of expectations. All other expectations begin with a path. */
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
