import tls from "node:tls";
import * as l10n from "@vscode/l10n";
import { credentialsFailure } from "../../transport/node/secureOptions.ts";
import type { TlsOptions } from "../../transport/transport.ts";
import type { Console } from "../console.ts";
import { readBytes } from "../files.ts";

/** Names of files, as the user wrote them. */
export interface CredentialFiles {
  readonly cert: string | undefined;
  /** Undefined: the file of the certificate holds its key, too. */
  readonly key: string | undefined;
  readonly pfx: string | undefined;
  /** Authorities that are trusted besides those that are trusted anyway. */
  readonly ca: readonly string[];
}

/** A client certificate that can be used, with its key. */
export type ClientCertificate = Pick<TlsOptions, "cert" | "key" | "pfx" | "passphrase">;

export interface Credentials {
  readonly kind: "credentials";
  readonly client: ClientCertificate | undefined;
  /** PEM: all authorities that are trusted; undefined: those that Node trusts. */
  readonly ca: string | undefined;
}

/** Reads and tries what is named, before anything is sent. `problem`: why it can't be used, in words. */
export async function readCredentials(
  files: CredentialFiles,
  console: Console,
): Promise<Credentials | { readonly kind: "problem"; readonly problem: string }> {
  const ca = readAuthorities(files.ca, console);
  if (typeof ca === "string") return { kind: "problem", problem: ca };
  const client = await readClient(files, console);
  if (typeof client === "string") return { kind: "problem", problem: client };
  return { kind: "credentials", client, ca: ca && [...trustedAnyway(console), ...ca].join("\n") };
}

async function readClient(files: CredentialFiles, console: Console): Promise<ClientCertificate | undefined | string> {
  const name = files.pfx ?? files.key ?? files.cert;
  if (name === undefined) return undefined;
  const read = readClientFiles(files, console.cwd);
  if (typeof read === "string") return read;
  const given = withPassphrase(read, console.env[passphraseVariable]);
  const failure = credentialsFailure(given);
  if (failure?.reason !== "passphrase-missing") return failure === undefined ? given : problemText(name, failure);
  const typed = await console.secret(l10n.t("Passphrase of {0}: ", name));
  if (typed === undefined) return l10n.t("{0}: missing passphrase. Set {1}.", name, passphraseVariable);
  const unlocked = withPassphrase(read, typed);
  const problem = credentialsFailure(unlocked);
  return problem === undefined ? unlocked : problemText(name, problem);
}

const passphraseVariable = "SOAPHTTP_PASSPHRASE";

function readClientFiles(files: CredentialFiles, cwd: string): ClientCertificate | string {
  if (files.pfx !== undefined) {
    const pfx = readBytes(files.pfx, cwd);
    return typeof pfx === "string" ? pfx : { pfx };
  }
  const { cert: certFile = "", key: keyFile = certFile } = files;
  const cert = readBytes(certFile, cwd);
  if (typeof cert === "string") return cert;
  const key = readBytes(keyFile, cwd);
  if (typeof key === "string") return key;
  if (!cert.includes("-----BEGIN ")) return l10n.t("{0}: the file contains no certificate (PEM).", certFile);
  if (!key.includes("PRIVATE KEY-----")) {
    return files.key === undefined
      ? l10n.t("{0}: the file contains no key. Specify the key's file with --key.", certFile)
      : l10n.t("{0}: the file contains no key (PEM).", keyFile);
  }
  return { cert, key };
}

function withPassphrase(client: ClientCertificate, passphrase: string | undefined): ClientCertificate {
  return passphrase === undefined ? client : { ...client, passphrase };
}

function problemText(name: string, { reason, detail }: NonNullable<ReturnType<typeof credentialsFailure>>): string {
  return reason === "passphrase-missing" || reason === "passphrase-wrong"
    ? l10n.t("{0}: the passphrase is wrong.", name)
    : l10n.t("{0} can't be used as a client certificate: {1}", name, detail);
}

function readAuthorities(names: readonly string[], { cwd }: Console): readonly string[] | undefined | string {
  const read: string[] = [];
  for (const name of names) {
    const bytes = readBytes(name, cwd);
    if (typeof bytes === "string") return bytes;
    const text = bytes.toString("latin1");
    if (!/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/.test(text)) {
      return l10n.t("{0}: the file contains no certificate (PEM).", name);
    }
    read.push(text);
  }
  return read.length > 0 ? read : undefined;
}

/** PEM. Authorities that are given to Node stand instead of its own; only newer versions tell which those are. */
function trustedAnyway({ env, cwd }: Console): readonly string[] {
  if ("getCACertificates" in tls && typeof tls.getCACertificates === "function") {
    return tls.getCACertificates("default") as readonly string[];
  }
  const extra = env["NODE_EXTRA_CA_CERTS"] ? readBytes(env["NODE_EXTRA_CA_CERTS"], cwd) : "";
  // Node only warns of a file that it can't read.
  return [...tls.rootCertificates, ...(typeof extra === "string" ? [] : [extra.toString("latin1")])];
}

/**
 * What holds for each host that a request comes to. The client certificate is shown to the host that the request names,
 * not to another one that a redirect leads to.
 */
export function tlsFor(
  named: { readonly host: string; readonly port: number },
  { client, ca }: Credentials,
  insecureHosts: readonly string[],
): (host: string, port: number) => TlsOptions {
  return (host, port) => {
    const own = plain(host) === plain(named.host) && port === named.port;
    return {
      rejectUnauthorized: !isNamed(insecureHosts, plain(host), port),
      ...(ca === undefined ? {} : { ca }),
      ...(own ? client : {}),
    };
  };
}

/** What holds for a connection to a proxy. It is never shown the client certificate. */
export function tlsOfProxy({ ca }: Credentials, insecureHosts: readonly string[]): ReturnType<typeof tlsFor> {
  return tlsFor({ host: "", port: 0 }, { kind: "credentials", client: undefined, ca }, insecureHosts);
}

function isNamed(hosts: readonly string[], host: string, port: number): boolean {
  const bracketed = host.includes(":") ? `[${host}]` : host;
  return [host, bracketed, `${bracketed}:${port}`].some((name) => hosts.includes(name));
}

function plain(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
}
