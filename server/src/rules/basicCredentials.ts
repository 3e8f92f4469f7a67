import * as l10n from "@vscode/l10n";
import type { Message } from "../message/message.ts";
import { toBase64 } from "../text/base64.ts";
import { firstBreak } from "../text/lines.ts";
import { type Resolved, resolve } from "../text/resolved.ts";
import type { Span } from "../text/span.ts";
import { fix, freeName, insert, replace } from "./edits.ts";
import type { Fix, Report } from "./rule.ts";

/**
 * Reports credentials that aren't Base64, also if some of their values are known only when the request is sent. No message
 * contains the credentials, because diagnostics are copied and shown to others.
 */
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

/** Each variable has a value that is Base64, without blank and colon. */
function withStandIns(credentials: string): Resolved {
  return resolve(credentials, { start: 0, end: credentials.length }, () => "x");
}

function encodingFix(message: Message, at: Span, credentials: string): readonly Fix[] {
  const pair = credentials.includes(":") ? credentials : credentials.replace(/[ \t]/, ":");
  if (message.slice(at) !== credentials || !pair.includes(":")) return [];
  return [fix(l10n.t("Encode as Base64"), replace(at, toBase64(new TextEncoder().encode(pair))))];
}

/** Changes user and password to the arguments of `$basic`. Above the request, defines a variable for what can't be one. */
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

/** An argument of `$basic`. `defines`: the text that it has to be defined as. */
function argument(
  { scope }: Message,
  part: string,
  name: string,
): { readonly text: string; readonly defines?: string } {
  const variable = /^\{\{([A-Za-z_][^\s{}".]*)\}\}$/.exec(part)?.[1];
  if (variable !== undefined) return { text: variable };
  if (!part.includes("{{") && !part.endsWith("\\")) return { text: `"${part.replaceAll('"', '\\"')}"` };
  const scopeName = scope.nameOf(part);
  return scopeName === undefined ? { text: freeName(name, scope), defines: part } : { text: scopeName };
}
