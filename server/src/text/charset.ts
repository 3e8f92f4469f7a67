import type { Charset } from "./charsets/charset.ts";
import { createDoubleByteCharset } from "./charsets/doubleByte.ts";
import { createIso2022Jp } from "./charsets/iso2022jp.ts";
import { doubleByteNames, iso2022JpNames, singleByteNames, unicodeNames } from "./charsets/names.ts";
import { createIdentityCharset, createSingleByteCharset } from "./charsets/singleByte.ts";
import { createUnicodeCharset } from "./charsets/unicode.ts";

export type { Charset };

export interface FoundCharset {
  readonly charset: Charset;
  /** False for an alias, which some services refuse. */
  readonly preferred: boolean;
}

/** The charset of a name or alias, in any case; `undefined` for an unknown name, and where the platform has no table. */
export function findCharset(name: string): FoundCharset | undefined {
  registry ??= createRegistry();
  const entry = registry.get(name.toLowerCase());
  const charset = entry?.charset();
  return charset && { charset, preferred: charset.name === name.toLowerCase() };
}

/** Whether a name or alias is a charset's for which this platform has no table. */
export function isUnsupportedCharset(name: string): boolean {
  registry ??= createRegistry();
  return registry.has(name.toLowerCase()) && !findCharset(name);
}

/** The charset of a name that VS Code gives to an encoding, such as `utf8bom`, `windows1252` or `iso88591`. */
export function editorCharset(name: string): Charset | undefined {
  const written = name
    .replace("utf8bom", "utf8")
    .replace("shiftjis", "shift_jis")
    .replace(/^iso8859/, "iso-8859-")
    .replace(/^(windows|euc)/, "$1-");
  return findCharset(written)?.charset;
}

/** The preferred names in lower case, the likeliest first. Some may lack a table on this platform. */
export function charsetNames(): readonly string[] {
  registry ??= createRegistry();
  return [...new Set([...registry.values()].map((entry) => entry.name))];
}

export const utf8: Charset = createUnicodeCharset("utf-8");

interface Entry {
  readonly name: string;
  /** Tables are built when a charset is first asked for; `undefined` where the platform has none. */
  readonly charset: () => Charset | undefined;
}

let registry: ReadonlyMap<string, Entry> | undefined;

function createRegistry(): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const add = (name: string, aliases: string, create: () => Charset | undefined) => {
    let made: { readonly charset: Charset | undefined } | undefined;
    const charset = () => {
      made ??= { charset: create() };
      return made.charset;
    };
    for (const key of [name, ...aliases.split(" ")]) if (key !== "") entries.set(key, { name, charset });
  };
  for (const [name, aliases] of unicodeNames) {
    add(name, aliases, () => (name === "utf-8" ? utf8 : createUnicodeCharset(name)));
  }
  for (const [name, aliases, table] of singleByteNames) {
    add(name, aliases, () => {
      return typeof table === "number" ? createIdentityCharset(name, table) : createSingleByteCharset(name, table);
    });
  }
  for (const [name, aliases] of doubleByteNames) add(name, aliases, () => createDoubleByteCharset(name));
  add(...iso2022JpNames, createIso2022Jp);
  return entries;
}
