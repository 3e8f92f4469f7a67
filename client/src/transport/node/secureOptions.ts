import { createSecureContext, type SecureContextOptions } from "node:tls";
import type { FailureFacts } from "../result.ts";
import type { TlsOptions } from "../transport.ts";
import { describe } from "./connectFailure.ts";

export function secureOptions(tls: TlsOptions): SecureContextOptions & { readonly rejectUnauthorized: boolean } {
  const { rejectUnauthorized = true, passphrase } = tls;
  return {
    // Whether it is the trusted one is known after the handshake: see connect.ts.
    rejectUnauthorized: rejectUnauthorized && tls.certificate === undefined,
    ...(tls.cert === undefined ? {} : { cert: asBuffer(tls.cert) }),
    ...(tls.key === undefined ? {} : { key: asBuffer(tls.key) }),
    ...(tls.pfx === undefined ? {} : { pfx: asBuffer(tls.pfx) }),
    ...(tls.ca === undefined ? {} : { ca: asBuffer(tls.ca) }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}

/** The options with what was asked for, or why the client certificate in them can't be used. */
export async function usableCredentials(tls: TlsOptions): Promise<TlsOptions | FailureFacts> {
  const failure = credentialsFailure(tls);
  if (failure?.reason !== "passphrase-missing" || tls.askPassphrase === undefined) return failure ?? tls;
  const unlocked = (passphrase: string): TlsOptions => ({ ...tls, passphrase });
  const given = await tls.askPassphrase((passphrase) => credentialsFailure(unlocked(passphrase)) === undefined);
  return given === undefined ? failure : (credentialsFailure(unlocked(given)) ?? unlocked(given));
}

/**
 * Tries certificates and keys before a connection is made: a host's agent would tell of a wrong passphrase as of any
 * failed connection, and OpenSSL's own error has no code for some of them.
 */
export function credentialsFailure(tls: TlsOptions): Extract<FailureFacts, { kind: "unsendable" }> | undefined {
  if (tls.cert === undefined && tls.key === undefined && tls.pfx === undefined) return undefined;
  try {
    createSecureContext(secureOptions(tls));
    return undefined;
  } catch (error) {
    const { code, detail } = describe(error);
    const locked = wrongPassphrase.test(`${code} ${detail}`);
    const reason = locked ? (tls.passphrase ? "passphrase-wrong" : "passphrase-missing") : "client-certificate";
    return { kind: "unsendable", reason, detail };
  }
}

/** As OpenSSL and Electron's BoringSSL say it: none of them tells a missing passphrase from a wrong one. */
const wrongPassphrase =
  /mac.(?:verify|absent)|bad.?decrypt|(?:incorrect|bad).?password|passphrase|interrupted or cancelled/i;

function asBuffer(value: string | Uint8Array): string | Buffer {
  return typeof value === "string" ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
