import * as l10n from "@vscode/l10n";
import { type Certificate, readCertificate, serialBytes } from "../crypto/certificate.ts";
import { fact } from "../http/facts.ts";
import { nameOfAsked, readQuestion, tokenName, tokenSecret } from "../text/asked.ts";
import { toBase64 } from "../text/base64.ts";
import { mostRandomBytes } from "../text/limits.ts";
import { randomTexts } from "../xsd/pattern/randomText.ts";
import { basicValue } from "./basic.ts";
import type { Argument, BuiltIn, Generated } from "./builtIn.ts";
import { concatenation } from "./computed/concatenation.ts";
import { format, generatedBuiltIns, usernameToken } from "./generatedBuiltIns.ts";
import { newBytes } from "./nonce.ts";
import { digestSample } from "./passwordDigest.ts";
import type { Unavailable } from "./sending.ts";
import { atSending, type BytesValue } from "./value.ts";
import { argumentTexts } from "./valueArguments.ts";

/** The registry of the built-in variables. The table in docs/variables.md has a row for each. */

const password: Argument = { kind: "value", usage: "password", secret: true };
const key: Argument = { kind: "key", usage: "NAME" };
const environmentName: Argument = { kind: "word", usage: "NAME" };

export const builtIns: readonly BuiltIn[] = [
  {
    ...fact("$contentLength", format, () =>
      l10n.t("The number of bytes in the body, counted when the request is sent."),
    ),
    arguments: [],
    gives: "text",
    value: () => atSending,
  },
  ...generatedBuiltIns,
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
    ...fact("$encrypted", "WS-Security 1.1 section 9", () =>
      l10n.t(
        "Encrypts parts of the message for a certificate, in wsse:Security: above a signature after it is computed, below it before.",
      ),
    ),
    arguments: [key, { kind: "word", usage: "option=value …", optional: true, example: 'parts="Body"' }],
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
    ...fact("$random", format, () =>
      l10n.t(
        'Random bytes: their number, 1 to 1024. Or a random text that matches a pattern of XML Schema, such as "[A-Z]{2}[0-9]{6}", or one of several words.',
      ),
    ),
    arguments: [{ kind: "word", usage: 'count|"pattern"|word …', example: "16" }],
    gives: "bytes",
    generated: randomChoice,
    value: ({ words, sending }) => {
      const count = Number(words[0]);
      if (words.length !== 1 || !/^\d{1,4}$/.test(words[0] ?? "") || count < 1 || count > mostRandomBytes)
        return undefined;
      // Not from a seed, because the bytes may be a nonce, a key or an initialization vector.
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
    placedIn: "message",
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
  {
    ...fact("$auth.token", "RFC 6749 section 4", () =>
      l10n.t(
        "An OAuth 2 token, requested as the environment says in Security, Auth. It is requested again when it has expired.",
      ),
    ),
    arguments: [{ kind: "word", usage: '("name")' }],
    gives: "text",
    secret: "secrets",
    value: ({ reference, machine, sending, lookup }) => {
      const name = tokenName(reference);
      if (name === undefined) return undefined;
      const asked = machine.token(name, lookup);
      if (asked && "unavailable" in asked) return asked;
      const token = asked && sending?.secret(nameOfAsked(asked), asked);
      if (token === undefined) return atSending;
      return { found: token, origin: l10n.t("the token service"), name: tokenSecret(name) };
    },
  },
  {
    ...fact("$ask", format, () =>
      l10n.t(
        'The answer to a question that is asked when the request is sent, once in a run. Behind the question, the choices: {{$ask "Colour" red green}}.',
      ),
    ),
    arguments: [
      { kind: "word", usage: '"question"', example: '"question"' },
      { kind: "word", usage: "choice …", optional: true },
    ],
    gives: "text",
    value: ({ reference, sending }) => {
      const question = readQuestion(reference);
      if (!question) return undefined;
      const { text, choices } = question;
      const answer = sending?.secret(reference);
      if (answer === undefined) return atSending;
      if (choices.length > 0 && !choices.includes(answer))
        return { unavailable: l10n.t("The answer to “{0}” must be one of these: {1}.", text, choices.join(", ")) };
      return { found: answer, origin: l10n.t("the answer to a question") };
    },
  },
];

/** The variables `{{$random "[A-Z]{2}"}}` and `{{$random red "dark blue"}}`; `undefined` if there is only a number. */
function randomChoice(words: readonly string[]): Generated | Unavailable | undefined {
  const [first = ""] = words;
  const texts = words.map((word) => (/^["']/.test(word) ? word.slice(1, -1) : word));
  if (words.length > 1) return choiceOf(texts, ({ random }) => texts[Math.floor(random() * texts.length)] ?? "");
  if (!/^["']/.test(first)) return undefined;
  const made = randomTexts(texts[0] ?? "");
  if (!made) {
    return { unavailable: l10n.t("{0} is no pattern of XML Schema, or its values have over 1,000 characters.", first) };
  }
  const samples = Array.from({ length: exportedSamples }, (_, index) => made.text(sequence(index)));
  const all = made.length === undefined ? [...samples, ""] : samples;
  return { ...choiceOf(all, ({ random }) => made.text(random)), exported: { kind: "choice", texts: samples } };
}

/** Number of sample texts that an export contains for a pattern. */
const exportedSamples = 100;

/** Numbers like those of Math.random, but the same each time: the linear congruential generator of Numerical Recipes. */
function sequence(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  next();
  return next;
}

/** @param texts the possible values; if all have the same length, the length of the value is known */
function choiceOf(texts: readonly string[], text: Generated["text"]): Generated {
  const [sample = ""] = texts;
  const isOfOneLength = texts.every(({ length }) => length === sample.length);
  return { sample: isOfOneLength ? sample : undefined, exported: { kind: "choice", texts }, text };
}

/** Parts of a key's certificate that services ask for (RFC 5280 section 4.1). */
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
        // No key has a name here, or all names are accepted.
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

/** Calls `find` with the only word; `undefined` if there are no or several words. */
function withName<Value>(words: readonly string[], find: (name: string) => Value): Value | undefined {
  const [name] = words;
  return words.length === 1 && name !== undefined ? find(name) : undefined;
}
