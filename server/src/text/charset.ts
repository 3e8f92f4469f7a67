import type { Charset } from "./charsets/charset.ts";
import { createDoubleByteCharset } from "./charsets/doubleByte.ts";
import { createIso2022Jp } from "./charsets/iso2022jp.ts";
import { doubleByteNames, iso2022JpNames, singleByteNames, unicodeNames } from "./charsets/names.ts";
import { createIdentityCharset, createSingleByteCharset } from "./charsets/singleByte.ts";
import { createUnicodeCharset } from "./charsets/unicode.ts";
import { lazily } from "./memoized.ts";

export type { Charset };

/**
 * The charset with a name or alias, in any case; `undefined` if it is unknown or not supported by the platform.
 * `preferred`: the name isn't an alias, which some services don't accept.
 */
export function findCharset(name: string): { readonly charset: Charset; readonly preferred: boolean } | undefined {
  const lower = name.toLowerCase();
  const charset = lower === utf8.name ? utf8 : registry().get(lower)?.charset();
  return charset && { charset, preferred: charset.name === lower };
}

/** Whether a name or alias is known, but the platform doesn't support the charset. */
export function isUnsupportedCharset(name: string): boolean {
  return registry().has(name.toLowerCase()) && !findCharset(name);
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
  return [...new Set([...registry().values()].map((entry) => entry.name))];
}

export const utf8: Charset = createUnicodeCharset("utf-8");

interface Entry {
  readonly name: string;
  readonly charset: () => Charset | undefined;
}

/** Charsets by their names and aliases. Tables are created at first use. */
const registry = lazily(
  () =>
    new Map<string, Entry>([
      ...unicodeNames.flatMap(([name, aliases]) =>
        entries(name, aliases, () => (name === "utf-8" ? utf8 : createUnicodeCharset(name))),
      ),
      ...singleByteNames().flatMap(([name, aliases, table]) =>
        entries(name, aliases, () =>
          typeof table === "number" ? createIdentityCharset(name, table) : createSingleByteCharset(name, table),
        ),
      ),
      ...doubleByteNames.flatMap(([name, aliases]) => entries(name, aliases, () => createDoubleByteCharset(name))),
      ...entries(...iso2022JpNames, createIso2022Jp),
    ]),
);

function entries(
  name: string,
  aliases: string,
  create: () => Charset | undefined,
): readonly (readonly [string, Entry])[] {
  let created: { readonly charset: Charset | undefined } | undefined;
  const charset = () => {
    created ??= { charset: create() };
    return created.charset;
  };
  return [name, ...aliases.split(" ")].flatMap((key) => (key === "" ? [] : [[key, { name, charset }]]));
}
