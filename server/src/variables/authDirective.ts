import { wordIn } from "../expectations/words.ts";
import type { Segment } from "../format/document.ts";
import type { Directive } from "../format/preamble.ts";
import { type Span, slice } from "../text/span.ts";
import { type ValueArgument, valueArguments } from "./valueArguments.ts";

export const authSchemes = ["digest", "ntlm", "negotiate"] as const;

type AuthScheme = (typeof authSchemes)[number];

/** `# @auth digest user password` or `# @auth negotiate`. Spans are offsets in the segment's text. */
export interface AuthDirective extends Span {
  readonly name: Span;
  readonly scheme: Span;
  readonly kind: AuthScheme | undefined;
  /** The domain in `ntlm DOMAIN\user`, typed as text before the name of a variable. */
  readonly domain: string | undefined;
  readonly arguments: readonly ValueArgument[];
}

/** All `# @auth` directives of a segment, including unreadable ones. */
export function authDirectives({ text, preamble }: Pick<Segment, "text" | "preamble">): readonly AuthDirective[] {
  return preamble.flatMap((item) =>
    item.kind === "directive" && slice(text, item.name) === "auth" ? [authDirective(text, item)] : [],
  );
}

export function authDirective(text: string, { start, end, name, value }: Directive): AuthDirective {
  const scheme = wordIn(text, value);
  const kind = authSchemes.find((one) => one === slice(text, scheme));
  const [user, ...others] = valueArguments(text, { start: scheme.end, end: value.end });
  const split = kind === "ntlm" && user?.kind === "name" ? withoutDomain(user) : undefined;
  const first = split?.user ?? user;
  return { start, end, name, scheme, kind, domain: split?.domain, arguments: first ? [first, ...others] : [] };
}

/** Splits `DOMAIN\user`; `undefined` for a name without a domain. */
function withoutDomain(argument: Extract<ValueArgument, { kind: "name" }>) {
  const at = argument.name.indexOf("\\");
  if (at < 0) return undefined;
  const [domain, name] = [argument.name.slice(0, at), argument.name.slice(at + 1)];
  const start = argument.start + at + 1;
  const isComplete = domain !== "" && name !== "";
  const user: ValueArgument = isComplete
    ? { kind: "name", name, start, end: argument.end }
    : { kind: "unreadable", start: argument.start, end: argument.end };
  return { domain, user };
}
