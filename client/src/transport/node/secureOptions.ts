import { createSecureContext, type SecureContextOptions } from "node:tls";
import type { FailureFacts } from "../result.ts";
import type { TlsOptions } from "../transport.ts";
import { describe } from "./connectFailure.ts";

export function secureOptions(tls: TlsOptions): SecureContextOptions & { readonly rejectUnauthorized: boolean } {
  const { rejectUnauthorized = true, passphrase } = tls;
  return {
    rejectUnauthorized,
    ...(tls.cert === undefined ? {} : { cert: asBuffer(tls.cert) }),
    ...(tls.key === undefined ? {} : { key: asBuffer(tls.key) }),
    ...(tls.pfx === undefined ? {} : { pfx: asBuffer(tls.pfx) }),
    ...(tls.ca === undefined ? {} : { ca: asBuffer(tls.ca) }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}

/**
 * Tries certificates and keys before a connection is made: a host's agent would tell of a wrong passphrase as of any
 * failed connection, and OpenSSL's own error has no code for some of them.
 */
export function credentialsFailure(tls: TlsOptions): FailureFacts | undefined {
  if (tls.cert === undefined && tls.key === undefined && tls.pfx === undefined) return undefined;
  try {
    createSecureContext(secureOptions(tls));
    return undefined;
  } catch (error) {
    return { kind: "unsendable", reason: "client-certificate", detail: describe(error).detail };
  }
}

function asBuffer(value: string | Uint8Array): string | Buffer {
  return typeof value === "string" ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
