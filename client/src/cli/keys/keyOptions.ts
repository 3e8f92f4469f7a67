import type { Arguments } from "../arguments.ts";
import type { OptionTable } from "../options.ts";

/** The files of `--key NAME=FILE`, as the user wrote them, by the names of the keys. */
export type KeyFiles = ReadonlyMap<string, string>;

/** The option of commands without client certificates. */
export const namedKeyOption = {
  key: {
    value: "NAME=FILE",
    repeated: true,
    help: "a key of the requests, or certificates that are trusted (PEM, PKCS #12 or a keystore of Java: NAME=FILE#ALIAS)",
  },
} as const satisfies OptionTable;

/** The option of commands with `--cert`. */
export const keyOption = {
  key: {
    value: "NAME=FILE",
    repeated: true,
    help: `${namedKeyOption.key.help}; without NAME=, the key of --cert (PEM)`,
  },
} as const satisfies OptionTable;

/** Reads `--key NAME=FILE`. */
export function readNamedKeys(given: Arguments): KeyFiles {
  const { named, others } = readKeys(given);
  const [first] = others;
  if (first !== undefined) given.refuse(`Invalid value for --key: ${first}. Use NAME=FILE.`);
  return named;
}

/** Reads `--key NAME=FILE` and `--key FILE`. `./a=b.pem` is a file without a name. */
export function readKeys(given: Arguments): { readonly named: KeyFiles; readonly others: readonly string[] } {
  const named = new Map<string, string>();
  const others: string[] = [];
  for (const value of given.all("key")) {
    const [, name, file = ""] = /^([A-Za-z][A-Za-z0-9_-]*)=(.*)$/s.exec(value) ?? [];
    if (name === undefined) others.push(value);
    else if (file === "") given.refuse(`--key ${value} names no file.`);
    else if (named.has(name)) given.refuse(`--key names two files for ${name}.`);
    else named.set(name, file);
  }
  return { named, others };
}
