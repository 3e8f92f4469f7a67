import * as vscode from "vscode";
import {
  type FileRead,
  type KeyOperation,
  type KeyRead,
  type KeyResult,
  KeysNotification,
  type ReadKeysParams,
  type RequestTls,
} from "../../../../server/src/protocol/protocol.ts";
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import { largestKeyFile } from "../../../../server/src/text/limits.ts";
import { isSecretFile } from "../../../../server/src/text/secretNames.ts";
import { configuredKeys, type KeyFile, whyStore } from "../../core/keys/configuredKeys.ts";
import { computed } from "../../core/keys/operations.ts";
import {
  type ClientCertificate,
  clientCertificate,
  joinedFiles,
  type KeyReading,
  type KnownCertificates,
  readKey,
} from "../../core/keys/readKey.ts";
import { queue } from "../../core/queue.ts";
import type { Questions } from "../editor/dialogs.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import type { Passphrases } from "../trust/passphrases.ts";
import { readWorkspaceFile, restrictedFile } from "../trust/readFiles.ts";

interface ReadFile {
  readonly bytes: string;
  readonly alias: string | undefined;
  readonly passphrase: string | undefined;
  readonly reading: KeyReading;
}

type AskFor = ReadKeysParams["ask"];

/** The result of reading a key; `missing` if the setting doesn't have it. */
type Outcome = KeyReading | { readonly kind: "missing" };

/** The keys of `soaphttp.keys`: reads their files, asks for passphrases, and does the operations that need keys. */
export class EditorKeys {
  readonly #host: Host;
  readonly #passphrases: Passphrases;
  readonly #questions: () => Questions;
  /** The last reading of each key, by its name, so that an unchanged file is decrypted once. */
  readonly #read = new Map<string, ReadFile>();
  /** The files of environments, by the name of their key. No key of the setting has such a name. */
  readonly #ofEnvironments = new Map<string, readonly string[]>();
  readonly #inTurn = queue();

  constructor(host: Host, passphrases: Passphrases, questions: () => Questions) {
    this.#host = host;
    this.#passphrases = passphrases;
    this.#questions = questions;
  }

  get names(): readonly string[] {
    return [...configured().keys()];
  }

  /** The certificates of keys. `ask`: the purposes for which the user is asked for a missing or wrong passphrase. */
  async read(names: readonly string[], ask: AskFor): Promise<readonly KeyRead[]> {
    const read: KeyRead[] = [];
    // One after the other: a second input box would close the first.
    for (const name of names) read.push(toKeyRead(name, await this.#key(name, ask)));
    return read;
  }

  /** The operations run one after the other: a second question would close the first. */
  async computed(operations: readonly KeyOperation<string>[], mayAsk: boolean): Promise<readonly KeyResult<string>[]> {
    const results: KeyResult<string>[] = [];
    for (const operation of operations) {
      const outcome = await this.#key(operation.key, mayAsk && "key");
      const result: KeyResult =
        outcome.kind === "key"
          ? await computed({ ...operation, data: fromBase64(operation.data) }, outcome.key)
          : { kind: "failed", why: whyNot(operation.key, outcome) };
      results.push(result.kind === "value" ? { ...result, value: toBase64(result.value) } : result);
    }
    return results;
  }

  /** The client certificate for TLS, or why it can't be used. `mayAsk`: for a passphrase that is missing or wrong. */
  async clientCertificate(
    key: string | NonNullable<RequestTls["files"]>,
    mayAsk: boolean,
  ): Promise<ClientCertificate | string> {
    const name = typeof key === "string" ? key : key.map(({ uri }) => vscode.Uri.parse(uri).fsPath).join(", ");
    if (typeof key !== "string")
      this.#ofEnvironments.set(
        name,
        key.map(({ uri }) => uri),
      );
    const outcome = await this.#key(name, mayAsk && "key");
    return outcome.kind === "key" ? clientCertificate(name, outcome.key) : whyNot(name, outcome);
  }

  /** `askFor` as in `read`. Certificates may be known without a passphrase. */
  async #key(name: string, askFor: AskFor): Promise<Outcome> {
    const outcome = await this.#readWith(name, await this.#passphrases.get(name));
    const isEnough = outcome.kind === "locked" && outcome.info !== undefined && askFor === "certificates";
    if (!askFor || isEnough || (outcome.kind !== "locked" && outcome.kind !== "wrongPassphrase")) return outcome;
    return this.#inTurn(() => this.#ask(name));
  }

