import * as vscode from "vscode";
import type { Asked, TokenRequest } from "../../../../server/src/protocol/protocol.ts";
import { askedKey, nameOfAsked, readQuestion } from "../../../../server/src/text/asked.ts";
import { queue } from "../../core/queue.ts";
import { type SuppliedResult, supplied } from "../../core/sending/prepare.ts";
import { secretFailure } from "../../core/sending/secrets.ts";
import { type Tokens, tokenHost } from "../../core/sending/tokens.ts";
import type { Questions } from "../editor/dialogs.ts";
import type { Host } from "../editor/host.ts";
import { inform, pickMany, showError } from "../editor/ui.ts";
import { ensureTrusted } from "./ensureTrusted.ts";
import type { Passphrases } from "./passphrases.ts";

/** The values that the user has entered or refused during a run, by name, and the answers, by question. */
export type KnownSecrets = Map<string, Promise<string | undefined>>;

const namesKey = "soaphttp.secrets";
const tokenHostsKey = "soaphttp.tokenHosts";

/**
 * The values of `{{$secret name}}`: the user enters them once, and VS Code's secret storage keeps them. Each workspace has its
 * own, so that its files can't send the values of another one. If no folder is open, files may come from anywhere, and
 * values are kept until the window closes. In Restricted Mode no value is used.
 */
export class SecretVariables {
  readonly #context: vscode.ExtensionContext;
  readonly #questions: () => Questions;
  readonly #run: Host["runSecretCommand"];
  readonly #tokens: Tokens;
  readonly #log: Pick<vscode.LogOutputChannel, "info">;
  /** Values of a window without a folder. */
  readonly #ofWindow = new Map<string, string>();
  /** The last answers to `$ask`, by question. */
  readonly #answers = new Map<string, string>();
  readonly #pending = new Map<string, Promise<string | undefined>>();
  readonly #inTurn = queue();

  constructor(
    context: vscode.ExtensionContext,
    questions: () => Questions,
    { runSecretCommand }: Pick<Host, "runSecretCommand">,
    tokens: Tokens,
    log: Pick<vscode.LogOutputChannel, "info">,
  ) {
    this.#log = log;
    this.#tokens = tokens;
    this.#run = runSecretCommand;
    this.#context = context;
    this.#questions = questions;
  }

  /**
   * Asks the server, and gives it the secrets that it requests. Each secret that is not known yet is kept for the
   * next call.
   * @param noToken is called with the reason if a token can't be requested; a message by default
   */
  async supply<Result extends object>(
    ask: (secrets: Readonly<Record<string, string>>) => Promise<Result>,
    secrets: KnownSecrets = new Map(),
    noToken?: (why: string) => void,
  ): Promise<SuppliedResult<Result>> {
    return supplied(ask, async (asked) => {
      // A token isn't kept here, because it may expire during a run.
      if (typeof asked === "object") return this.valueOf(asked, noToken);
      const key = askedKey(asked);
      const value = secrets.get(key) ?? this.valueOf(asked);
      secrets.set(key, value);
      return value;
    });
  }

  /** Like `supply`, for a message that isn't sent: no token is requested, and its name is used instead. */
  async supplyUnsent<Result extends object>(
    ask: (secrets: Readonly<Record<string, string>>) => Promise<Result>,
  ): Promise<SuppliedResult<Result>> {
    return supplied(ask, async (asked) => (typeof asked === "object" ? nameOfAsked(asked) : this.valueOf(asked)));
  }

