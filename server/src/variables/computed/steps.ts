import { hmac } from "@noble/hashes/hmac.js";
import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { sha3_256, sha3_384, sha3_512 } from "@noble/hashes/sha3.js";
import * as l10n from "@vscode/l10n";
import { deflateSync, gzipSync, zipSync, zlibSync } from "fflate";
import { type JsonStep, jsonValues, parseJsonPath } from "../../expectations/jsonPath.ts";
import { replacement } from "../../expectations/replacement.ts";
import { fact } from "../../http/facts.ts";
import { toBase64, toBase64Url } from "../../text/base64.ts";
import { hexByte, hexOf } from "../../text/bytes.ts";
import { utf8 } from "../../text/charset.ts";
import { longestUnpacked } from "../../text/limits.ts";
import { TooLarge, unpacked, unzipped } from "../../text/unpack.ts";
import { cipherSteps } from "./cipherSteps.ts";
import { fromBase64Text, fromHex, fromPercent, fromXml, StepError } from "./decoding.ts";
import { encryptionStep, keySteps } from "./keySteps.ts";
import { asBytes, fromBytes, fromText, type Step, type StepArguments } from "./step.ts";
import { xmlSteps } from "./xmlSteps.ts";

/** The registry of the steps in `{{key | sha256 | hex}}`. The table in docs/computed.md has a row for each. */

const always = (length: number) => () => length;
const times = (by: (input: number) => number) => (input: number | undefined) =>
  input === undefined ? undefined : by(input);

// The packages with the hashes are loaded when a hash is first used.
const hashes = [
  { name: "md5", hash: () => md5, source: "RFC 1321", bytes: 16 },
  { name: "sha1", hash: () => sha1, source: "FIPS 180-4", bytes: 20 },
  { name: "sha256", hash: () => sha256, source: "FIPS 180-4", bytes: 32 },
  { name: "sha384", hash: () => sha384, source: "FIPS 180-4", bytes: 48 },
  { name: "sha512", hash: () => sha512, source: "FIPS 180-4", bytes: 64 },
] as const;
const newerHashes = [
  { name: "sha3-256", hash: () => sha3_256, bytes: 32 },
  { name: "sha3-384", hash: () => sha3_384, bytes: 48 },
  { name: "sha3-512", hash: () => sha3_512, bytes: 64 },
] as const;

const hashSteps = [...hashes, ...newerHashes.map((one) => ({ ...one, source: "FIPS 202" }))].map((one) =>
  fromBytes("bytes", {
    ...fact(one.name, one.source, () => l10n.t("The hash of the value: {0} bytes.", one.bytes)),
    arguments: [],
    isOpaque: true,
    length: always(one.bytes),
    apply: (input) => one.hash()(input),
  }),
);

const hmacSteps = hashes.map((one) =>
  fromBytes("bytes", {
    ...fact(`hmac ${one.name}`, "RFC 2104", () =>
      l10n.t(
        "The keyed hash (HMAC) of the value: {0} bytes. The key is a variable, or text in double quotes.",
        one.bytes,
      ),
    ),
    arguments: [{ kind: "value", usage: "key", secret: true }],
    isOpaque: true,
    hides: true,
    length: always(one.bytes),
    apply: (input, { value = new Uint8Array(0) }) => hmac(one.hash(), value, input),
  }),
);

const base64 = "RFC 4648 section 4";
const base64url = "RFC 4648 section 5";
const hex = "RFC 4648 section 8";
const percent = "RFC 3986 section 2";
const compressedBy = { gzip: "RFC 1952", zlib: "RFC 1950", deflate: "RFC 1951" } as const;

const codingSteps: readonly Step[] = [
  fromBytes("text", {
    ...fact("base64", base64, () => l10n.t("Base64 in one line.")),
    arguments: [],
    length: times((input) => Math.ceil(input / 3) * 4),
    apply: toBase64,
  }),
  fromBytes("text", {
    ...fact("base64url", base64url, () => l10n.t("Base64 for URLs, without padding.")),
    arguments: [],
    length: times((input) => Math.ceil((input * 4) / 3)),
    apply: toBase64Url,
  }),
  fromBytes("text", {
    ...fact("hex", hex, () => l10n.t("Hexadecimal digits in lower case.")),
    arguments: [],
    length: times((input) => input * 2),
    apply: hexOf,
  }),
  fromBytes("text", {
    ...fact("HEX", hex, () => l10n.t("Hexadecimal digits in upper case.")),
    arguments: [],
    length: times((input) => input * 2),
    apply: (input) => hexOf(input).toUpperCase(),
  }),
  fromBytes("text", {
    ...fact("decimal", "the .soaphttp format", () => l10n.t("The bytes as one unsigned number, in decimal digits.")),
    arguments: [],
    apply: (input) => {
      if (input.length > longestNumber) throw new StepError(l10n.t("decimal takes at most {0} bytes.", longestNumber));
      return BigInt(`0x${hexOf(input) || "0"}`).toString();
    },
  }),
  fromText("text", {
    ...fact("url", percent, () => l10n.t("Percent-encoded in UTF-8, except unreserved characters.")),
    arguments: [],
    apply: (input) =>
      Array.from(asBytes(input), (byte) => {
        const character = String.fromCharCode(byte);
        return /[\w.~-]/.test(character) ? character : `%${hexByte(byte).toUpperCase()}`;
      }).join(""),
  }),
];

