import { readCertificate } from "../../../../server/src/crypto/certificate.ts";
import { hashes } from "../../../../server/src/crypto/hashes.ts";
import { algorithmOf } from "../../../../server/src/crypto/verify.ts";
import { concatBytes } from "../bytes.ts";
import { md5 } from "./hashes.ts";

/**
 * The MD5 of the channel bindings `tls-server-end-point` (RFC 5929 section 4.1) of a service's certificate in DER, as
 * gss_channel_bindings_struct (MS-NLMP section 3.1.5.1.2). Undefined for certificates for which RFC 5929 defines none, such
 * as those that are signed with Ed25519.
 */
export function channelBindings(certificate: Uint8Array): Uint8Array | undefined {
  const read = readCertificate(certificate);
  const signedWith = read && algorithmOf(read.signature)?.hash;
  if (signedWith === undefined) return undefined;
  const hash = hashes[signedWith === "SHA-1" ? "SHA-256" : signedWith];
  const data = concatBytes([new TextEncoder().encode("tls-server-end-point:"), hash(certificate)]);
  // Neither end has an address.
  const head = new DataView(new ArrayBuffer(20));
  head.setUint32(16, data.length, true);
  return md5(concatBytes([new Uint8Array(head.buffer), data]));
}
