import type { Asked, TokenRequest } from "../../../../server/src/protocol/protocol.ts";
import { askedKey, nameOfAsked, type Question, readQuestion } from "../../../../server/src/text/asked.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import { secretFailure, secretVariable } from "../../core/sending/secrets.ts";
import { type Tokens, tokenHost } from "../../core/sending/tokens.ts";
import type { Console } from "../console.ts";

interface Asking extends Pick<Console, "env" | "secret"> {
  /** Asks the user. `choices`: the allowed answers; any text is allowed if there are none. */
  ask(prompt: string, choices: readonly string[]): Promise<string | undefined>;
}

/**
 * The values of `{{$secret name}}`: from environment variables, printed by `--secret-command`, or typed by the user; and the answers
 * to `{{$ask "question"}}`, which are given by the text of the question, or typed. Also the tokens of `{{$auth.token("name")}}`.
 */
export class CommandSecrets {
  readonly #console: Asking;
  readonly #command: string | undefined;
  readonly #given: ReadonlyMap<string, string>;
  readonly #tokens: Tokens | undefined;
  /** By `askedKey`, so that an answer isn't mistaken for a secret of the same name, which is redacted. */
  readonly #typed = new Map<string, string>();
  /** The secrets that are being requested, so that requests that are sent side by side ask for each of them once. */
  readonly #pending = new Map<string, Promise<string | undefined>>();
  #asking: Promise<string | undefined> = Promise.resolve(undefined);

  /** `given`: values of `--variable`, by name. Without `tokens`, the user is asked for a token as for other secrets. */
  constructor(
    console: Asking,
    given: ReadonlyMap<string, string> = new Map(),
    command: string | undefined = undefined,
    tokens: Tokens | undefined = undefined,
  ) {
    this.#tokens = tokens;
    this.#console = console;
    this.#given = given;
    this.#command = command;
  }

  readonly get = (name: string, token?: TokenRequest): string | undefined => {
    if (this.#tokens && token) return this.#tokens.known(token);
    const question = readQuestion(name);
    const value = this.#given.get(question?.text ?? name) ?? this.#typed.get(askedKey(name));
    return value ?? (question ? undefined : this.#console.env[secretVariable(name)]);
  };

  /** It needs only one token, although each token request may have other values. */
  forRequest() {
    const tokens = new Map<string, string>();
    const changes = new Set<string>();
    return {
      get: (name: string, token?: TokenRequest) => {
        if (token) changes.add(`The token ${token.name} is from ${tokenHost(token)}.`);
        return this.get(name, token) ?? tokens.get(name);
      },
      ask: (names: readonly Asked[]) => this.ask(names, tokens),
      /** Lines about the sources of the tokens. Nothing else shows the service that gets the client secret. */
      changes: () => [...changes],
    };
  }

  /** Asks once for each. Resolves with why the first has no value, as the end of a sentence. `received` gets tokens. */
  async ask(names: readonly Asked[], received?: Map<string, string>): Promise<string | undefined> {
    for (const asked of names) {
      const name = nameOfAsked(asked);
      if (this.#tokens && typeof asked === "object") {
        const made = await this.#tokens.get(asked);
        if ("why" in made) return trimTrailing(made.why, ".");
        received?.set(name, made.token);
        continue;
      }
      const question = readQuestion(name);
      const key = askedKey(name);
      const pending = this.#pending.get(key) ?? (question ? this.#answer(name, question) : this.#ask(name));
      this.#pending.set(key, pending);
      const why = await pending;
      if (why !== undefined) return why;
    }
    return undefined;
  }

  /** Waits for the previous question, because requests that are sent side by side would use the same line. */
  #typing(type: () => Promise<string | undefined>): Promise<string | undefined> {
    this.#asking = this.#asking.then(type);
    return this.#asking;
  }

  async #answer(name: string, { text, choices }: Question): Promise<string | undefined> {
    const prompt = choices.length > 0 ? `${text} (${choices.join(", ")}): ` : `${text}: `;
    const answer = await this.#typing(() => this.#console.ask(prompt, choices));
    if (answer === undefined) return `its question “${text}” has no answer; use --variable "${text}=…"`;
    this.#typed.set(askedKey(name), answer);
    return undefined;
  }

  async #ask(name: string): Promise<string | undefined> {
    if (this.get(name) !== undefined) return undefined;
    if (this.#command === undefined) {
      const value = await this.#typing(() => this.#console.secret(`Secret ${name}: `));
      if (value === undefined)
        return `its secret ${name} is missing; set the environment variable ${secretVariable(name)}, or use --secret-command`;
      this.#typed.set(askedKey(name), value);
      return undefined;
    }
    const { runSecretCommand } = await import("../../core/node/secretCommand.ts");
    const result = await runSecretCommand(this.#command, name);
    if (result.kind === "failed")
      return `its secret ${name} is missing: ${trimTrailing(secretFailure(name, result), ".")}`;
    this.#typed.set(askedKey(name), result.value);
    return undefined;
  }
}
