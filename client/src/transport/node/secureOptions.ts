import { constants, createPrivateKey } from "node:crypto";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import type { UnsendableFailure } from "../result.ts";
import type { TlsOptions } from "../transport.ts";
import { describedError } from "./connectFailure.ts";

export function secureOptions(tls: TlsOptions): SecureContextOptions & { readonly rejectUnauthorized: boolean } {
  const { rejectUnauthorized = true, passphrase } = tls;
  return {
    // connect.ts compares a trusted certificate after the handshake.
    rejectUnauthorized: rejectUnauthorized && tls.certificate === undefined,
    ...(tls.cert === undefined ? {} : { cert: asBuffer(tls.cert) }),
    ...(tls.key === undefined ? {} : { key: asBuffer(tls.key) }),
    ...(tls.pfx === undefined ? {} : { pfx: asBuffer(tls.pfx) }),
    ...(tls.ca === undefined ? {} : { ca: asBuffer(tls.ca) }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(tls.minVersion === undefined ? {} : { minVersion: tls.minVersion }),
    ...(tls.ciphers === undefined ? {} : { ciphers: tls.ciphers }),
    ...(tls.legacyRenegotiation ? { secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT } : {}),
  };
}

/** Asks for a missing passphrase. Resolves with usable options, or with why the client certificate can't be used. */
export async function usableCredentials(tls: TlsOptions): Promise<TlsOptions | UnsendableFailure> {
  const failure = credentialsFailure(tls);
  if (failure?.reason !== "passphrase-missing" || tls.askPassphrase === undefined) return failure ?? tls;
  const unlocked = (passphrase: string): TlsOptions => ({ ...tls, passphrase });
  const given = await tls.askPassphrase((passphrase) => credentialsFailure(unlocked(passphrase)) === undefined);
  return given === undefined ? failure : (credentialsFailure(unlocked(given)) ?? unlocked(given));
}

/** Tries it before connecting: VS Code's agent would report a failed connection, and some errors have no code. */
function credentialsFailure(tls: TlsOptions): UnsendableFailure | undefined {
  const { ciphers } = tls;
  const unknown = ciphers === undefined ? undefined : contextError({ ciphers });
  if (unknown) return { kind: "unsendable", reason: "ciphers", detail: unknown.detail };
  if (tls.cert === undefined && tls.key === undefined && tls.pfx === undefined) return undefined;
  const error = contextError(secureOptions(tls));
  if (!error) return undefined;
  const locked = wrongPassphrase.test(`${error.code} ${error.detail}`) || isLockedKey(tls);
  const reason = locked ? (tls.passphrase ? "passphrase-wrong" : "passphrase-missing") : "client-certificate";
  return { kind: "unsendable", reason, detail: error.detail };
}

function contextError(options: SecureContextOptions): ReturnType<typeof describedError> | undefined {
  try {
    createSecureContext(options);
    return undefined;
  } catch (error) {
    return describedError(error);
  }
}

/** With one of 256 wrong passphrases, the padding is valid by chance, and OpenSSL reports another error. */
function isLockedKey({ key, passphrase }: TlsOptions): boolean {
  if (key === undefined || !asBuffer(key).includes("ENCRYPTED")) return false;
  try {
    createPrivateKey({ key: asBuffer(key), ...(passphrase === undefined ? {} : { passphrase }) });
    return false;
  } catch {
    return true;
  }
}

/** The error texts of OpenSSL and Electron's BoringSSL, which are the same for a missing and a wrong passphrase. */
const wrongPassphrase =
  /mac.(?:verify|absent)|bad.?decrypt|(?:incorrect|bad).?password|passphrase|interrupted or cancelled/i;

function asBuffer(value: string | Uint8Array): string | Buffer {
  return typeof value === "string" ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
