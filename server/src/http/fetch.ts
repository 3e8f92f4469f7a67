import { tokenEnd } from "./tokens.ts";

interface Field {
  readonly name: string;
  readonly value: string;
}

export interface FetchContext {
  readonly method: string;
  /** `host[:port]` of the URL. The default port of the scheme is omitted. */
  readonly authority: string;
  readonly bodyLength: number;
}

/** How fetch sends a field. `sent` is undefined if only the browser knows the value. */
export type FieldFate =
  | { readonly kind: "kept" }
  | { readonly kind: "replaced"; readonly sent: string | undefined }
  | { readonly kind: "dropped" };

export type FieldChange = Exclude<FieldFate, { kind: "kept" }> & { readonly name: string; readonly typed: string };

/** How fetch sends a field (WHATWG Fetch, "forbidden request-header"). A field is `kept` if it is replaced with an equal one. */
export function fieldFate(field: Field, context: FetchContext): FieldFate {
  const name = field.name.toLowerCase();
  if (name === "" || tokenEnd(name, 0, name.length) < name.length || /[\0\r\n]/.test(field.value)) return dropped;
  if (isBrowsersOwn(name)) {
    const own = browsersOwn[name]?.(context) ?? dropped;
    const isSame = own.kind === "replaced" && own.sent?.toLowerCase() === field.value.toLowerCase();
    return isSame ? { kind: "kept" } : own;
  }
  if (never.has(name) || /^(proxy|sec)-/.test(name)) return dropped;
  const isMethod = /^x-(http-method|http-method-override|method-override)$/.test(name);
  return isMethod && forbiddenMethod.test(field.value) ? dropped : { kind: "kept" };
}

const dropped: FieldFate = { kind: "dropped" };

/** The fields that fetch changes, in order. It combines fields with one name in place of the first (WHATWG Fetch). */
export function changedByFetch(fields: readonly Field[], context: FetchContext): readonly FieldChange[] {
  const kept = fields.filter((field) => fieldFate(field, context).kind === "kept");
  return fields.flatMap((field): readonly FieldChange[] => {
    const { name, value: typed } = field;
    const fate = fieldFate(field, context);
    if (fate.kind !== "kept") return [{ ...fate, name, typed }];
    const same = kept.filter((other) => other.name.toLowerCase() === name.toLowerCase());
    if (same.indexOf(field) > 0) return [{ kind: "dropped", name, typed }];
    if (same.length === 1) return [];
    return [{ kind: "replaced", name, typed, sent: same.map((other) => other.value).join(", ") }];
  });
}

export function forbidsBody(method: string): boolean {
  return /^(get|head)$/i.test(method);
}

/** The fields that the browser sends with its own value, and functions that determine how. */
const browsersOwn: Readonly<Record<string, (context: FetchContext) => FieldFate>> = {
  host: ({ authority }) => ({ kind: "replaced", sent: authority }),
  "content-length": ({ method, bodyLength }) =>
    forbidsBody(method) ? dropped : { kind: "replaced", sent: String(bodyLength) },
  connection: () => ({ kind: "replaced", sent: "keep-alive" }),
  "accept-encoding": () => ({ kind: "replaced", sent: undefined }),
  origin: () => ({ kind: "replaced", sent: undefined }),
  "user-agent": () => ({ kind: "replaced", sent: undefined }),
};

/** Whether the browser sends the field with its own value, even if it isn't typed. */
export function isBrowsersOwn(name: string): boolean {
  return Object.hasOwn(browsersOwn, name.toLowerCase());
}

/** Other forbidden names. Cookies and the referrer are included, because we call fetch with options that omit them. */
const never = new Set(
  (
    "accept-charset access-control-request-headers access-control-request-method cookie cookie2 date dnt expect " +
    "keep-alive referer set-cookie te trailer transfer-encoding upgrade via"
  ).split(" "),
);

const forbiddenMethod = /^[ \t]*(connect|trace|track)[ \t]*(,|$)|,[ \t]*(connect|trace|track)[ \t]*(,|$)/i;
