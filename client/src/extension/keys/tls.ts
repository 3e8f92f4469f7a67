import * as vscode from "vscode";
import type { RequestTls } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { largestFile } from "../../../../server/src/text/limits.ts";
import { certificateLines } from "../../core/exchange/details.ts";
import { type TlsHost, tlsHostOf, tlsHosts } from "../../core/sending/tlsHosts.ts";
import type { SendResult } from "../../transport/result.ts";
import type { GivenTls, TlsOptions } from "../../transport/transport.ts";
import type { Questions } from "../editor/dialogs.ts";
import type { Host } from "../editor/host.ts";
import { inform, pick, showError } from "../editor/ui.ts";
import { readWorkspaceFile } from "../trust/readFiles.ts";
import type { EditorKeys } from "./editorKeys.ts";

/** Replaces a file that can't be read, so that the transport reports an invalid certificate. */
const unreadable = "unreadable";

/** The settings of a host that are paths. */
const tlsFiles: readonly ("cert" | "key" | "pfx" | "ca")[] = ["cert", "key", "pfx", "ca"];

/** Certificates, keys and trust of individual hosts, from the setting `soaphttp.tls.hosts` and the secret storage. */
export class Tls {
  readonly #secrets: vscode.SecretStorage;
  readonly #questions: () => Questions;
  readonly #log: vscode.LogOutputChannel;
  readonly #host: Host;
  readonly #keys: EditorKeys;

  constructor(
    secrets: vscode.SecretStorage,
    questions: () => Questions,
    log: vscode.LogOutputChannel,
    host: Host,
    keys: EditorKeys,
  ) {
    this.#host = host;
    this.#keys = keys;
    this.#secrets = secrets;
    this.#questions = questions;
    this.#log = log;
  }

  /** The options of the setting and of `# @tls`; undefined if there are none. Never rejects. `mayAsk`: a passphrase. */
  async sendingTo(host: string, port: number, typed: RequestTls | undefined, mayAsk = true): Promise<GivenTls> {
    if (!vscode.workspace.isTrusted) return undefined;
    const ofHost = tlsHostOf(configured(), host, port);
    const { key = ofHost?.clientKey, files, ...own } = typed ?? {};
    const used = key ?? (ofHost?.cert === undefined && ofHost?.pfx === undefined ? files : undefined);
    const certificate = used === undefined ? undefined : await this.#keys.clientCertificate(used, mayAsk);
    if (typeof certificate === "string")
      return { kind: "unsendable", reason: "client-certificate", detail: certificate };
    const settings = await this.#optionsFor(host, port, certificate ? ["ca"] : tlsFiles, mayAsk);
    return settings || typed || certificate ? { ...settings, ...own, ...certificate } : undefined;
  }

  /** The options of the setting alone, with some of its files; undefined if the host has none. Never rejects. */
  async #optionsFor(
    host: string,
    port: number,
    files: typeof tlsFiles,
    mayAsk: boolean,
  ): Promise<TlsOptions | undefined> {
    const settings = tlsHostOf(configured(), host, port);
    if (settings === undefined || !vscode.workspace.isTrusted) return undefined;
    const { name, verify, certificate } = settings;
    const contents = await Promise.all(files.map(async (file) => [file, await this.#read(settings[file])] as const));
    const passphrase = files === tlsFiles ? await this.#secrets.get(secretOf(name)) : undefined;
    return {
      rejectUnauthorized: verify,
      ...settings.connection,
      ...(certificate === undefined ? {} : { certificate }),
      ...Object.fromEntries(contents.filter(([, content]) => content !== undefined)),
      ...(passphrase === undefined ? {} : { passphrase }),
      ...(mayAsk ? { askPassphrase: (opens) => this.#askPassphrase(name, opens) } : {}),
    };
  }

  /** Asks for the passphrase of a host's key and stores it; an empty one is deleted. */
  async setPassphrase(): Promise<void> {
    const items = configured()
      .filter(({ key, pfx }) => key !== undefined || pfx !== undefined)
      .map(({ name }) => ({ label: name }));
    const [first, ...others] = items;
    if (first === undefined) {
      return inform(vscode.l10n.t("The setting soaphttp.tls.hosts has no client certificate."));
    }
    const host = others.length === 0 ? first : await pick(items, vscode.l10n.t("Select a host"));
    const passphrase = host && (await this.#questions().passphrase(host.label));
    if (host === undefined || passphrase === undefined) return;
    const key = secretOf(host.label);
    await (passphrase === "" ? this.#secrets.delete(key) : this.#secrets.store(key, passphrase));
  }

  /** Asks whether to trust a service's certificate for its host, and adds it to the setting. True: it is trusted. */
  async trust(result: SendResult): Promise<boolean> {
    const certificate = result.kind === "tls" ? result.certificate : undefined;
    if (certificate === undefined) return false;
    const { hostname, port } = new URL(result.url);
    const name = `${hostname}:${port || "443"}`;
    if (!(await this.#questions().trustCertificate(name, certificateLines(certificate)))) return false;
    const settings = vscode.workspace.getConfiguration("soaphttp");
    const hosts: Readonly<Record<string, object>> = settings.get("tls.hosts") ?? {};
    const changed = { ...hosts, [name]: { ...hosts[name], certificate: certificate.fingerprint256 } };
    await settings.update("tls.hosts", changed, vscode.ConfigurationTarget.Global);
    return true;
  }

  async #read(path: string | undefined): Promise<Uint8Array | undefined> {
    if (path === undefined) return undefined;
    const file = await readWorkspaceFile(vscode.Uri.file(path).toString(), largestFile, this.#host, "anywhere");
    if (file.kind === "bytes") return fromBase64(file.bytes);
    const why = file.kind === "refused" ? file.why : vscode.l10n.t("The file doesn't exist.");
    const text = vscode.l10n.t("{0} (setting soaphttp.tls.hosts) can't be read: {1}", path, why);
    this.#log.error(text);
    void showError(text);
    return new TextEncoder().encode(unreadable);
  }

  /** Stores only the correct passphrase, so that the next request asks again after a typo. */
  async #askPassphrase(host: string, opens: (passphrase: string) => boolean): Promise<string | undefined> {
    const passphrase = await this.#questions().passphrase(host);
    if (!passphrase) return undefined;
    if (opens(passphrase)) await this.#secrets.store(secretOf(host), passphrase);
    return passphrase;
  }
}

function configured(): readonly TlsHost[] {
  return tlsHosts(vscode.workspace.getConfiguration("soaphttp").get("tls.hosts"));
}

function secretOf(name: string): string {
  return `soaphttp.tls.passphrase:${name}`;
}
