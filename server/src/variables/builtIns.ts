import * as l10n from "@vscode/l10n";
import { type Certificate, readCertificate, serialBytes } from "../crypto/certificate.ts";
import { fact } from "../http/facts.ts";
import { toBase64 } from "../text/base64.ts";
import { mostRandomBytes } from "../text/limits.ts";
import { basicValue } from "./basic.ts";
import type { Argument, BuiltIn, Generated } from "./builtIn.ts";
import { concatenation } from "./computed/concatenation.ts";
import { newBytes } from "./nonce.ts";
import { digestSample } from "./passwordDigest.ts";
import { createdAt, expiresAt, formatIn, hasOneLength, longestFormat, timeOffset, zoneOffset } from "./times.ts";
import type { BytesValue, VariableValue } from "./value.ts";
import { argumentTexts } from "./valueArguments.ts";

/**
 * The registry of the built-in variables. Checks, values, completion, hover, redaction and exports read it; the table in
 * docs/variables.md has a row for each.
 */

const format = "the .soaphttp format";
const usernameToken = "WS-Security UsernameToken Profile 1.0 section 3.1";
const timestamp = "WS-Security 1.0 SOAP Message Security section 10";

const offset: Argument = { kind: "word", usage: "±n unit", optional: true };
const password: Argument = { kind: "value", usage: "password", secret: true };
const key: Argument = { kind: "key", usage: "NAME" };
const environmentName: Argument = { kind: "word", usage: "NAME" };

const atSending: VariableValue = { kind: "atSending", sample: undefined };

const created = (): Generated => ({
  sample: createdAt(new Date(0)),
  exported: { kind: "tokenTime", shift: undefined },
  text: ({ now }) => createdAt(now),
});