  /** Asks for the passphrase of a key, and keeps only the right one. */
  async #ask(name: string): Promise<Outcome> {
    // Another request may have asked in the meantime.
    const outcome = await this.#readWith(name, await this.#passphrases.get(name));
    if (outcome.kind !== "locked" && outcome.kind !== "wrongPassphrase") return outcome;
    const passphrase = await this.#questions().keyPassphrase(name);
    if (passphrase === undefined) return outcome;
    const opened = await this.#readWith(name, passphrase);
    if (opened.kind === "key") await this.#passphrases.keep(name, passphrase);
    return opened;
  }

  async #readWith(name: string, passphrase: string | undefined): Promise<Outcome> {
    const ofEnvironment = this.#ofEnvironments.get(name);
    const key = ofEnvironment ? { file: name, alias: undefined } : configured().get(name);
    if (key === undefined) return { kind: "missing" };
    const { file: path, alias } = key;
    const ofStore = whyStore(name, path);
    if (ofStore !== undefined) return { kind: "refused", why: ofStore };
    const file = vscode.workspace.isTrusted
      ? await (ofEnvironment
          ? this.#joined(ofEnvironment)
          : readWorkspaceFile(uriOf(path), largestKeyFile, this.#host, "anywhere"))
      : restrictedFile();
    if (file.kind !== "bytes") {
      const why = file.kind === "missing" ? vscode.l10n.t("The file {0} doesn't exist.", path) : file.why;
      return { kind: "refused", why: vscode.l10n.t("The file of the key {0} can't be read: {1}", name, why) };
    }
    const last = this.#read.get(name);
    const isSame = last?.bytes === file.bytes && last.alias === alias && last.passphrase === passphrase;
    if (isSame) return last.reading;
    const reading = await readKey(name, fromBase64(file.bytes), { passphrase, alias, old: this.#host.oldCiphers });
    this.#read.set(name, { bytes: file.bytes, alias, passphrase, reading });
    return reading;
  }

  /** The files that an environment names, which must be in the workspace, as one file. */
  async #joined(uris: readonly string[]): Promise<FileRead> {
    const contents: Uint8Array[] = [];
    for (const uri of uris) {
      if (isSecretFile(uri))
        return { kind: "refused", why: vscode.l10n.t("It contains secrets. Use its values as variables.") };
      const file = await readWorkspaceFile(uri, largestKeyFile, this.#host);
      if (file.kind === "missing")
        return { kind: "refused", why: vscode.l10n.t("The file {0} doesn't exist.", vscode.Uri.parse(uri).fsPath) };
      if (file.kind !== "bytes") return file;
      contents.push(fromBase64(file.bytes));
    }
    return { kind: "bytes", bytes: toBase64(joinedFiles(contents)) };
  }
}

/** Sends the names of the keys to the server when it has started, and when something about keys has changed. */
export function announceKeys(server: LanguageServer, keys: EditorKeys, passphrases: Passphrases): vscode.Disposable {
  const announce = () =>
    void server.notify(KeysNotification, { names: keys.names, remote: vscode.env.remoteName !== undefined });
  return vscode.Disposable.from(
    server.onDidStart(announce),
    passphrases.onDidChange(announce),
    vscode.workspace.onDidGrantWorkspaceTrust(announce),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("soaphttp.keys")) announce();
    }),
  );
}

/** The keys of the setting `soaphttp.keys`, by their names. */
export function configured(): ReadonlyMap<string, KeyFile> {
  return configuredKeys(vscode.workspace.getConfiguration("soaphttp").get("keys"));
}

/** Returns the URI of a path; in virtual file systems, the path is a URI already. */
function uriOf(path: string): string {
  return /^[a-z][a-z0-9+.-]+:\//i.test(path) ? path : vscode.Uri.file(path).toString();
}

function toKeyRead(name: string, outcome: Outcome): KeyRead {
  if (outcome.kind === "key") return toKnown(outcome.key.info);
  if (outcome.kind === "missing") return outcome;
  if (outcome.kind === "locked" && outcome.info) return toKnown(outcome.info);
  const why = whyNot(name, outcome);
  return outcome.kind === "refused" ? { kind: "refused", why } : { kind: "refused", why, locked: true };
}

function toKnown({ certificates, algorithm }: KnownCertificates): KeyRead {
  return { kind: "key", certificates: certificates.map(toBase64), algorithm };
}

function whyNot(name: string, outcome: Exclude<Outcome, { readonly kind: "key" }>): string {
  switch (outcome.kind) {
    case "refused":
      return outcome.why;
    case "missing":
      return vscode.l10n.t("There is no key {0} in the setting {1}.", name, "soaphttp.keys");
    case "locked":
      return vscode.l10n.t(
        "The passphrase of the key {0} is missing. VS Code asks for it when a request is sent or a mock service starts.",
        name,
      );
    case "wrongPassphrase":
      return vscode.l10n.t(
        "The passphrase of the key {0} is wrong. VS Code asks for it when a request is sent or a mock service starts.",
        name,
      );
  }
}
