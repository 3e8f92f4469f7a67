import tls from "node:tls";
import type { RequestTls } from "../../../server/src/protocol/protocol.ts";
import { typedKeyFile, whyStore } from "../core/keys/configuredKeys.ts";
import type { ClientCertificate } from "../core/keys/readKey.ts";
import { hostNames } from "../transport/authority.ts";
import { usableCredentials } from "../transport/node/secureOptions.ts";
import type { TlsOptions } from "../transport/transport.ts";
import type { AskingConsole } from "./console.ts";
import { readBytes } from "./files.ts";

export interface CredentialFiles {
  readonly cert: string | undefined;
  /** The file with the private key; undefined if the certificate's file also contains its key. */
  readonly key: string | undefined;
  /** A PKCS #12 file or a Java keystore, with an optional alias after `#`. */
  readonly pfx: string | undefined;
  readonly ca: readonly string[];
}

export interface Credentials {
  /** A client certificate with its key; empty without one. */
  readonly client: TlsOptions;
  /** All trusted certificate authorities (PEM); undefined: the default ones of Node. */
  readonly ca: string | undefined;
}

/** Reads and tries credentials before anything is sent. Resolves with why they can't be used, if they can't. */
export async function readCredentials(files: CredentialFiles, console: AskingConsole): Promise<Credentials | string> {
  const ca = readAuthorities(files.ca, console);
  if (typeof ca === "string") return ca;
  const client = await readCertificate(files, console, "a client certificate");
  if (typeof client === "string") return client;
  return { client, ca: ca.length > 0 ? [...defaultAuthorities(console), ...ca].join("\n") : undefined };
}

/** Reads and tries a certificate with its key. Resolves with why it can't be used. `use`: what it is, for messages. */
export async function readCertificate(
  files: Omit<CredentialFiles, "ca">,
  console: AskingConsole,
  use: string,
): Promise<TlsOptions | string> {
  const name = files.pfx ?? files.key ?? files.cert;
  if (name === undefined) return {};
  const ofStore = whyStore(name, name);
  if (ofStore !== undefined) return ofStore;
  const { pfx } = files;
  if (pfx !== undefined) {
    const store = await readStore(pfx, console);
    if (store) return store;
  }
  const read = readCertificateFiles(files, console.cwd);
  if (typeof read === "string") return read;
  let passphrase = console.env[passphraseVariable];
  const askPassphrase = async () => {
    passphrase = await console.secret(`Passphrase of ${name}: `);
    return passphrase;
  };
  const client = await usableCredentials({
    ...read,
    ...(passphrase === undefined ? {} : { passphrase }),
    askPassphrase,
  });
  if (!("kind" in client)) return client;
  if (client.reason === "client-certificate") return `${name} can't be used as ${use}: ${client.detail}`;
  return whyLocked(name, passphrase);
}

const passphraseVariable = "SOAPHTTP_PASSPHRASE";

function whyLocked(name: string, passphrase: string | undefined): string {
  return passphrase === undefined
    ? `${name}: missing passphrase. Set ${passphraseVariable}.`
    : `${name}: the passphrase is wrong.`;
}

/**
 * Reads the certificate and key from stores that OpenSSL can't read: Java keystores, and PKCS #12 files with an alias
 * (`store.p12#alias`). Undefined for other files.
 */
