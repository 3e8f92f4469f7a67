import type { Check } from "../../expectations/expectation.ts";
import type { Path } from "../../expectations/path.ts";
import type { Span } from "../../text/span.ts";

/** What `# @when` says: a part of the request, and what must hold for it. Spans: offsets in the segment's text. */
export type Condition = Span & (OfName | OfPath | OfValues);

/** `operation Add`, `method GET`, `version 1.2`, or `path` with a pattern in which `*` is any text. */
interface OfName {
  readonly kind: "operation" | "method" | "version" | "path pattern";
  readonly name: string;
}

/** XPath, or JSONPath, over the body of the request. */
interface OfPath {
  readonly kind: "body path";
  readonly path: Path;
  readonly check: Check;
}

type OfValues = OfNamedValue | { readonly kind: "path" | "body"; readonly check: Check };

interface OfNamedValue {
  readonly kind: "header" | "query" | "variable";
  readonly name: string;
  readonly check: Check;
}

/** The first words of conditions. All others begin with an XPath. */
export const conditionWords = [
  "operation",
  "header",
  "path",
  "query",
  "method",
  "version",
  "body",
  "variable",
] as const;
