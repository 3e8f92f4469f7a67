import * as l10n from "@vscode/l10n";

/** The environment variable with the value of a secret: `SOAPHTTP_SECRET_API_KEY` for `api key`. */
export function secretVariable(name: string): string {
  return `SOAPHTTP_SECRET_${inCapitals(name)}`;
}

/** Returns a name in capitals: `API_KEY` for `api key`. */
export function inCapitals(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
}

/** Result of a command that prints a secret. No message contains its output, which may be the secret. */
export type SecretOfCommand =
  | { readonly kind: "secret"; readonly value: string }
  | {
      readonly kind: "failed";
      readonly why: "command" | "name" | "start" | "slow" | "large" | "status" | "empty";
      readonly code?: number | undefined;
    };

/** Limits of a command that prints a secret: its running time, and the length of its output. */
export const secretLimits = { milliseconds: 10_000, bytes: 1_000_000 };

/** The words of a command, which blanks separate outside of quotes, with the name for each `{name}`. */
export function commandWords(command: string, name: string): readonly string[] | { readonly why: "command" | "name" } {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (const character of command) {
    if (quote !== "") {
      if (character === quote) quote = "";
      else word = (word ?? "") + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  if (quote !== "" || words[0] === undefined || words[0].includes("{name}")) return { why: "command" };
  // In a separate word of the command, a name that begins with a hyphen would be an option.
  if (name.startsWith("-") || /\p{Cc}/u.test(name)) return { why: "name" };
  return words.map((one) => one.replaceAll("{name}", () => name));
}

/** Why there is no secret, as a sentence. */
export function secretFailure(name: string, { why, code }: Extract<SecretOfCommand, { kind: "failed" }>): string {
  switch (why) {
    case "command":
      return l10n.t(
        "The command for secrets must be a program and its arguments, such as: vault kv get -field={name} secret/app",
      );
    case "name":
      return l10n.t(
        "The command for secrets can't be asked for the secret {0}: its name begins with - or has control characters.",
        name,
      );
    case "start":
      return l10n.t(
        "The command for the secret {0} can't be started. Its program must be in the PATH; it isn't run by a shell.",
        name,
      );
    case "slow":
      return l10n.t(
        "The command for the secret {0} took longer than {1} s, and was ended.",
        name,
        secretLimits.milliseconds / 1000,
      );
    case "large":
      return l10n.t("The command for the secret {0} printed more than {1} MB.", name, secretLimits.bytes / 1_000_000);
    case "status":
      return l10n.t("The command for the secret {0} failed with the exit code {1}.", name, code ?? "?");
    case "empty":
      return l10n.t("The command for the secret {0} printed nothing.", name);
  }
}