const entry = '"entry"';

/** Maximum length of a number in bytes. The time is proportional to the square of its length. */
const longestNumber = 4096;

const decodingSteps: readonly Step[] = [
  fromText("bytes", {
    ...fact("decode base64", base64, () => l10n.t("The bytes of Base64. Whitespace is allowed, padding is optional.")),
    arguments: [],
    apply: (input) => fromBase64Text(input, "decode base64"),
  }),
  fromText("bytes", {
    ...fact("decode base64url", base64url, () => l10n.t("The bytes of Base64 for URLs.")),
    arguments: [],
    apply: (input) => fromBase64Text(input, "decode base64url"),
  }),
  fromText("bytes", {
    ...fact("decode hex", hex, () => l10n.t("The bytes of hexadecimal digits in any case.")),
    arguments: [],
    length: times((input) => Math.floor(input / 2)),
    apply: fromHex,
  }),
  fromText("text", {
    ...fact("decode url", percent, () => l10n.t("The text of percent-encoded UTF-8.")),
    arguments: [],
    apply: fromPercent,
  }),
  fromText("text", {
    ...fact("decode xml", "XML 1.0 section 4.6", () => l10n.t("The text with XML's character references replaced.")),
    arguments: [],
    apply: fromXml,
  }),
  ...(["gzip", "zlib", "deflate"] as const).map((coding) =>
    fromBytes("bytes", {
      ...fact(`decode ${coding}`, compressedBy[coding], () => l10n.t("The bytes that were compressed.")),
      arguments: [],
      apply: (input) => limited(`decode ${coding}`, () => unpacked(coding, input, longestUnpacked)),
    }),
  ),
  fromBytes("bytes", {
    ...fact("decode zip", "PKWARE's APPNOTE 6.3", () =>
      l10n.t("The bytes of a file in a zip archive: the one with this name, or the only one."),
    ),
    arguments: [{ kind: "text", usage: entry, optional: true }],
    apply: (input, { words }) => {
      const text = words?.get(entry);
      const { names, content } = limited("decode zip", () =>
        unzipped(input, longestUnpacked, (name) => text === undefined || name === text),
      );
      if (text === undefined && names.length > 1)
        throw new StepError(l10n.t("The zip archive has {0} files. Add the name of one.", names.length));
      if (!content) throw new StepError(l10n.t("The zip archive doesn't have this file."));
      return content;
    },
  }),
];

const packingSteps: readonly Step[] = [
  ...(
    [
      ["gzip", (input: Uint8Array) => gzipSync(input, { level: 6, mtime: 0 })],
      ["zlib", (input: Uint8Array) => zlibSync(input, { level: 6 })],
      ["deflate", (input: Uint8Array) => deflateSync(input, { level: 6 })],
    ] as const
  ).map(([name, apply]) =>
    fromBytes("bytes", {
      ...fact(name, compressedBy[name], () => l10n.t("Compressed. The same value always gives the same bytes.")),
      arguments: [],
      isOpaque: true,
      apply,
    }),
  ),
  fromBytes("bytes", {
    ...fact("zip", "PKWARE's APPNOTE 6.3", () => l10n.t("A zip archive with one file, which has this name.")),
    arguments: [{ kind: "text", usage: entry }],
    isOpaque: true,
    apply: (input, { words }) =>
      zipSync({ [words?.get(entry) ?? ""]: input }, { level: 6, mtime: new Date(1980, 0, 1) }),
  }),
];

const regex = '"regex"';

