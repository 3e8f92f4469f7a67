import * as l10n from "@vscode/l10n";
import { operandIn, skipBlanks, wordIn } from "../expectations/words.ts";
import { endsAtBrace, type Reference, references } from "../text/references.ts";
import { type Span, shift } from "../text/span.ts";

/** An argument of `$basic`, `$wsse.digest` or `# @auth`. The span includes the quotes of a text. */
export type CredentialArgument = Span &
  (
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "text"; readonly text: string }
    /** A text without a closing quote, or with characters right behind it, or a name in braces. */
    | { readonly kind: "unreadable" }
  );

/** The arguments in a span: a bare word is the name of a variable, text is in double quotes, where only `\"` is special. */
export function credentialArguments(source: string, { start, end }: Span): readonly CredentialArgument[] {
  const found: CredentialArgument[] = [];
  for (let at = skipBlanks(source, { start, end }); at < end; at = skipBlanks(source, { start: at, end })) {
    const argument = argumentAt(source, { start: at, end });
    found.push(argument);
    at = argument.end;
  }
  return found;
}

function argumentAt(source: string, span: Span): CredentialArgument {
  const operand = operandIn(source, span);
  if (!operand) return { kind: "unreadable", ...span };
  const { start, end, text, quoted } = operand;
  if (!quoted)
    return text.includes("{{") ? { kind: "unreadable", start, end } : { kind: "name", name: text, start, end };
  const rest = wordIn(source, { start: end, end: span.end });
  if (rest.start === end && rest.end > end) return { kind: "unreadable", start, end: rest.end };
  return { kind: "text", text, start, end };
}

/** The built-in variables whose arguments are credentials. */
const withCredentials = /^\$(?:basic|wsse\.digest)(?=[ \t]|$)/;

/** Whether the text between the braces of a reference is a built-in variable whose arguments are credentials. */
export function hasCredentials(reference: string): boolean {
  return withCredentials.test(reference);
}

/**
 * The arguments of a built-in variable whose arguments are credentials; `undefined` if it is another variable.
 * @param reference the text between the braces, in which the spans are
 */
export function credentialsIn(reference: string): readonly CredentialArgument[] | undefined {
  const name = endsAtBrace(reference) ? undefined : withCredentials.exec(reference)?.[0];
  return name === undefined ? undefined : credentialArguments(reference, { start: name.length, end: reference.length });
}

/** The variable references of `text[start, end)` and the names in their arguments, in order. */
export function variableUses(text: string, start = 0, end = text.length): Reference[] {
  return references(text, start, end).flatMap((one) => [
    one,
    ...namedIn(credentialsIn(one.name) ?? []).map((argument) => shift(argument, one.start + "{{".length)),
  ]);
}

/** The arguments that are names of variables. */
export function namedIn(found: readonly CredentialArgument[]): Reference[] {
  return found.flatMap((one) => (one.kind === "name" ? [{ name: one.name, start: one.start, end: one.end }] : []));
}

export function unreadableArgument(): string {
  return l10n.t("Arguments must be names of variables, or text in double quotes, in which {0} is a quote.", '\\"');
}
