import { randomUUID } from "node:crypto";
import { explanation, newNonce, type Sending } from "../../../../server/src/service/languageService.ts";
import { visibleText } from "../terminalText.ts";
import type { ChosenRequest } from "./chosen.ts";
import { missingSecret, type Unsent, unsent } from "./prepared.ts";
import type { CommandSecrets } from "./secrets.ts";

/** How the values of a request are computed, as text; or why that isn't known. */
export async function explained(
  { analysis, request, compute }: ChosenRequest,
  secrets: CommandSecrets,
): Promise<string | Unsent> {
  const random = { guid: () => randomUUID(), random: Math.random, nonce: newNonce() };
  const sending: Sending = { now: new Date(), ...random, secret: secrets.get };
  for (;;) {
    const made = explanation(analysis, request, sending);
    if (made.kind === "explained") return visibleText(await made.text(compute));
    const missing = await secrets.ask(made.names);
    if (missing !== undefined) return unsent(missingSecret(missing));
  }
}
