import type { Edit } from "../rules/rule.ts";
import type { Change } from "./changes.ts";

/** Why a request is valid: what was varied within what the schema allows. */
export const validKinds = [
  ...(["required", "optional", "choice", "enumeration"] as const),
  ...(["minInclusive", "maxInclusive", "minExclusive", "maxExclusive", "length"] as const),
  ...(["occurs", "nil", "xsi-type", "substitution", "whitespace", "unicode", "prefixes"] as const),
] as const;

/** Why a request is invalid: what its schema doesn't allow. */
export const invalidKinds = [
  ...(["element-missing", "element-order", "element-unexpected", "element-too-many", "element-namespace"] as const),
  ...(["choice-empty", "choice-both", "attribute-missing", "attribute-unexpected", "type", "enumeration"] as const),
  ...(["pattern", "length", "minLength", "maxLength", "minInclusive", "maxInclusive", "minExclusive"] as const),
  ...(["maxExclusive", "totalDigits", "fractionDigits", "fixed", "nil", "xsi-type", "abstract", "text"] as const),
  ...(["key", "keyref", "unique", "id"] as const),
] as const;

/** Why a request is invalid whatever its schema is. */
export const messageKinds = [
  ...(["version", "must-understand", "body-missing", "dtd", "not-well-formed"] as const),
  ...(["header-unqualified", "content-type", "action"] as const),
] as const;

export type ValidKind = (typeof validKinds)[number];
/** Invalid by the schema. */
export type SchemaKind = (typeof invalidKinds)[number];
export type MessageKind = (typeof messageKinds)[number];

/** One change of a sample request, or none. */
export interface Candidate<Kind extends string = string> extends Change {
  readonly kind: Kind;
  /** What was changed, and where: a phrase without a period. */
  readonly title: string;
  /** The names of what was changed, if the problem may be found at another element: then it is no test. */
  readonly names?: readonly string[];
  /** Whether only a value is replaced, which was tested by its type. */
  readonly isValue?: boolean;
}

/** A change with its kind and its title. */
export function candidate<Kind extends string>(
  kind: Kind,
  title: string,
  change: Change | Change["edits"],
  more: Pick<Candidate, "names" | "isValue"> = {},
): Candidate<Kind> {
  return { kind, title, ...("edits" in change ? change : { edits: change }), ...more };
}

/** A request that a service must accept, or refuse for one reason. */
export interface Variant {
  readonly valid: boolean;
  readonly kind: string;
  readonly title: string;
  /** In the sample that is varied; a text of its own for one that isn't made of it. */
  readonly change: readonly Edit[] | string;
  /** The codes of the findings that the change causes. */
  readonly codes: readonly string[];
}
