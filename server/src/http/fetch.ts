/** A header field as it was typed. */
interface Field {
  readonly name: string;
  readonly value: string;
}

/** A field that leaves a browser otherwise than typed; `sent` is undefined where only the browser knows it. */
export type FieldChange =
  | { readonly kind: "replaced"; readonly name: string; readonly typed: string; readonly sent: string | undefined }
  | { readonly kind: "dropped"; readonly name: string; readonly typed: string };

/** What decides about a field beside its own name and value. */
export interface FetchContext {
  readonly method: string;
  /** `host[:port]` of the URL, the scheme's default port left out. */
  readonly authority: string;
  readonly bodyLength: number;
}

/** `sent` is undefined where only the browser knows the value. */
export type FieldFate =
  | { readonly kind: "kept" }
  | { readonly kind: "replaced"; readonly sent: string | undefined }
  | { readonly kind: "dropped" };

/**
 * What a browser's fetch does with a typed field (WHATWG Fetch, "forbidden request-header"): some are the browser's own
 * and are sent with its value, some are never sent. A field whose value comes out the same counts as kept.
 */
export function fieldFate(field: Field, context: FetchContext): FieldFate {
  const name = field.name.toLowerCase();
  if (!isToken(field.name) || /[\0\r\n]/.test(field.value)) return { kind: "dropped" };
  const own = Object.hasOwn(browsersOwn, name) ? browsersOwn[name] : undefined;
  if (own !== undefined) return compare(field.value, own(context));
  if (never.has(name) || /^(proxy|sec)-/.test(name)) return { kind: "dropped" };
  if (/^x-(http-method|http-method-override|method-override)$/.test(name) && forbiddenMethod.test(field.value)) {
    return { kind: "dropped" };
  }
  return { kind: "kept" };
}

/**
 * The fields that don't leave a browser as they were typed, in their order. Fields of one name leave as one, in the place
 * of the first, their values joined (WHATWG Fetch, header lists: "combine").
 */
export function unsendable(fields: readonly Field[], context: FetchContext): readonly FieldChange[] {
  const kept = fields.filter((field) => fieldFate(field, context).kind === "kept");
  return fields.flatMap((field): readonly FieldChange[] => {
    const { name, value } = field;
    const fate = fieldFate(field, context);
    if (fate.kind === "replaced") return [{ kind: "replaced", name, typed: value, sent: fate.sent }];
    const same = kept.filter((other) => other.name.toLowerCase() === name.toLowerCase());
    if (fate.kind === "dropped" || same.indexOf(field) > 0) return [{ kind: "dropped", name, typed: value }];
    if (same.length === 1) return [];
    return [{ kind: "replaced", name, typed: value, sent: same.map((other) => other.value).join(", ") }];
  });
}

/** fetch refuses a body on these. */
export function forbidsBody(method: string): boolean {
  return /^(get|head)$/i.test(method);
}

type OwnValue = { readonly sent: string | undefined } | "nothing";

/** Fields that a browser sends with a value of its own. */
const browsersOwn: Readonly<Record<string, (context: FetchContext) => OwnValue>> = {
  host: ({ authority }) => ({ sent: authority }),
  "content-length": ({ method, bodyLength }) => (forbidsBody(method) ? "nothing" : { sent: String(bodyLength) }),
  connection: () => ({ sent: "keep-alive" }),
  "accept-encoding": () => ({ sent: undefined }),
  origin: () => ({ sent: undefined }),
  "user-agent": () => ({ sent: undefined }),
};

/** The browser writes a field of that name itself, whether it is typed or not. */
export function isBrowsersOwn(name: string): boolean {
  return Object.hasOwn(browsersOwn, name.toLowerCase());
}

/** The other forbidden names; cookies and the referrer are left out by the way in which we call fetch. */
const never = new Set([
  "accept-charset",
  "access-control-request-headers",
  "access-control-request-method",
  "cookie",
  "cookie2",
  "date",
  "dnt",
  "expect",
  "keep-alive",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);

const forbiddenMethod = /^[ \t]*(connect|trace|track)[ \t]*(,|$)|,[ \t]*(connect|trace|track)[ \t]*(,|$)/i;

/** RFC 9110 section 5.6.2. */
function isToken(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

function compare(typed: string, own: OwnValue): FieldFate {
  if (own === "nothing") return { kind: "dropped" };
  const same = own.sent !== undefined && own.sent.toLowerCase() === typed.toLowerCase();
  return same ? { kind: "kept" } : { kind: "replaced", sent: own.sent };
}
