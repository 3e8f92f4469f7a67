import * as l10n from "@vscode/l10n";
import { isComplete } from "../message/authentication.ts";
import type { Message } from "../message/message.ts";
import { type Span, slice } from "../text/span.ts";
import { type AuthDirective, authDirectives, authSchemes } from "../variables/authDirective.ts";
import { unreadableArgument, type ValueArgument } from "../variables/valueArguments.ts";
import { fix, insertHeader, removeFieldFix, removeLine, replace } from "./edits.ts";
import { type Fix, type Report, type Rule, rule } from "./rule.ts";

export const authRules: readonly Rule[] = [rule("auth-invalid", "error", "the .soaphttp format", invalid)];

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

/** At most one problem of a directive, in the order of its words. */
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

/** Basic is a header, which `$basic` encodes. */
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
