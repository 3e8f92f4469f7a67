import { sameBytes } from "../text/bytes.ts";
import type { Certificate } from "./certificate.ts";
import { isIssuedBy } from "./verify.ts";

/** `expired`: trusted at another time. `unknown`: undecided, for example for an unsupported signature algorithm. */
export type Trust = "trusted" | "untrusted" | "expired" | "unknown";

/** Maximum length of a chain of certificates. Chains on the web have up to five certificates. */
const maxLength = 8;
const maxVerifications = 50;

/**
 * Whether a certificate may sign data, and is trusted itself or was issued, directly or indirectly, by a trusted certificate
 * authority.
 * @param others certificates that were received with it, in any order
 */
export async function trustIn(
  certificate: Certificate,
  others: readonly Certificate[],
  trusted: readonly Certificate[],
  now: Date,
): Promise<Trust> {
  if (!certificate.maySign || certificate.unknownExtension !== undefined) return "untrusted";
  const search: Search = { others: [...trusted, ...others], trusted, now, left: maxVerifications, unknown: false };
  const chain = await trustAlong(certificate, [certificate], search);
  if (chain === "untrusted" && (search.unknown || search.left < 0)) return "unknown";
  return chain;
}

interface Search {
  readonly others: readonly Certificate[];
  readonly trusted: readonly Certificate[];
  readonly now: Date;
  /** Number of certificate signatures that may still be verified. */
  left: number;
  unknown: boolean;
}

/** Whether the last certificate of a path is trusted. `path`: the certificates from that one down to the certificate to check. */
async function trustAlong(
  certificate: Certificate,
  path: readonly Certificate[],
  search: Search,
): Promise<"trusted" | "expired" | "untrusted"> {
  if (search.trusted.some(({ der }) => sameBytes(der, certificate.der))) {
    return path.every((one) => isValidAt(one, search.now)) ? "trusted" : "expired";
  }
  let best: "expired" | "untrusted" = "untrusted";
  for (const issuer of path.length < maxLength ? search.others : []) {
    if (path.includes(issuer) || !sameBytes(issuer.subjectName, certificate.issuerName)) continue;
    if (!mayIssue(issuer, path, search)) continue;
    if (--search.left < 0) return best;
    const issued = await isIssuedBy(certificate, issuer);
    search.unknown ||= issued === undefined;
    if (issued !== true) continue;
    const chain = await trustAlong(issuer, [issuer, ...path], search);
    if (chain === "trusted") return chain;
    if (chain === "expired") best = chain;
  }
  return best;
}

function mayIssue(issuer: Certificate, path: readonly Certificate[], search: Search): boolean {
  if (!issuer.isAuthority) return false;
  if (issuer.unknownExtension !== undefined) {
    search.unknown = true;
    return false;
  }
  // The certificates between the authority and the end certificate, which isn't counted.
  const between = path.slice(0, -1).filter(({ subjectName, issuerName }) => !sameBytes(subjectName, issuerName));
  return issuer.pathLength === undefined || between.length <= issuer.pathLength;
}

export function isValidAt({ notBefore, notAfter }: Certificate, now: Date): boolean {
  return notBefore <= now && now <= notAfter;
}
