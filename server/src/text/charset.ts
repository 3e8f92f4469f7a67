import type { Charset } from "./charsets/charset.ts";
import { createDoubleByteCharset } from "./charsets/doubleByte.ts";
import { createIso2022Jp } from "./charsets/iso2022jp.ts";
import { doubleByteNames, iso2022JpNames, singleByteNames, unicodeNames } from "./charsets/names.ts";
import { createIdentityCharset, createSingleByteCharset } from "./charsets/singleByte.ts";
import { createUnicodeCharset } from "./charsets/unicode.ts";

export type { Charset };

/**
 * The charset with a name or alias, in any case; `undefined` if it is unknown or not supported by the platform.
 * `preferred`: the name isn't an alias, which some services don't accept.
 */
export function findCharset(name: string): { readonly charset: Charset; readonly preferred: boolean } | undefined {
  const charset = registry.get(name.toLowerCase())?.charset();
  return charset && { charset, preferred: charset.name === name.toLowerCase() };
}

/** Whether a name or alias is known, but the platform doesn't support the charset. */
export function isUnsupportedCharset(name: string): boolean {
  return registry.has(name.toLowerCase()) && !findCharset(name);
}

/** The charset of VS Code's name of an encoding, such as `utf8bom`, `windows1252` or `iso88591`. */
export function editorCharset(name: string): Charset | undefined {
  const written = name
    .replace("utf8bom", "utf8")
    .replace("shiftjis", "shift_jis")
    .replace(/^iso8859/, "iso-8859-")
    .replace(/^(windows|euc)/, "$1-");
  return findCharset(written)?.charset;
}

/** The preferred names in lower case, including those that the platform doesn't support. */
export function charsetNames(): readonly string[] {
  return [...new Set([...registry.values()].map((entry) => entry.name))];
}

export const utf8: Charset = createUnicodeCharset("utf-8");

/** Charsets by their names and aliases. Tables are created at first use. */
const registry = new Map<string, { readonly name: string; readonly charset: () => Charset | undefined }>();

for (const [name, aliases] of unicodeNames) {
  register(name, aliases, () => (name === "utf-8" ? utf8 : createUnicodeCharset(name)));
}
for (const [name, aliases, table] of singleByteNames) {
  register(name, aliases, () =>
    typeof table === "number" ? createIdentityCharset(name, table) : createSingleByteCharset(name, table),
  );
}
for (const [name, aliases] of doubleByteNames) register(name, aliases, () => createDoubleByteCharset(name));
register(...iso2022JpNames, createIso2022Jp);

function register(name: string, aliases: string, create: () => Charset | undefined): void {
  let created: { readonly charset: Charset | undefined } | undefined;
  const charset = () => {
    created ??= { charset: create() };
    return created.charset;
  };
  for (const key of [name, ...aliases.split(" ")]) if (key !== "") registry.set(key, { name, charset });
}