export const builtIns: readonly BuiltIn[] = [
  {
    ...fact("$contentLength", format, () =>
      l10n.t("The number of bytes in the body, counted when the request is sent."),
    ),
    arguments: [],
    gives: "text",
    value: () => atSending,
  },
  {
    ...fact("$guid", format, () => l10n.t("A new UUID each time the request is sent.")),
    arguments: [],
    gives: "text",
    generated: () => ({
      sample: "00000000-0000-0000-0000-000000000000",
      exported: { kind: "guid" },
      text: (sending) => sending.guid(),
    }),
  },
  {
    ...fact("$timestamp", format, () => l10n.t("Seconds since 1970 in UTC. You can add an offset: $timestamp -1 d.")),
    arguments: [offset],
    gives: "text",
    generated: (words) => {
      const later = timeOffset(words);
      return (
        later && {
          sample: later.days < staysTenDigits ? "0000000000" : undefined,
          exported: { kind: "timestamp", shift: later.shift },
          text: ({ now }) => String(later.from(now).unix()),
        }
      );
    },
  },
  {
    ...fact("$datetime", format, () =>
      l10n.t(
        'The time of sending: iso8601, rfc1123, or a format in quotes. You can add an offset such as 5 m, and to a format zone="Europe/Zagreb".',
      ),
    ),
    arguments: [
      { kind: "word", usage: 'iso8601|rfc1123|"format"', example: "iso8601" },
      offset,
      { kind: "word", usage: 'zone="NAME"', optional: true },
    ],
    gives: "text",
    generated: ([typed = "", ...all]) => {
      const zone = all.flatMap((word) => /^zone="?([\w/+-]*)"?$/.exec(word)?.[1] ?? [])[0];
      const words = all.filter((word) => !word.startsWith("zone="));
      if (words.length + (zone === undefined ? 0 : 1) < all.length) return undefined;
      if (zone !== undefined && zoneOffset(zone, new Date(0)) === undefined)
        return { unavailable: l10n.t("The time zone {0} is unknown. Use a name such as Europe/Zagreb.", zone) };
      if (zone !== undefined && !/^["']/.test(typed))
        return { unavailable: l10n.t("{0} is always in UTC. Use a format in quotes with zone.", typed) };
      if (typed.length > longestFormat) {
        return { unavailable: l10n.t("The format is longer than {0} characters.", longestFormat) };
      }
      const later = timeOffset(words);
      const pattern = formatIn(typed);
      if (!later || pattern === undefined) return undefined;
      const text = (now: Date) => {
        const time = later.from(now);
        const minutes = zone === undefined ? 0 : (zoneOffset(zone, time.toDate()) ?? 0);
        return (minutes === 0 ? time : time.utcOffset(minutes)).format(pattern);
      };
      return {
        sample: hasOneLength(pattern) ? text(new Date(0)) : undefined,
        exported: { kind: "datetime", format: pattern, shift: later.shift, ...(zone === undefined ? {} : { zone }) },
        text: ({ now }) => text(now),
      };
    },
  },
  {
    ...fact("$randomInt", format, () =>
      l10n.t("A random integer, from the first number up to but not including the second."),
    ),
    arguments: [
      { kind: "word", usage: "min", example: "1" },
      { kind: "word", usage: "max", example: "1000" },
    ],
    gives: "text",
    generated: (words) => {
      const [min, max] = words.map(Number);
      if (words.length !== 2 || min === undefined || max === undefined) return undefined;
      if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || min >= max) return undefined;
      return {
        sample: digits(min) === digits(max - 1) && min < 0 === max - 1 < 0 ? String(min) : undefined,
        exported: { kind: "randomInt", min, max },
        text: (sending) => String(min + Math.floor(sending.random() * (max - min))),
      };
    },
  },
  {
    ...fact("$wsse.nonce", usernameToken, () =>
      l10n.t("16 random bytes in Base64 for a Nonce. All occurrences in a request have the same value."),
    ),
    arguments: [],
    gives: "text",
    generated: () => ({
      sample: `${"A".repeat(22)}==`,
      exported: { kind: "nonce" },
      text: (sending) => sending.nonce(),
    }),
  },
  {
    ...fact("$wsse.created", usernameToken, () => l10n.t("The time of sending in UTC for Created, without fractions.")),
    arguments: [],
    gives: "text",
    generated: created,
  },
  {
    ...fact("$wsu.created", timestamp, () => l10n.t("The time of sending in UTC for Created, without fractions.")),
    arguments: [],
    gives: "text",
    generated: created,
  },
  {
    ...fact("$wsu.expires", timestamp, () =>
      l10n.t("$wsu.created plus this duration, for Expires. The units are those of $datetime. Default: 5 minutes."),
    ),
    arguments: [{ ...offset, example: "5 m" }],
    gives: "text",
    generated: (words) => {
      const lifetime = timeOffset(words.length > 0 ? words : ["5", "m"]);
      return (
        lifetime && {
          sample: expiresAt(new Date(0), lifetime),
          exported: { kind: "tokenTime", shift: lifetime.shift },
          text: ({ now }) => expiresAt(now, lifetime),
        }
      );
    },
  },
  {
    ...fact("$wsse.digest", usernameToken, () =>
      l10n.t("The SHA-1 hash of the Nonce, the Created and the password of its UsernameToken, in base64."),
    ),
    arguments: [password],
    gives: "text",
    placedIn: "UsernameToken",
    value: ({ values, reference, lookup }) => digestSample(values, reference, lookup),
  },
  {
    ...fact("$basic", format, () =>
      l10n.t('User and password for "Authorization: Basic", in Base64: names of variables, or text in double quotes.'),
    ),
    arguments: [{ kind: "value", usage: "user" }, password],
    gives: "text",
    secret: "arguments",
    value: ({ values, reference, lookup }) => basicValue(values, reference, lookup),
  },
  {
    ...fact("$signature", "WS-Security 1.1 section 8", () =>
      l10n.t("An XML Signature with a key, at the end of wsse:Security. It is computed when the request is sent."),
    ),
    arguments: [key, { kind: "word", usage: "option=value …", optional: true, example: 'parts="Body Timestamp"' }],
    gives: "xml",
    value: () => atSending,
  },
  {
    ...fact("$certificate", "WS-Security X.509 Token Profile 1.1 section 3.1", () =>
      l10n.t("The certificate of a key, in Base64, as the content of wsse:BinarySecurityToken."),
    ),
    arguments: [key],
    gives: "text",
    value: ({ words, machine }) =>
      withName(words, (name) => {
        const certificate = machine.certificate(name);
        if (certificate === undefined || "unavailable" in certificate) return certificate ?? atSending;
        return { found: toBase64(certificate.der), origin: l10n.t("the certificate of the key {0}", name) };
      }),
  },
  ...certificateParts(),
  {
    ...fact("$file", format, () => l10n.t("The bytes of a file: a path in double quotes, or the name of a variable.")),
    arguments: [{ kind: "value", usage: '"./path"', example: '"./file"' }],
    gives: "bytes",
    value: ({ values, reference, lookup, file }) => {
      if (values.length !== 1) return undefined;
      const path = argumentTexts(values, reference, lookup);
      if (path.kind !== "texts") return path;
      const name = path.texts[0]?.text ?? "";
      const read = path.sampled ? ({ kind: "pending" } as const) : file(name);
      const origin = l10n.t("the file {0}", name);
      if (read.kind === "bytes") return bytes(read.bytes, origin);
      if (read.kind === "pending") return bytes(undefined, origin);
      return { unavailable: read.kind === "refused" ? read.why : l10n.t("The file {0} doesn't exist.", name) };
    },
  },
  {
    ...fact("$random", format, () => l10n.t("This number of random bytes, 1 to 1024.")),
    arguments: [{ kind: "word", usage: "count", example: "16" }],
    gives: "bytes",
    value: ({ words, sending }) => {
      const count = Number(words[0]);
      if (words.length !== 1 || !/^\d{1,4}$/.test(words[0] ?? "") || count < 1 || count > mostRandomBytes)
        return undefined;
      const made = sending && (sending.randomBytes?.(count) ?? newBytes(count));
      return { ...bytes(made, l10n.t("the time of sending")), length: count };
    },
  },
  {
    ...fact("$concat", format, () =>
      l10n.t("The arguments one after another: names of variables, or text in double quotes. Bytes, if one is bytes."),
    ),
    arguments: [{ kind: "value", usage: "value …", example: "value" }],
    gives: "text",
    value: ({ values, reference, lookup }) => concatenation(values, reference, lookup),
  },
  {
    ...fact("$body", format, () =>
      l10n.t("The bytes of the body as it is sent, for the target or a header such as Digest."),
    ),
    arguments: [],
    gives: "bytes",
    placedIn: "head",
    value: () => bytes(undefined, l10n.t("the body")),
  },
  {
    ...fact("$this", format, () =>
      l10n.t("An element of the message or document in which it stands, as sent, by its path: $this.//m:Name."),
    ),
    arguments: [{ kind: "path", usage: "PATH", example: "//*:Name" }],
    gives: "text",
    placedIn: "body",
    value: ({ reference }) => (reference.startsWith("$this.") ? atSending : undefined),
  },
  {
    ...fact("$processEnv", format, () => l10n.t("An environment variable of VS Code.")),
    arguments: [environmentName],
    gives: "text",
    secret: "process",
    value: ({ words, machine }) =>
      withName(words, (name) => {
        const value = machine.processEnv(name);
        if (typeof value === "object") return value;
        if (typeof value !== "string") return { unavailable: l10n.t("The environment variable {0} isn't set.", name) };
        return { found: value, origin: l10n.t("the process environment") };
      }),
  },
  {
    ...fact("$dotenv", format, () => l10n.t("A variable in the .env file next to this file.")),
    arguments: [environmentName],
    gives: "text",
    secret: "dotenv",
    value: ({ words, machine }) =>
      withName(words, (name) => {
        const file = machine.dotenv();
        if (!file) {
          return { unavailable: l10n.t("No .env file was found in the folder of this file or its parent folders.") };
        }
        if ("unavailable" in file) return file;
        const value = file.variables.get(name);
        if (value !== undefined) return { found: value, origin: file.origin };
        return { unavailable: l10n.t("The variable {1} isn't defined in {0}.", file.origin, name) };
      }),
  },
  {
    ...fact("$secret", format, () =>
      l10n.t("A secret that VS Code stores. You enter it once, and it is never written to a file."),
    ),
    arguments: [{ kind: "word", usage: "name" }],
    gives: "text",
    secret: "secrets",
    value: ({ words, sending }) => {
      if (words.length === 0) return undefined;
      const value = sending?.secret(words.join(" "));
      return value === undefined ? atSending : { found: value, origin: l10n.t("the stored secrets") };
    },
  },
];

/** What services want of a key's certificate: RFC 5280 section 4.1. */
function certificateParts(): readonly BuiltIn[] {
  const part = (
    name: string,
    meaning: () => string,
    gives: "text" | "bytes",
    read: (of: Certificate) => string | Uint8Array,
  ): BuiltIn => ({
    ...fact(name, "RFC 5280 section 4.1", meaning),
    arguments: [key],
    gives,
    value: ({ words, machine }) =>
      withName(words, (name) => {
        const certificate = machine.certificate(name);
        const origin = l10n.t("the certificate of the key {0}", name);
        // No key is named, or all are accepted.
        if (certificate === undefined || ("der" in certificate && certificate.der.length === 0))
          return gives === "text" ? atSending : bytes(undefined, origin);
        if ("unavailable" in certificate) return certificate;
        const decoded = readCertificate(certificate.der);
        if (!decoded) return { unavailable: l10n.t("The certificate of the key {0} can't be read.", name) };
        const content = read(decoded);
        return typeof content === "string" ? { found: content, origin } : bytes(content, origin);
      }),
  });
  return [
    part("$serial", () => l10n.t("The serial number of a key's certificate: bytes."), "bytes", serialBytes),
    part(
      "$issuer",
      () => l10n.t("The issuer of a key's certificate, as RFC 4514 writes it."),
      "text",
      (of) => of.issuer,
    ),
    part(
      "$subject",
      () => l10n.t("The subject of a key's certificate, as RFC 4514 writes it."),
      "text",
      (of) => of.subject,
    ),
  ];
}

function bytes(content: Uint8Array | undefined, origin: string): BytesValue {
  return { kind: "bytes", bytes: content, length: content?.length, origin, secret: false };
}

/** Calls `find` with the only word; `undefined` if there isn't exactly one. */
function withName<Value>(words: readonly string[], find: (name: string) => Value): Value | undefined {
  const [name] = words;
  return words.length === 1 && name !== undefined ? find(name) : undefined;
}

/** In days: timestamps have ten digits from 2001 to 2286. */
const staysTenDigits = 8000;

function digits(number: number): number {
  return String(Math.abs(number)).length;
}