const textSteps: readonly Step[] = [
  fromBytes("text", {
    ...fact("text", "the .soaphttp format", () => l10n.t("The text of the bytes in a charset, by default UTF-8.")),
    arguments: [{ kind: "charset", usage: "charset", optional: true }],
    apply: (input, { charset = utf8 }) => {
      const { text, invalid } = charset.decode(input);
      if (invalid > 0) throw new StepError(l10n.t("The bytes aren't text in {0}.", charset.name));
      return text;
    },
  }),
  fromText("bytes", {
    ...fact("bytes", "the .soaphttp format", () => l10n.t("The bytes of the text in a charset, by default UTF-8.")),
    arguments: [{ kind: "charset", usage: "charset", optional: true }],
    apply: (input, { charset = utf8 }) => {
      if (charset.unencodable(input, 0, input.length, 1).length > 0)
        throw new StepError(l10n.t("The text contains characters that {0} doesn't have.", charset.name));
      return charset.encode(input);
    },
  }),
  fromBytes("text", {
    ...fact("size", "the .soaphttp format", () => l10n.t("The number of bytes.")),
    arguments: [],
    hides: true,
    length: times((input) => String(input).length),
    apply: (input) => String(input.length),
  }),
  fromText("text", {
    ...fact("upper", "the .soaphttp format", () => l10n.t("In upper case.")),
    arguments: [],
    length: times((input) => input),
    apply: (input) => input.toUpperCase(),
  }),
  fromText("text", {
    ...fact("lower", "the .soaphttp format", () => l10n.t("In lower case.")),
    arguments: [],
    length: times((input) => input),
    apply: (input) => input.toLowerCase(),
  }),
  fromText("text", {
    ...fact("trim", "the .soaphttp format", () => l10n.t("Without whitespace at its beginning and its end.")),
    arguments: [],
    apply: (input) => input.trim(),
  }),
  fromText("text", {
    ...fact("replace", "the .soaphttp format", () =>
      l10n.t("With the matches of a regular expression replaced by a text, in which $1 is a group and $$ a dollar."),
    ),
    arguments: [
      { kind: "text", usage: regex },
      { kind: "text", usage: '"text"' },
    ],
    length: (_, given) => {
      replacementOf(given);
      return undefined;
    },
    apply: (input, given) => {
      const result = replacementOf(given).replace(input);
      if (result === undefined) throw new StepError(l10n.t("The pattern takes too many steps for this value."));
      return result;
    },
  }),
  fromText("text", {
    ...fact("jsonpath", "RFC 9535", () => l10n.t("The only value that a JSONPath finds in the text, which is JSON.")),
    arguments: [{ kind: "path", usage: "PATH" }],
    length: (_, given) => {
      jsonSteps(given);
      return undefined;
    },
    apply: (input, given) => jsonValue(input, jsonSteps(given), given.words?.get("PATH") ?? ""),
  }),
];

/** Reads the arguments of `replace`. Throws a `StepError` if they are invalid. */
function replacementOf({ words }: StepArguments) {
  const made = replacement(words?.get(regex) ?? "", words?.get('"text"') ?? "");
  if ("why" in made) throw new StepError(made.why, "step-argument", made.in === "regex" ? regex : '"text"');
  return made;
}

/** Reads a JSONPath. Throws a `StepError` if it is invalid. */
function jsonSteps({ words }: StepArguments): readonly JsonStep[] {
  const path = words?.get("PATH") ?? "";
  const parsed = path.startsWith("$") ? parseJsonPath(path) : { why: l10n.t("A JSONPath begins with $.") };
  if ("why" in parsed) throw new StepError(parsed.why, "step-argument", "PATH");
  return parsed;
}

function jsonValue(text: string, path: readonly JsonStep[], typed: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StepError(l10n.t("The value isn't JSON."));
  }
  const values = jsonValues(value, path);
  const [only] = values;
  if (!only) throw new StepError(l10n.t("{0} finds nothing.", typed));
  if (values.length > 1) throw new StepError(l10n.t("{0} finds {1} values.", typed, values.length));
  return typeof only.value === "string" ? only.value : JSON.stringify(only.value);
}

export const steps: readonly Step[] = [
  ...hashSteps,
  ...hmacSteps,
  ...keySteps,
  ...cipherSteps,
  encryptionStep,
  ...codingSteps,
  ...decodingSteps,
  ...packingSteps,
  ...textSteps,
  ...xmlSteps,
];

function limited<Result>(name: string, unpack: () => Result): Result {
  try {
    return unpack();
  } catch (error) {
    throw new StepError(
      error instanceof TooLarge
        ? l10n.t("{0} gives more than {1} MB.", name, longestUnpacked / 1_000_000)
        : l10n.t("{0} failed: the bytes aren't in this format.", name),
    );
  }
}
