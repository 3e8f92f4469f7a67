import * as l10n from "@vscode/l10n";
import { toBase64 } from "../text/base64.ts";
import type { Lookup } from "./sending.ts";
import type { Found, VariableValue } from "./value.ts";
import { argumentTexts, type ValueArgument } from "./valueArguments.ts";

/** The value of `$basic user password`; `undefined` if the arguments don't match the usage. */
export function basicValue(
  found: readonly ValueArgument[],
  reference: string,
  lookup: Lookup,
): VariableValue | Found | undefined {
  if (found.length !== 2) return undefined;
  // The user is checked even if the password is only known when the request is sent.
  const ofUser = argumentTexts(found.slice(0, 1), reference, lookup);
  const [user = ""] = ofUser.kind === "texts" ? ofUser.texts.map(({ text }) => text) : [];
  const refused = refusedInUser(user);
  if (refused !== undefined) return { kind: "undefined", why: basicUserProblem(refused), code: basicUserCode };
  const values = argumentTexts(found, reference, lookup);
  if (values.kind !== "texts") return values;
  const password = values.texts[1]?.text ?? "";
  const text = toBase64(new TextEncoder().encode(`${user}:${password}`));
  if (values.sampled) return { kind: "atSending", sample: text };
  return { found: text, origin: l10n.t("the user and the password") };
}

export const basicUserCode = "basic-user-colon";

/** The first character of a user name that RFC 7617 section 2 doesn't allow for Basic: a colon or a control character. */
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
