import type { Edit } from "../rules/rule.ts";
import type { Change } from "./changes.ts";

/** The kinds of valid requests: what was varied within the limits of the schema. */
export const validKinds = [
  ...(["required", "optional", "choice", "enumeration"] as const),
  ...(["minInclusive", "maxInclusive", "minExclusive", "maxExclusive", "length"] as const),
  ...(["occurs", "nil", "xsi-type", "substitution", "whitespace", "unicode", "prefixes"] as const),
] as const;

/** The kinds of requests that are invalid by their schema. */
export const invalidKinds = [
  ...(["element-missing", "element-order", "element-unexpected", "element-too-many", "element-namespace"] as const),
  ...(["choice-empty", "choice-both", "attribute-missing", "attribute-unexpected", "type", "enumeration"] as const),
  ...(["pattern", "length", "minLength", "maxLength", "minInclusive", "maxInclusive", "minExclusive"] as const),
  ...(["maxExclusive", "totalDigits", "fractionDigits", "fixed", "nil", "xsi-type", "abstract", "text"] as const),
  ...(["key", "keyref", "unique", "id"] as const),
] as const;

/** The kinds of requests that are invalid with any schema. */
export const messageKinds = [
  ...(["version", "must-understand", "body-missing", "dtd", "not-well-formed"] as const),
  ...(["header-unqualified", "content-type", "action"] as const),
] as const;

export type ValidKind = (typeof validKinds)[number];
export type SchemaKind = (typeof invalidKinds)[number];
export type MessageKind = (typeof messageKinds)[number];

/** A changed sample request, or the sample itself. */
export interface Candidate<Kind extends string = string> extends Change {
  readonly kind: Kind;
  /** A phrase (without a period) about what was changed, and where. */
  readonly title: string;
  /** Names of the changed elements, if the problem may be found at another element. Such a change isn't used as a test. */
  readonly names?: readonly string[];
  /** Whether the change only replaces a value, which was already tested with its type. */
  readonly isValue?: boolean;
}

export function candidate<Kind extends string>(
  kind: Kind,
  title: string,
  change: Change | Change["edits"],
  more: Pick<Candidate, "names" | "isValue"> = {},
): Candidate<Kind> {
  return { kind, title, ...("edits" in change ? change : { edits: change }), ...more };
}

/** A request that a service must accept, or must refuse for one reason. */
export interface Variant {
  readonly valid: boolean;
  readonly kind: string;
  readonly title: string;
  /** The edits of the sample, or the complete text of a request that isn't made from the sample. */
  readonly change: readonly Edit[] | string;
  /** Codes of the findings that the change causes. */
  readonly codes: readonly string[];
}
