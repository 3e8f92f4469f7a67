import * as l10n from "@vscode/l10n";
import { isComplete } from "../message/authentication.ts";
import type { Message } from "../message/message.ts";
import { toBase64 } from "../text/base64.ts";
import { firstBreak } from "../text/lines.ts";
import { type Resolved, resolve } from "../text/resolved.ts";
import { type Span, slice } from "../text/span.ts";
import { type AuthDirective, authDirectives, authSchemes } from "../variables/authDirective.ts";
import { unreadableArgument, type ValueArgument } from "../variables/valueArguments.ts";
import { fix, freeName, insert, insertHeader, removeFieldFix, removeLine, replace } from "./edits.ts";
import { type Fix, type Report, type Rule, rule } from "./rule.ts";

export const authRules: readonly Rule[] = [rule("auth-invalid", "error", "the .soaphttp format", invalid)];

/** Reports credentials that aren't Base64. No message contains them, because diagnostics are shown to others. */
export function* basicCredentials(message: Message): Iterable<Report> {
  for (const { value } of message.fieldsNamed("authorization")) {
    if (!/^basic[ \t]/i.test(value.text)) continue;
    const credentials = value.text.slice("basic".length).trim();
    if (/^[A-Za-z0-9+/=]*$/.test(value.known ? credentials : withStandIns(credentials).text)) continue;
    const start = value.text.indexOf(credentials, "basic".length);
    const at = value.at({ start, end: start + credentials.length });
    yield {
      at,
      message: l10n.t("Basic credentials must be user:password, encoded as Base64."),
      fixes: () => [...(value.known ? encodingFix(message, at, credentials) : []), ...placeholderFix(message, at)],
    };
  }
}

function* invalid(message: Message): Iterable<Report> {
  const directives = authDirectives(message.segment);
  const [first, ...others] = directives;
  if (!first || isComplete(message, directives)) return;
  for (const directive of others) {
    yield {
      at: placeOf(directive),
      message: l10n.t("Only one @auth is allowed above a request. Remove this one."),
      related: [{ at: placeOf(first), message: l10n.t("First occurrence") }],
      fixes: () => [removeDirective(message, directive)],
    };
  }
  for (const directive of directives) yield* problemOf(message, directive);
  const field = message.field("authorization");
  if (!field) return;
  yield {
    at: field.line.name,
    message: l10n.t("@auth writes the Authorization header. Remove this header, or the line with @auth."),
    related: [{ at: placeOf(first), message: l10n.t("The line with @auth") }],
    fixes: () => [removeFieldFix(message, field), removeDirective(message, first)],
  };
}

function placeOf({ name, end }: AuthDirective): Span {
  return { start: name.start - "@".length, end };
}

function removeDirective({ text }: Message, { start, end }: AuthDirective): Fix {
  return fix(l10n.t("Remove {0}", "@auth"), removeLine(text, { start, end }));
}

