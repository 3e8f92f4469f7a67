/** A private key or a certificate of a file. Only keystores and PKCS #12 have aliases. */
export interface Entry {
  readonly alias: string | undefined;
  readonly bytes: Uint8Array;
}

/** The entries of a file, before keys are matched with certificates. */
export interface Contents {
  /** Keys as PrivateKeyInfo (PKCS #8). */
  readonly keys: readonly Entry[];
  /** Certificates in DER. Certificates without an alias belong to chains. */
  readonly certificates: readonly Entry[];
}

export type Choice =
  | { readonly kind: "contents"; readonly contents: Contents }
  /** `several`: several keys have an alias, but none is given. `noAlias`: no key has the given alias. */
  | { readonly kind: "several" | "noAlias"; readonly aliases: readonly string[] };

/** An alias chooses a key with all certificates, or one certificate. Java ignores the case of aliases. */
export function chosenEntries(contents: Contents, alias: string | undefined): Choice {
  const { keys, certificates } = contents;
  const aliases = [...keys, ...certificates].flatMap((entry) => entry.alias ?? []);
  if (alias === undefined) {
    const several = keys.length > 1 && keys.every((entry) => entry.alias !== undefined);
    return several
      ? { kind: "several", aliases: keys.flatMap((entry) => entry.alias ?? []) }
      : { kind: "contents", contents };
  }
  const matches = (entry: Entry) => entry.alias?.toLowerCase() === alias.toLowerCase();
  const own = keys.filter(matches);
  if (own.length > 0) return { kind: "contents", contents: { keys: own.slice(0, 1), certificates } };
  const trusted = certificates.filter(matches);
  if (trusted.length > 0) return { kind: "contents", contents: { keys: [], certificates: trusted } };
  return { kind: "noAlias", aliases: [...new Set(aliases)] };
}
