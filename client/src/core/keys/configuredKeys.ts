import * as l10n from "@vscode/l10n";

/** A file with keys: `alias` chooses one of them. */
export interface KeyFile {
  readonly file: string;
  readonly alias: string | undefined;
}

/** The files of the setting `soaphttp.keys`, by the names of the keys. Invalid names and values are ignored. */
export function configuredKeys(setting: unknown): ReadonlyMap<string, KeyFile> {
  if (typeof setting !== "object" || setting === null) return new Map();
  return new Map(
    Object.entries(setting).flatMap(([name, value]: [string, unknown]) => {
      const file = textOf(value, "file");
      return /^[A-Za-z][A-Za-z0-9_-]*$/.test(name) && file !== undefined
        ? [[name, { file, alias: textOf(value, "alias") }]]
        : [];
    }),
  );
}

function textOf(value: unknown, name: "file" | "alias"): string | undefined {
  const text =
    typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : "";
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** Splits `file#alias`, as it is typed on the command line. */
export function typedKeyFile(typed: string): KeyFile {
  const at = typed.lastIndexOf("#");
  return at > 0 && at < typed.length - 1
    ? { file: typed.slice(0, at), alias: typed.slice(at + 1) }
    : { file: typed, alias: undefined };
}

const stores: readonly { readonly pattern: RegExp; readonly command?: string }[] = [
  { pattern: /^(?:Windows-(?:MY|ROOT)$|cert:)/i, command: "certutil -user -exportpfx My THUMBPRINT me.p12" },
  {
    pattern: /^(?:KeychainStore|keychain:)/i,
    command: "security export -k login.keychain -t identities -f pkcs12 -o me.p12",
  },
  // Drivers are libraries. OpenSC, GnuTLS, keytool and NSS export no private key through them.
  { pattern: /^(?:pkcs11:|PKCS11$)|\.(?:dll|so|dylib)$/i },
];

/** Returns why a key in a store of the operating system or of PKCS #11 can't be used; undefined for a file. */
export function whyStore(name: string, file: string): string | undefined {
  const store = stores.find(({ pattern }) => pattern.test(file));
  if (!store) return undefined;
  const must = l10n.t("The key {0} must be in a file.", name);
  const { command } = store;
  return `${must} ${
    command === undefined
      ? l10n.t(
          "A card or security module (PKCS #11) doesn't release its private keys. Use the file that the key was imported from, or ask for another key.",
        )
      : l10n.t("If its store allows it, this command exports the key: {0}", command)
  }`;
}
