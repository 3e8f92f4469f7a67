import tls from "node:tls";
import { hostNames } from "../../transport/authority.ts";
import { usableCredentials } from "../../transport/node/secureOptions.ts";
import type { TlsOptions } from "../../transport/transport.ts";
import type { Console } from "../console.ts";
import { readBytes } from "../files.ts";

/** File names, as the user wrote them. */
export interface CredentialFiles {
  readonly cert: string | undefined;
  /** Undefined: the certificate's file also contains its key. */
  readonly key: string | undefined;
  readonly pfx: string | undefined;
  /** Certificate authorities to trust in addition to the default ones. */
  readonly ca: readonly string[];
}

export interface Credentials {
  /** A client certificate with its key; empty without one. */
  readonly client: TlsOptions;
  /** All trusted certificate authorities (PEM); undefined: Node's own. */
  readonly ca: string | undefined;
}

/** Reads and tries credentials before anything is sent. Resolves with why they can't be used, if they can't. */
export async function readCredentials(files: CredentialFiles, console: Console): Promise<Credentials | string> {
  const ca = readAuthorities(files.ca, console);
  if (typeof ca === "string") return ca;
  const client = await readCertificate(files, console, "a client certificate");
  if (typeof client === "string") return client;
  return { client, ca: ca.length > 0 ? [...defaultAuthorities(console), ...ca].join("\n") : undefined };
}

/**
 * Reads and tries a certificate with its key; empty without one. Resolves with why it can't be used, if it can't.
 * @param use what it is, for messages
 */
export async function readCertificate(
  files: Omit<CredentialFiles, "ca">,
  console: Console,
  use: string,
): Promise<TlsOptions | string> {
  const name = files.pfx ?? files.key ?? files.cert;
  if (name === undefined) return {};
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
  return passphrase === undefined
    ? `${name}: missing passphrase. Set ${passphraseVariable}.`
    : `${name}: the passphrase is wrong.`;
}

const passphraseVariable = "SOAPHTTP_PASSPHRASE";

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

function readAuthorities(names: readonly string[], { cwd }: Console): readonly string[] | string {
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

/** PEM. Authorities that are passed to Node replace its own; only newer versions say which those are. */
function defaultAuthorities({ env, cwd }: Console): readonly string[] {
  if ("getCACertificates" in tls && typeof tls.getCACertificates === "function") {
    return tls.getCACertificates("default") as readonly string[];
  }
  const extra = env["NODE_EXTRA_CA_CERTS"] ? readBytes(env["NODE_EXTRA_CA_CERTS"], cwd) : "";
  // Node only warns of a file that it can't read.
  return [...tls.rootCertificates, ...(typeof extra === "string" ? [] : [extra.toString("latin1")])];
}

/** Returns the TLS options for a host. Only the request's own host gets the client certificate, not a redirect's. */
export function tlsFor(
  named: { readonly host: string; readonly port: number },
  { client, ca }: Credentials,
  insecureHosts: readonly string[],
): (host: string, port: number) => TlsOptions {
  return (host, port) => {
    const names = hostNames(host, port);
    const own = names[0] === hostNames(named.host, named.port)[0];
    return {
      rejectUnauthorized: !names.some((name) => insecureHosts.includes(name)),
      ...(ca === undefined ? {} : { ca }),
      ...(own ? client : {}),
    };
  };
}

/** The same for a proxy, which never gets the client certificate. */
export function tlsOfProxy({ ca }: Credentials, insecureHosts: readonly string[]): ReturnType<typeof tlsFor> {
  return tlsFor({ host: "", port: 0 }, { client: {}, ca }, insecureHosts);
}
