import type { CertificateFacts, FailureFacts, RemoteAddress, Stage, TlsReason } from "../result.ts";

interface ConnectContext {
  readonly host: string;
  readonly port: number;
  readonly stage: Stage;
  readonly certificate: CertificateFacts | undefined;
  /** Whether the service had chosen a cipher before the error. */
  readonly cipherChosen?: boolean;
}

const dnsCode = /^(?:ENOTFOUND|EAI_(?:AGAIN|FAIL|NODATA|NONAME|ADDRFAMILY|SERVICE))$/;
const unreachableCode = /^E(?:HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|TIMEDOUT|ADDRNOTAVAIL|ACCES|PERM|INVAL)$/;
const addressCode = /^ERR_(?:SOCKET_BAD_PORT|INVALID_URL|UNESCAPED|INVALID_CHAR|INVALID_DOMAIN)/;

/** Returns the cause of an error before the connection was ready. */
export function connectFailure(error: unknown, context: ConnectContext): FailureFacts {
  const { code, detail } = describedError(error);
  const causes = causesOf(error);
  const addresses = causes.flatMap(addressOf);
  const foreign = proxyOf(causes, context);
  if (foreign !== undefined && (dnsCode.test(code) || code === "ECONNREFUSED" || unreachableCode.test(code))) {
    return { kind: "proxy", reason: "unreachable", proxy: foreign, code, detail };
  }
  if (dnsCode.test(code)) return { kind: "dns", host: context.host, code };
  if (causes.some((cause) => describedError(cause).code === "ECONNREFUSED")) return { kind: "refused", addresses };
  if (unreachableCode.test(code)) return { kind: "unreachable", code, addresses, detail };
  if (addressCode.test(code)) return { kind: "unsendable", reason: "address", detail };
  const tls = tlsReason(code, detail, context.cipherChosen);
  if (tls !== undefined || context.stage === "tls") {
    const { host, certificate } = context;
    return { kind: "tls", reason: tls ?? (isClosed(code) ? "closed" : "other"), code, detail, host, certificate };
  }
  if (isClosed(code)) return { kind: "reset", stage: context.stage, how: "reset", code };
  return { kind: "unreachable", code, addresses, detail };
}

/** Returns the cause of a connection's end before the response was complete. `informational`: the last 1xx status line. */
export function connectionFailure(
  end: { readonly kind: "closed" } | { readonly kind: "error"; readonly code: string; readonly detail: string },
  { stage, host, certificate }: Pick<ConnectContext, "stage" | "host" | "certificate">,
  informational: string | undefined,
): FailureFacts {
  if (end.kind === "closed") return { kind: "reset", stage, how: "closed", code: undefined, informational };
  const { code, detail } = end;
  const reason = tlsReason(code, detail);
  if (reason !== undefined) return { kind: "tls", reason, code, detail, host, certificate };
  return { kind: "reset", stage, how: "reset", code: code === "" ? undefined : code, informational };
}

/**
 * Returns the TLS cause of an error code, also for an alert after the handshake (TLS 1.3, client certificates). TLS 1.2
 * has no alert for a missing client certificate (RFC 5246 section 7.4.6): services send "handshake failure", which means
 * that there is no common cipher only if none was chosen.
 */
function tlsReason(code: string, detail: string, cipherChosen = false): TlsReason | undefined {
  const exact = tlsReasons[code];
  if (exact !== undefined) return exact;
  if (!/^ERR_SSL_|^ERR_TLS_|^EPROTO$|^CERT_|^CRL_/.test(code)) return undefined;
  const text = `${code} ${detail}`.toLowerCase().replaceAll("_", " ");
  const reason = tlsPatterns.find(([pattern]) => pattern.test(text))?.[1] ?? "other";
  return reason === "no-common-cipher" && cipherChosen ? "client-certificate" : reason;
}

export function describedError(error: unknown): { readonly code: string; readonly detail: string } {
  if (!(error instanceof Error)) return { code: "", detail: String(error) };
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const first = error instanceof AggregateError ? error.errors.find((cause) => cause instanceof Error) : undefined;
  return { code, detail: error.message !== "" ? error.message : first instanceof Error ? first.message : code };
}

const tlsReasons: Readonly<Record<string, TlsReason>> = {
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "not-yet-valid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "unknown-issuer",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknown-issuer",
  UNABLE_TO_GET_ISSUER_CERT: "unknown-issuer",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknown-issuer",
  CERT_UNTRUSTED: "unknown-issuer",
  CERT_REVOKED: "revoked",
  ERR_TLS_CERT_ALTNAME_INVALID: "wrong-host",
  HOSTNAME_MISMATCH: "wrong-host",
};

/** The reasons of OpenSSL 1.1 and 3, and the alerts of RFC 8446 section 6.2, in Node's words. */
const tlsPatterns: readonly (readonly [RegExp, TlsReason])[] = [
  [/unsupported protocol|protocol version|version too low|no protocols available/, "no-common-version"],
  [/legacy renegotiation disabled/, "legacy-renegotiation"],
  [/key too small|md too weak/, "weak"],
  [/certificate required|bad certificate|unknown ca|certificate unknown|peer did not return/, "client-certificate"],
  [/wrong version number|http request|packet length too long|unexpected message|record layer/, "not-tls"],
  [/handshake failure|no shared cipher|no ciphers available|insufficient security/, "no-common-cipher"],
];

function isClosed(code: string): boolean {
  return code === "ECONNRESET" || code === "EPIPE" || code === "ECONNABORTED";
}

/** Returns the single causes of an error. A name with several addresses fails with one error for each (RFC 8305). */
function causesOf(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? error.errors : [error];
}

function addressOf(error: unknown): readonly RemoteAddress[] {
  if (!(error instanceof Error) || !("address" in error) || !("port" in error)) return [];
  const { address, port } = error;
  return typeof address === "string" && typeof port === "number" ? [{ address, port }] : [];
}

/** Returns the address in the error if it isn't the service's: then VS Code's agent was connecting to a proxy. */
function proxyOf(causes: readonly unknown[], { host, port }: ConnectContext): string | undefined {
  const [cause] = causes;
  if (!(cause instanceof Error)) return undefined;
  if ("hostname" in cause && typeof cause.hostname === "string") {
    return cause.hostname.toLowerCase() === host.toLowerCase() ? undefined : cause.hostname;
  }
  const address = addressOf(cause).at(0);
  return address === undefined || address.port === port ? undefined : `${address.address}:${address.port}`;
}
