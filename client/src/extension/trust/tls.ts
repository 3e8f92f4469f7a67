import * as vscode from "vscode";
import { certificateLines } from "../../core/exchange/details.ts";
import { type TlsHost, tlsHostOf, tlsHosts } from "../../core/sending/tlsHosts.ts";
import type { SendResult } from "../../transport/result.ts";
import type { TlsOptions } from "../../transport/transport.ts";
import { messageOf } from "../editor/languageServer.ts";
import type { Questions } from "../editor/questions.ts";
import { pick, showError, showInformation } from "../editor/ui.ts";

/** A file that can't be read is put in its place: a key that works nowhere. The transport then tells of the certificate. */
const unreadable = "unreadable";

/** Certificates, keys and trust of single hosts, from the setting `soaphttp.tls.hosts` and the secret storage. */
export class Tls {
  readonly #secrets: vscode.SecretStorage;
  readonly #questions: () => Questions;
  readonly #log: vscode.LogOutputChannel;

  constructor(secrets: vscode.SecretStorage, questions: () => Questions, log: vscode.LogOutputChannel) {
    this.#secrets = secrets;
    this.#questions = questions;
    this.#log = log;
  }

  /** For a transport: it never rejects. Undefined where nothing is set for the host. */
  async optionsFor(host: string, port: number): Promise<TlsOptions | undefined> {
    const set = tlsHostOf(configured(), host, port);
    if (set === undefined || !vscode.workspace.isTrusted) return undefined;
    const [cert, key, pfx, ca] = await Promise.all(
      [set.cert, set.key, set.pfx, set.ca].map((path) => this.#read(path)),
    );
    const passphrase = await this.#secrets.get(secretOf(set.name));
    return {
      rejectUnauthorized: set.verify,
      ...(set.certificate === undefined ? {} : { certificate: set.certificate }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(pfx === undefined ? {} : { pfx }),
      ...(ca === undefined ? {} : { ca }),
      ...(passphrase === undefined ? {} : { passphrase }),
      askPassphrase: (opens) => this.#askPassphrase(set, opens),
    };
  }

  /** Asks for the passphrase of a host's key and stores it; an empty one is forgotten. */
  async setPassphrase(): Promise<void> {
    const names = configured()
      .filter(({ key, pfx }) => key !== undefined || pfx !== undefined)
      .map(({ name }) => name);
    if (names.length === 0) {
      void showInformation(vscode.l10n.t("No host has a client certificate in the setting soaphttp.tls.hosts."));
      return;
    }
    const placeHolder = vscode.l10n.t("Select a host");
    const name =
      names.length === 1
        ? names[0]
        : (
            await pick(
              names.map((label) => ({ label })),
              placeHolder,
            )
          )?.label;
    const passphrase = name === undefined ? undefined : await this.#questions().passphrase(name);
    if (name === undefined || passphrase === undefined) return;
    await (passphrase === "" ? this.#secrets.delete(secretOf(name)) : this.#secrets.store(secretOf(name), passphrase));
  }

  /** Asks whether the certificate that a service showed is to be trusted for its host, and keeps that. True: it is. */
  async trust(result: SendResult): Promise<boolean> {
    const certificate = result.kind === "tls" ? result.certificate : undefined;
    if (certificate === undefined) return false;
    const { hostname, port } = new URL(result.url);
    const name = `${hostname}:${port || "443"}`;
    if (!(await this.#questions().trustCertificate(name, certificateLines(certificate)))) return false;
    const settings = vscode.workspace.getConfiguration("soaphttp");
    const hosts: Readonly<Record<string, object>> = settings.get("tls.hosts") ?? {};
    const set = { ...hosts, [name]: { ...hosts[name], certificate: certificate.fingerprint256 } };
    await settings.update("tls.hosts", set, vscode.ConfigurationTarget.Global);
    return true;
  }

  async #read(path: string | undefined): Promise<Uint8Array | undefined> {
    if (path === undefined) return undefined;
    try {
      return await vscode.workspace.fs.readFile(vscode.Uri.file(path));
    } catch (error) {
      const text = vscode.l10n.t("{0} (setting soaphttp.tls.hosts) can't be read: {1}", path, messageOf(error));
      this.#log.error(text);
      void showError(text);
      return new TextEncoder().encode(unreadable);
    }
  }

  /** Stores what works, so that a slip of the fingers is asked for again by the next request. */
  async #askPassphrase({ name }: TlsHost, opens: (passphrase: string) => boolean): Promise<string | undefined> {
    const given = await this.#questions().passphrase(name);
    if (given === undefined || given === "") return undefined;
    if (opens(given)) await this.#secrets.store(secretOf(name), given);
    return given;
  }
}

function configured(): readonly TlsHost[] {
  return tlsHosts(vscode.workspace.getConfiguration("soaphttp").get("tls.hosts"));
}

function secretOf(name: string): string {
  return `soaphttp.tls.passphrase:${name}`;
}