  /** The value of a secret, an answer or a token; the user is asked if it isn't known. Undefined: the user has entered none. */
  async valueOf(asked: Asked, noToken?: (why: string) => void): Promise<string | undefined> {
    if (!(await ensureTrusted(this.#questions()))) return undefined;
    return typeof asked === "object" ? this.#token(asked, noToken) : this.#value(asked);
  }

  /** Not one after the other, as questions to the user are: a slow token service would delay all of them. */
  async #token(request: TokenRequest, noToken?: (why: string) => void): Promise<string | undefined> {
    const token = this.#tokens.known(request);
    if (token !== undefined) return token;
    const host = tokenHost(request);
    if (request.secrets.length > 0 && !(await this.#mayGetSecrets(host, request.name))) return undefined;
    this.#log.info(vscode.l10n.t("The token {0} is requested from {1}.", request.name, host));
    const made = await this.#tokens.get(request);
    if ("token" in made) return made.token;
    if (noToken) noToken(made.why);
    else void showError(made.why);
    return undefined;
  }

  /** Asks once for each host: other people's environment files may name it, but the secrets are the user's. */
  #mayGetSecrets(host: string, token: string): Promise<boolean> {
    const { workspaceState } = this.#context;
    const hosts = () => workspaceState.get<readonly string[]>(tokenHostsKey) ?? [];
    return this.#inTurn(async () => {
      if (hosts().includes(host)) return true;
      const agrees = await this.#questions().tokenHost(token, host);
      if (agrees) await workspaceState.update(tokenHostsKey, [...hosts(), host]);
      return agrees;
    });
  }

  /** The names of the secrets that are kept for this workspace, or until the window closes. */
  get names(): readonly string[] {
    return [...this.#stored(), ...this.#ofWindow.keys()];
  }

  async forget(names: readonly string[]): Promise<void> {
    const { secrets, workspaceState } = this.#context;
    const workspace = openWorkspace();
    for (const name of names) {
      this.#ofWindow.delete(name);
      if (workspace !== undefined) await secrets.delete(storedAs(workspace, name));
    }
    const others = this.#stored().filter((name) => !names.includes(name));
    await workspaceState.update(namesKey, others);
  }

  /** Simultaneous requests ask for each secret once, and one after the other: a second input box would close the first. */
  #value(name: string): Promise<string | undefined> {
    const pending = this.#pending.get(name);
    if (pending !== undefined) return pending;
    const value = this.#inTurn(() => this.#storedOrEntered(name)).finally(() => this.#pending.delete(name));
    this.#pending.set(name, value);
    return value;
  }

  async #storedOrEntered(name: string): Promise<string | undefined> {
    const question = readQuestion(name);
    if (question) {
      const answer = await this.#questions().answer(question, this.#answers.get(question.text));
      if (answer !== undefined) this.#answers.set(question.text, answer);
      return answer;
    }
    const { secrets, workspaceState } = this.#context;
    const workspace = openWorkspace();
    const stored = workspace === undefined ? this.#ofWindow.get(name) : await secrets.get(storedAs(workspace, name));
    if (stored) return stored;
    const command: unknown = vscode.workspace.getConfiguration("soaphttp").get("secretCommand");
    if (typeof command === "string" && command !== "" && this.#run) {
      const result = await this.#run(command, name);
      if (result.kind === "secret") return result.value;
      void showError(secretFailure(name, result));
      return undefined;
    }
    const value = await this.#questions().secret(name, workspace === undefined ? "window" : "workspace");
    if (!value) return undefined;
    if (workspace === undefined) {
      this.#ofWindow.set(name, value);
    } else {
      await secrets.store(storedAs(workspace, name), value);
      await workspaceState.update(namesKey, [...new Set([...this.#stored(), name])].sort());
    }
    return value;
  }

  #stored(): readonly string[] {
    return this.#context.workspaceState.get<readonly string[]>(namesKey) ?? [];
  }
}

/** Forgets the given secrets and the passphrases of the given keys; without any, the ones that the user selects. */
export async function forgetSecrets(
  secrets: SecretVariables,
  passphrases: Passphrases,
  [names, keys]: readonly unknown[],
): Promise<void> {
  if (Array.isArray(names) || Array.isArray(keys)) {
    await secrets.forget(texts(names));
    return passphrases.forget(texts(keys));
  }
  const items = [
    ...secrets.names.map((name) => ({ label: name, name, kind: "secret" })),
    ...passphrases.names.map((name) => ({
      label: vscode.l10n.t("Passphrase of the key {0}", name),
      name,
      kind: "key",
    })),
  ];
  if (items.length === 0) {
    return inform(
      vscode.l10n.t("No secrets are stored for this workspace. Use {0} in a request to add one.", "{{$secret name}}"),
    );
  }
  const text = vscode.l10n.t("Select the secrets to forget. VS Code asks for them the next time they are sent");
  const picked = await pickMany(items, text);
  const of = (kind: string) => picked.flatMap((one) => (one.kind === kind ? [one.name] : []));
  await secrets.forget(of("secret"));
  await passphrases.forget(of("key"));
}

function texts(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.map(String) : [];
}

function openWorkspace(): string | undefined {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString();
}

function storedAs(workspace: string, name: string): string {
  return `soaphttp.secret:${workspace}:${name}`;
}
