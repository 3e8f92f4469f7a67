import * as l10n from "@vscode/l10n";
import { toBase64 } from "../text/base64.ts";
import type { SlottedText } from "../text/slots.ts";
import { type CredentialArgument, credentialsIn, unreadableArgument } from "./credentialArguments.ts";
import type { VariableValue } from "./value.ts";

/** Returns the value of a variable. */
export type Lookup = (name: string) => VariableValue;

/** The values of arguments, or why there are none. */
export type CredentialTexts =
  /** `sampled`: at least one text is a sample, which has the length of its value. */
  | { readonly kind: "texts"; readonly texts: readonly SlottedText[]; readonly sampled: boolean }
  | Exclude<VariableValue, { kind: "text" }>;

/** @param reference what the arguments belong to: without a value of one of them, its value is broken */
export function credentialTexts(
  found: readonly CredentialArgument[],
  reference: string,
  lookup: Lookup,
): CredentialTexts {
  const texts: SlottedText[] = [];
  const waits = { sampled: false, unknown: false };
  for (const argument of found) {
    if (argument.kind === "unreadable") return { kind: "undefined", why: unreadableArgument() };
    const value = argument.kind === "text" ? argument : lookup(argument.name);
    if (value.kind === "text") texts.push(value);
    else if (value.kind !== "atSending") {
      return { kind: "broken", name: reference, missing: argument.kind === "name" ? argument.name : undefined };
    } else if (value.sample === undefined) waits.unknown = true;
    else {
      waits.sampled = true;
      texts.push({ text: value.sample });
    }
  }
  return waits.unknown ? { kind: "atSending", sample: undefined } : { kind: "texts", texts, sampled: waits.sampled };
}

/** The value of `$basic user password`; `undefined` if the arguments don't match the usage. */
export function basicValue(reference: string, lookup: Lookup): VariableValue | undefined {
  const found = credentialsIn(reference) ?? [];
  if (found.length !== 2) return undefined;
  // The user is checked even if the password is known only when the request is sent.
  const ofUser = credentialTexts(found.slice(0, 1), reference, lookup);
  const [user = ""] = ofUser.kind === "texts" ? ofUser.texts.map(({ text }) => text) : [];
  const refused = refusedInUser(user);
  if (refused !== undefined) return { kind: "undefined", why: basicUserProblem(refused), code: basicUserCode };
  const values = credentialTexts(found, reference, lookup);
  if (values.kind !== "texts") return values;
  const password = values.texts[1]?.text ?? "";
  const text = toBase64(new TextEncoder().encode(`${user}:${password}`));
  if (values.sampled) return { kind: "atSending", sample: text };
  return { kind: "text", text, origin: l10n.t("the user and the password"), secret: true, secrets: [password] };
}

export const basicUserCode = "basic-user-colon";

/** The first character that RFC 7617 section 2 doesn't allow in the user of Basic: a colon or a control character. */
function refusedInUser(user: string): string | undefined {
  for (const character of user) {
    const code = character.charCodeAt(0);
    if (character === ":" || code < 0x20 || (code >= 0x7f && code < 0xa0)) return character;
  }
  return undefined;
}

function basicUserProblem(character: string): string {
  return character === ":"
    ? l10n.t("The user contains a colon, so the service would read its end as the beginning of the password.")
    : l10n.t("The user contains a control character, which Basic authentication doesn't allow.");
}