async function readStore(name: string, console: AskingConsole): Promise<TlsOptions | string | undefined> {
  const whole = readBytes(name, console.cwd);
  // The "#" may also be a part of the file's name.
  const { file, alias } = typeof whole === "string" ? typedKeyFile(name) : { file: name, alias: undefined };
  const bytes = typeof whole === "string" && alias !== undefined ? readBytes(file, console.cwd) : whole;
  if (typeof bytes === "string") return bytes;
  const { clientCertificate, readKey } = await import("../core/keys/readKey.ts");
  const { isKeystore } = await import("../core/keys/keystore.ts");
  if (alias === undefined && !isKeystore(bytes)) return undefined;
  const { oldCiphers } = await import("../core/keys/node/oldCiphers.ts");
  const opened = (passphrase: string | undefined) => readKey(file, bytes, { passphrase, alias, old: oldCiphers });
  let passphrase = console.env[passphraseVariable];
  let reading = await opened(passphrase);
  if (reading.kind === "locked") {
    passphrase = await console.secret(`Passphrase of ${file}: `);
    if (passphrase !== undefined) reading = await opened(passphrase);
  }
  if (reading.kind === "refused") return reading.why;
  if (reading.kind !== "key") return whyLocked(file, passphrase);
  const certificate = clientCertificate(file, reading.key);
  return typeof certificate === "string" ? certificate : { ...certificate };
}

function readCertificateFiles(files: Omit<CredentialFiles, "ca">, cwd: string): TlsOptions | string {
  if (files.pfx !== undefined) {
    const pfx = readBytes(files.pfx, cwd);
    return typeof pfx === "string" ? pfx : { pfx };
  }
  const { cert: certFile = "", key: keyFile = certFile } = files;
  const cert = readBytes(certFile, cwd);
  if (typeof cert === "string") return cert;
  const key = readBytes(keyFile, cwd);
  if (typeof key === "string") return key;
  if (!cert.includes("-----BEGIN ")) return `${certFile}: the file contains no certificate (PEM).`;
  if (!key.includes("PRIVATE KEY-----")) {
    return files.key === undefined
      ? `${certFile}: the file contains no key. Specify the key's file with --key.`
      : `${keyFile}: the file contains no key (PEM).`;
  }
  return { cert, key };
}

/** Certificates in files (PEM), or a sentence about why they can't be used. */
export function readAuthorities(names: readonly string[], { cwd }: AskingConsole): readonly string[] | string {
  const read: string[] = [];
  for (const name of names) {
    const bytes = readBytes(name, cwd);
    if (typeof bytes === "string") return bytes;
    const text = bytes.toString("latin1");
    if (!/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/.test(text)) {
      return `${name}: the file contains no certificate (PEM).`;
    }
    read.push(text);
  }
  return read;
}

/** In PEM. Authorities that are passed to Node replace its own, and only newer versions of Node list them. */
function defaultAuthorities({ env, cwd }: AskingConsole): readonly string[] {
  if ("getCACertificates" in tls && typeof tls.getCACertificates === "function") {
    return tls.getCACertificates("default") as readonly string[];
  }
  const extra = env["NODE_EXTRA_CA_CERTS"] ? readBytes(env["NODE_EXTRA_CA_CERTS"], cwd) : "";
  // If Node can't read the file of NODE_EXTRA_CA_CERTS, it only warns.
  return [...tls.rootCertificates, ...(typeof extra === "string" ? [] : [extra.toString("latin1")])];
}

/** `certificate`: of `# @tls` or the environment. A redirect's host gets none, only the request's own. */
export function tlsFor(
  named: { readonly host: string; readonly port: number },
  { client, ca }: Credentials,
  insecureHosts: readonly string[],
  certificate: ClientCertificate | undefined = undefined,
): (host: string, port: number, typed?: RequestTls) => TlsOptions {
  return (host, port, typed) => {
    const { key, files, ...connection } = typed ?? {};
    const names = hostNames(host, port);
    const own = names[0] === hostNames(named.host, named.port)[0];
    return {
      rejectUnauthorized: !names.some((name) => insecureHosts.includes(name)),
      ...(ca === undefined ? {} : { ca }),
      ...connection,
      ...(key !== undefined || (files && certificate) ? certificate : own ? client : {}),
    };
  };
}

/** A proxy never gets the client certificate. */
export function tlsOfProxy({ ca }: Credentials, insecureHosts: readonly string[]): ReturnType<typeof tlsFor> {
  return tlsFor({ host: "", port: 0 }, { client: {}, ca }, insecureHosts);
}
