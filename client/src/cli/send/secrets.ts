import * as l10n from "@vscode/l10n";
import type { Console } from "../console.ts";

/** The values of `{{$secret name}}`: of environment variables, or asked for where somebody can type. */
export class CommandSecrets {
  readonly #console: Pick<Console, "env" | "secret">;
  readonly #typed = new Map<string, string>();

  constructor(console: Pick<Console, "env" | "secret">) {
    this.#console = console;
  }

  readonly get = (name: string): string | undefined => {
    return this.#typed.get(name) ?? this.#console.env[variableOf(name)];
  };

  /** Asks for each of them once. Resolves with the name of the first that nobody gives. */
  async ask(names: readonly string[]): Promise<string | undefined> {
    for (const name of names) {
      const value = await this.#console.secret(l10n.t("Secret {0}: ", name));
      if (value === undefined) return name;
      this.#typed.set(name, value);
    }
    return undefined;
  }
}

/** `api key` is `SOAPHTTP_SECRET_API_KEY`. */
export function variableOf(name: string): string {
  return `SOAPHTTP_SECRET_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}`;
}
