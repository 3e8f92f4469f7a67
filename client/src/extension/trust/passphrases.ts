import type * as vscode from "vscode";

const namesKey = "soaphttp.keyPassphrases";
const prefix = "soaphttp.key.passphrase:";

export class Passphrases {
  readonly #secrets: vscode.SecretStorage;
  readonly #memory: vscode.Memento;

  constructor({ secrets, globalState }: Pick<vscode.ExtensionContext, "secrets" | "globalState">) {
    this.#secrets = secrets;
    this.#memory = globalState;
  }

  /** The names of the keys whose passphrases are stored. */
  get names(): readonly string[] {
    return this.#memory.get<readonly string[]>(namesKey) ?? [];
  }

  async get(key: string): Promise<string | undefined> {
    return this.#secrets.get(prefix + key);
  }

  async keep(key: string, passphrase: string): Promise<void> {
    await this.#secrets.store(prefix + key, passphrase);
    await this.#memory.update(namesKey, [...new Set([...this.names, key])].sort());
  }

  async forget(keys: readonly string[]): Promise<void> {
    for (const name of keys) await this.#secrets.delete(prefix + name);
    await this.#memory.update(
      namesKey,
      this.names.filter((name) => !keys.includes(name)),
    );
  }

  /** Registers a function that is called when a passphrase has changed, also in another window. */
  onDidChange(changed: () => void): vscode.Disposable {
    return this.#secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) changed();
    });
  }
}
