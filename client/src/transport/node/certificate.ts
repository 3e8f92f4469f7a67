import type { PeerCertificate, TLSSocket } from "node:tls";
import type { CertificateFacts, TlsInfo } from "../result.ts";

/** Returns the service's certificate; undefined if it was not received. */
export function certificateFacts(socket: TLSSocket): CertificateFacts | undefined {
  // Without a certificate Node returns an empty object, and null for a closed socket.
  const peer: PeerCertificate | null = socket.getPeerCertificate();
  if (!peer?.valid_to) return undefined;
  return {
    subject: distinguishedName(peer.subject),
    issuer: distinguishedName(peer.issuer),
    names: peer.subjectaltname === undefined ? [] : peer.subjectaltname.split(", "),
    validFrom: peer.valid_from,
    validTo: peer.valid_to,
    fingerprint256: peer.fingerprint256,
  };
}

/** The service's certificate in DER. */
export function certificateBytes(socket: TLSSocket): Uint8Array | undefined {
  const peer: PeerCertificate | null = socket.getPeerCertificate();
  return peer?.raw;
}

/** Returns the facts about TLS. `trusted`: the fingerprint of a certificate that is trusted even if it is invalid. */
export function readTlsInfo(socket: TLSSocket, trusted: string | undefined): TlsInfo {
  const error: unknown = socket.authorizationError;
  const certificate = certificateFacts(socket);
  const verified = socket.authorized || (trusted !== undefined && certificate?.fingerprint256 === trusted);
  return {
    version: socket.getProtocol() ?? undefined,
    cipher: socket.getCipher()?.standardName,
    certificate,
    verified,
    verifyError: verified || !error ? undefined : error instanceof Error ? error.message : String(error),
  };
}

/** Distinguished name such as `CN=example.org, O=Example`. */
function distinguishedName(name: PeerCertificate["subject"] | undefined): string {
  if (name === undefined) return "";
  const { CN, ...others } = name;
  const parts = Object.entries({ ...(CN === undefined ? {} : { CN }), ...others });
  return parts.flatMap(([key, value]) => [value].flat().map((one) => `${key}=${one}`)).join(", ");
}
