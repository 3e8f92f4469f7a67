import { secretVariable } from "../../core/sending/secretVariable.ts";
import type { Console } from "../console.ts";

/** The values of `{{$secret name}}`: from environment variables, or typed by the user. */
export class CommandSecrets {
  readonly #console: Pick<Console, "env" | "secret">;
  readonly #typed = new Map<string, string>();

  constructor(console: Pick<Console, "env" | "secret">) {
    this.#console = console;
  }

  readonly get = (name: string): string | undefined => {
    return this.#typed.get(name) ?? this.#console.env[secretVariable(name)];
  };

  /** Asks for each of them once. Resolves with the first name for which the user gives no value. */
  async ask(names: readonly string[]): Promise<string | undefined> {
    for (const name of names) {
      const value = await this.#console.secret(`Secret ${name}: `);
      if (value === undefined) return name;
      this.#typed.set(name, value);
    }
    return undefined;
  }
}
