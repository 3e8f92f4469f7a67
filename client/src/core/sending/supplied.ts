import type { OutgoingResult } from "../../../../server/src/protocol.ts";

/** An outgoing message, or why there is none; undefined where the author gave no value to a secret. */
export type Supplied = Exclude<OutgoingResult, { readonly kind: "secrets" }> | undefined;

/**
 * Asks the server, and gives it the secrets that it then wants. `secret`: undefined or empty where there is none,
 * and then the server is not asked again.
 */
export async function supplied(
  ask: (secrets: Readonly<Record<string, string>>) => Promise<OutgoingResult>,
  secret: (name: string) => Promise<string | undefined>,
): Promise<Supplied> {
  const given = new Map<string, string>();
  for (;;) {
    // Not assigned one by one: `__proto__` is a name as any other.
    const answer = await ask(Object.fromEntries(given));
    if (answer.kind !== "secrets") return answer;
    for (const name of answer.names) {
      const value = await secret(name);
      if (!value) return undefined;
      given.set(name, value);
    }
  }
}
