import * as l10n from "@vscode/l10n";
import type { Connection } from "vscode-languageserver";
import {
  KeyOperationsRequest,
  type KeyRead,
  KeysNotification,
  type ReadKeysParams,
  ReadKeysRequest,
} from "../protocol/protocol.ts";
import { type Compute, type FoundKey, fromBase64, type Keys, toBase64 } from "../service/languageService.ts";

interface ReadKey {
  readonly key: FoundKey;
  /** Whether the passphrase of the key is missing or wrong. */
  readonly locked: boolean;
  /** The text that the client sent, for comparison. */
  readonly text: string;
}

/** The client's keys. The client announces their names. A key is read when a document refers to it. */
export class ExternalKeys {
  readonly #connection: Connection;
  readonly #read = new Map<string, ReadKey>();
  readonly #requested = new Set<string>();
  readonly #pending = new Map<string, Promise<void>>();
  /** The names that were looked up since `watch`. */
  readonly #looked = new Set<string>();
  /** Names of the keys. Undefined until the client has announced them; other clients never do. */
  #names: readonly string[] | undefined;
  /** Whether the keys are on another machine than the window, with its own settings. */
  #isRemote = false;
  #edition = 0;
  /** Number of times that the client has announced its keys. */
  #announced = 0;

  /** `changed`: called after the client has announced its keys. */
  constructor(connection: Connection, changed: () => void) {
    this.#connection = connection;
    connection.onNotification(KeysNotification, ({ names, remote }) => {
      this.#names = names;
      this.#isRemote = remote;
      this.#announced++;
      this.#read.clear();
      this.#edition++;
      changed();
    });
  }

  /** Signs and decrypts in the client, because private keys never leave it. May ask the user for a passphrase. */
  readonly compute: Compute = (operations) => this.#computed(operations, true);
  /** The same without asking the user for a passphrase. */
  readonly computeUnasked: Compute = (operations) => this.#computed(operations, false);

  /** A number that changes when keys change. */
  get edition(): number {
    return this.#edition;
  }

  /** The keys for one document. `used` is called when the document looks up a key. */
  for(used: () => void): Keys {
    const find = (name: string): FoundKey => {
      used();
      this.#looked.add(name);
      return this.#find(name);
    };
    return {
      find,
      names: () => {
        used();
        return this.#names ?? [];
      },
      trusted: () =>
        (this.#names ?? []).flatMap((name) => {
          const key = find(name);
          return key.kind === "key" && key.info.algorithm === undefined ? key.info.certificates : [];
        }),
    };
  }

  /** Starts to read the keys that were looked up. Returns promises that resolve when they have been read. */
  reading(): readonly Promise<void>[] {
    const names = [...this.#requested].filter((name) => !this.#pending.has(name));
    this.#requested.clear();
    if (names.length > 0) {
      const reading = this.#load(names, false).finally(() => {
        for (const name of names) this.#pending.delete(name);
      });
      for (const name of names) this.#pending.set(name, reading);
    }
    return [...new Set(this.#pending.values())];
  }

  /** Reads the known keys again, because their files may have changed. */
  async renew(): Promise<void> {
    if (this.#read.size > 0) await this.#load([...this.#read.keys()], false);
  }

  /** Starts to record which keys are looked up. */
  watch(): void {
    this.#looked.clear();
  }

  /** Asks for passphrases of keys looked up since `watch`, by default of locked ones. Returns whether keys changed. */
  async unlock(ask: "certificates" | "key" = "certificates"): Promise<boolean> {
    const isKnown = (name: string) => this.#read.get(name)?.key.kind === "key";
    const isLocked = (name: string) => this.#read.get(name)?.locked;
    const names = [...this.#looked].filter(ask === "key" ? isKnown : isLocked);
    const { edition } = this;
    if (names.length > 0) await this.#load(names, ask);
    return edition !== this.edition;
  }

  async #computed(operations: Parameters<Compute>[0], ask: boolean): ReturnType<Compute> {
    const asked = operations.map((one) => ({ ...one, data: toBase64(one.data) }));
    const { results } = await this.#connection.sendRequest(KeyOperationsRequest, { operations: asked, ask });
    return results.map((one) => (one.kind === "value" ? { ...one, value: fromBase64(one.value) } : one));
  }

  #find(name: string): FoundKey {
    const read = this.#read.get(name);
    if (read) return read.key;
    if (this.#names === undefined) return { kind: "unnamed" };
    if (!this.#names.includes(name)) return { kind: "missing", why: this.#whyMissing(name) };
    this.#requested.add(name);
    return { kind: "pending" };
  }

  #whyMissing(name: string): string {
    return this.#isRemote
      ? l10n.t(
          "There is no key {0}. Choose its file, or add it to soaphttp.keys in the settings of the remote machine. In a remote window, the keys of the user settings aren't used.",
          name,
        )
      : l10n.t("There is no key {0}. Choose its file, or add it to the setting soaphttp.keys.", name);
  }

  async #load(names: readonly string[], ask: ReadKeysParams["ask"]): Promise<void> {
    const announced = this.#announced;
    const keys = await this.#ask(names, ask);
    // A result from before an announcement may be outdated. If a passphrase was entered, the client announces its keys itself.
    if (announced !== this.#announced && !ask) return;
    for (const [index, name] of names.entries()) {
      const read = keys[index] ?? { kind: "missing" };
      const text = JSON.stringify(read);
      if (this.#read.get(name)?.text === text) continue;
      this.#read.set(name, {
        text,
        key: this.#toFound(name, read),
        locked: read.kind === "refused" && read.locked === true,
      });
      this.#edition++;
    }
  }

  #toFound(name: string, read: KeyRead): FoundKey {
    if (read.kind === "missing") return { kind: "missing", why: this.#whyMissing(name) };
    if (read.kind !== "key") return read;
    return { kind: "key", info: { algorithm: read.algorithm, certificates: read.certificates.map(fromBase64) } };
  }

  async #ask(names: readonly string[], ask: ReadKeysParams["ask"]): Promise<readonly KeyRead[]> {
    try {
      return (await this.#connection.sendRequest(ReadKeysRequest, { names, ask })).keys;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return names.map(() => ({ kind: "refused", why }));
    }
  }
}