/** Reports at most one problem of a directive: the first in the order of its words. */
function* problemOf(message: Message, directive: AuthDirective): Iterable<Report> {
  const { scheme, kind, arguments: given } = directive;
  const example = "# @auth digest user password";
  if (!kind) {
    const typed = message.slice(scheme);
    yield {
      at: typed === "" ? placeOf(directive) : scheme,
      message:
        typed === ""
          ? l10n.t("@auth must have a scheme, a user and a password, such as {0}.", example)
          : l10n.t("{0} is not a scheme of @auth. Use digest, ntlm or negotiate.", typed),
      fixes: () => (/^basic$/i.test(typed) ? basicFix(message, directive) : schemeFix(typed, scheme)),
    };
    return;
  }
  const [firstArgument] = given;
  if (kind === "negotiate") {
    if (!firstArgument) return;
    const at = { start: firstArgument.start, end: directive.end };
    yield {
      at,
      message: l10n.t(
        "@auth negotiate has no user and no password: it uses the Kerberos ticket of the logged-in user.",
      ),
      fixes: () => [
        fix(l10n.t("Remove {0}", slice(message.text, at)), replace({ start: scheme.end, end: at.end }, "")),
      ],
    };
    return;
  }
  const unreadable = given.find((one) => one.kind === "unreadable");
  if (unreadable) {
    const typed = slice(message.text, unreadable);
    const name = /^\{\{([^{}"\s]+)\}\}$/.exec(typed)?.[1];
    yield {
      at: unreadable,
      message: typed.includes("{{")
        ? l10n.t("@auth takes names of variables without braces, or text in double quotes.")
        : unreadableArgument(),
      fixes: () => (name === undefined ? [] : [fix(l10n.t("Remove {0}", "{{ }}"), replace(unreadable, name))]),
    };
  } else if (given.length !== 2) {
    yield {
      at: placeOf(directive),
      message: l10n.t("@auth must have a user and a password: names of variables, or text in double quotes."),
    };
  }
}

function schemeFix(typed: string, scheme: Span): readonly Fix[] {
  const knownScheme = authSchemes.find((one) => one === typed.toLowerCase());
  return knownScheme ? [fix(l10n.t("Change to {0}", knownScheme), replace(scheme, knownScheme))] : [];
}

/** The fix for Basic: an Authorization header that `$basic` encodes. */
function basicFix(message: Message, directive: AuthDirective): readonly Fix[] {
  const given = directive.arguments;
  if (given.length !== 2 || given.some(isUnusable) || message.field("authorization")) return [];
  const header = `Authorization: Basic {{$basic ${given.map((one) => slice(message.text, one)).join(" ")}}}`;
  const { start, end } = directive;
  const edits = [removeLine(message.text, { start, end }), insertHeader(message, header)];
  return [fix(l10n.t("Change to {0}", header), ...edits)];
}

function isUnusable(argument: ValueArgument): boolean {
  return argument.kind === "unreadable" || (argument.kind === "name" && /[{}]/.test(argument.name));
}

/** Resolves credentials with a stand-in for each variable: a value that is Base64, without whitespace and colon. */
function withStandIns(credentials: string): Resolved {
  return resolve(credentials, { start: 0, end: credentials.length }, () => "x");
}

function encodingFix(message: Message, at: Span, credentials: string): readonly Fix[] {
  const pair = credentials.includes(":") ? credentials : credentials.replace(/[ \t]/, ":");
  if (message.slice(at) !== credentials || !pair.includes(":")) return [];
  return [fix(l10n.t("Encode as Base64"), replace(at, toBase64(new TextEncoder().encode(pair))))];
}

/** Makes user and password the arguments of `$basic`. Defines a variable above the request for text that can't be an argument. */
function placeholderFix(message: Message, at: Span): readonly Fix[] {
  const typed = message.slice(at);
  const standIns = withStandIns(typed);
  const separator = /[ \t]+|:/.exec(standIns.text);
  if (!separator) return [];
  const { start, end } = standIns.at({ start: separator.index, end: separator.index + separator[0].length });
  const credentials = [
    argument(message, typed.slice(0, start), "user"),
    argument(message, typed.slice(end), "password"),
  ];
  // Blanks around the value of a variable aren't part of it.
  if (credentials.some(({ defines = "" }) => defines !== defines.trim())) return [];
  const lineBreak = firstBreak(message.text);
  const definitions = credentials.flatMap(({ text, defines }) =>
    defines === undefined ? [] : `@${text} = ${defines}${lineBreak}`,
  );
  const above = definitions.length > 0 ? [insert(message.syntax.first.start, definitions.join(""))] : [];
  const reference = replace(at, `{{$basic ${credentials.map(({ text }) => text).join(" ")}}}`);
  return [fix(l10n.t("Change to {0}", "{{$basic …}}"), ...above, reference)];
}

/** Text as an argument of `$basic`. `defines`: the value of the variable that must be defined for the text. */
function argument(
  { scope }: Message,
  part: string,
  name: string,
): { readonly text: string; readonly defines?: string } {
  const variable = /^\{\{([A-Za-z_][^\s{}".]*)\}\}$/.exec(part)?.[1];
  if (variable !== undefined) return { text: variable };
  if (!part.includes("{{") && !part.endsWith("\\")) return { text: `"${part.replaceAll('"', '\\"')}"` };
  const scopeName = scope.nameOf(part);
  return scopeName === undefined ? { text: freeName(name, scope.variables.names), defines: part } : { text: scopeName };
}
