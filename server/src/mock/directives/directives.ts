import type { Path } from "../../expectations/path.ts";
import type { DirectiveProblem } from "../../expectations/problem.ts";
import type { Span } from "../../text/span.ts";
import type { Pace } from "../served.ts";
import type { Condition } from "./condition.ts";

/** The directives of a response in a `.soapmock` file. Spans: offsets in the segment's text. */
export interface MockDirectives {
  /** All must hold; without any, the response fits always, unless `otherwise` is set. */
  readonly conditions: readonly Condition[];
  readonly otherwise: boolean;
  /** How often the response may be taken; undefined if there is no limit. */
  readonly times: number | undefined;
  readonly sets: readonly StateChange[];
  readonly data: RowChoice | undefined;
  /** Undefined if the response doesn't misbehave. */
  readonly pace: Pace | undefined;
  /** Whether the head is sent with the bytes of the file, too. */
  readonly raw: boolean;
  readonly problems: readonly MockDirectiveProblem[];
}

/** `when-invalid` and `directive-value` are errors, `directive-unknown` is a warning. */
export interface MockDirectiveProblem extends DirectiveProblem {
  readonly code: "when-invalid" | "directive-value" | "directive-unknown";
}

/** `# @set NAME = VALUE`; the span: of the name. */
export interface StateChange extends Span {
  readonly name: string;
  /** A path in the request, or text, in which variables are replaced. */
  readonly value: { readonly kind: "path"; readonly path: Path } | { readonly kind: "text"; readonly text: string };
}

/** `# @data FILE where COLUMN = VALUE`; the span: of the file's path. */
export interface RowChoice extends Span {
  readonly file: string;
  readonly column: Span & { readonly name: string };
  /** The value of the request that a row must have in the column. */
  readonly value:
    | { readonly kind: "path"; readonly path: Path }
    | { readonly kind: "header" | "query"; readonly name: string };
}
