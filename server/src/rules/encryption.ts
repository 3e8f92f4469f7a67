import * as l10n from "@vscode/l10n";
import type { BodyEncryption } from "../message/bodyEncryptions.ts";
import type { Message } from "../message/message.ts";
import { attachmentsIn } from "../message/messageAttachments.ts";
import { attachmentId } from "../security/attachments.ts";
import { encryptionOptions, isEncryption } from "../security/encryption/encryptionOptions.ts";
import type { EncryptionProblem } from "../security/encryption/encryptionPlan.ts";
import { includesIn } from "../security/signedBytes.ts";
import { mostEncryptedParts, mostSignatures } from "../text/limits.ts";
import { memoized } from "../text/memoized.ts";
import { type Span, shift, slice } from "../text/span.ts";
import { trimTrailing } from "../text/trailing.ts";
import { textOfAttribute } from "../xml/query.ts";
import { automaticFix, insert, replace } from "./edits.ts";
import { type Fix, type Report, type Rule, rule, type Traits } from "./rule.ts";
import { nearestPart, tokenFix } from "./signature/fixes.ts";
import { keyReports, optionProblem, outsideOfBody } from "./signature/problems.ts";

const traits: Traits = { preventsSending: true, inBodyFile: true };

export const encryptionRules: readonly Rule[] = [
  rule("encryption-place", "error", "WS-Security 1.1 section 9", reports("place"), traits),
  rule("encryption-part", "error", "WS-Security 1.1 section 9", reports("part"), traits),
  rule("encryption-key", "error", "WS-Security X.509 Token Profile 1.1 section 3", reports("key"), traits),
  rule("encryption-algorithm", "error", "XML Encryption 1.1 section 5", reports("algorithm"), traits),
  rule("encryption-attachment", "warning", "XOP 1.0 section 6", reports("attachment"), { inBodyFile: true }),
];

interface EncryptionReport extends Report {
  readonly code: "place" | "part" | "key" | "algorithm" | "attachment";
}

/** Reports of a message. A body file is checked as if its text were in the request. */
const allReports = memoized((message: Message): readonly EncryptionReport[] => {
  if (!message.text.includes("$encrypted")) return [];
  const wrong = outsideOfBody(message, isEncryption).map(
    (at): EncryptionReport => ({ code: "place", at, message: misplaced() }),
  );
  const all = message.bodyFile ? [] : (message.body?.signatures.encryptions ?? []);
  return [
    ...wrong,
    ...all.flatMap((one) => [...reportsOf(message, one), ...unencryptedAttachments(message, one, all)]),
  ];
});

function reports(code: EncryptionReport["code"]): (message: Message) => Iterable<Report> {
  return (message) => {
    const own = allReports(message).filter((one) => one.code === code);
    return own.map(({ code: _, ...report }) => report);
  };
}

function reportsOf(message: Message, encryption: BodyEncryption): readonly EncryptionReport[] {
  const { reference, problems, failure } = encryption;
  const start = message.text.indexOf(reference.name, reference.start);
  return [
    ...problems.map((problem): EncryptionReport => {
      const at = problem.at ? shift(problem.at, start) : reference;
      return { at, ...described(problem, at, message, encryption) };
    }),
    ...keyReports(message, encryption, start).map((one): EncryptionReport => ({ code: "key", ...one })),
    ...(failure === undefined ? [] : [{ code: "part", at: reference, message: failure } as const]),
  ];
}

type Described = Omit<EncryptionReport, "at">;

function described(problem: EncryptionProblem, at: Span, message: Message, encryption: BodyEncryption): Described {
  const name = encryption.options.key?.text ?? "";
  const ofKey = (text: string): Described => ({ code: "key", message: text });
  switch (problem.kind) {
    case "option": {
      const usage = { name: "$encrypted", parts: 'parts="Body UsernameToken"', options: encryptionOptions };
      const { kind } = problem.problem;
      const code = kind === "key" ? "key" : kind === "parts" ? "part" : "algorithm";
      return { code, ...optionProblem(problem.problem, at, usage) };
    }
    case "place":
      return { code: "place", message: placeTexts[problem.why]() };
    case "encryptions":
      return { code: "place", message: l10n.t("A message has at most {0} keys of encrypted parts.", mostSignatures) };
    case "part": {
      const fixes = () => (problem.why === "missing" ? nearestPart(encryption, problem.name, at) : []);
      return { code: "part", message: partTexts[problem.why](problem.name), fixes };
    }
    case "token": {
      const text = l10n.t(
        "There is no wsse:BinarySecurityToken with the certificate of the key {0} and an id in this wsse:Security.",
        name,
      );
      return { code: "key", message: text, fixes: () => tokenFix(message, encryption, problem) };
    }
    case "no-certificate":
      return ofKey(l10n.t("The file of the key {0} contains no certificate of it.", name));
    case "not-rsa":
      return ofKey(l10n.t("The key {0} isn't an RSA key, so nothing can be encrypted for it.", name));
    case "too-short":
      return ofKey(l10n.t("The RSA key {0} is too short for this algorithm and its hashes.", name));
    case "no-identifier": {
      const text = l10n.t(
        "The certificate of the key {0} has no SubjectKeyIdentifier. Use keyInfo=IssuerSerial or keyInfo=Thumbprint.",
        name,
      );
      return ofKey(text);
    }
    case "excess": {
      const text = l10n.t("{0} has no option {1}.", problem.transport, problem.option);
      return { code: "algorithm", message: text };
    }
  }
}

/** Reports attachments that `xop:Include` inserts into an encrypted part and that aren't encrypted themselves: they would be readable. */
function unencryptedAttachments(
  message: Message,
  encryption: BodyEncryption,
  all: readonly BodyEncryption[],
): readonly EncryptionReport[] {
  const { document, planned, parts } = encryption;
  const includes = includesIn(
    document,
    parts.flatMap(({ element }) => element ?? []),
  );
  if (includes.length === 0) return [];
  const attachments = attachmentsIn(message, planned.text);
  const encrypted = new Set(all.flatMap((one) => one.parts.map(({ name }) => attachmentId(attachments, name))));
  return includes.flatMap((include): readonly EncryptionReport[] => {
    const uri = textOfAttribute(document, include, "href");
    const id = attachmentId(attachments, uri);
    if (id === undefined || encrypted.has(id)) return [];
    const { start, end } = include;
    const text = l10n.t("xop:Include is encrypted, but not the part {0} that it inserts. Add {1} to parts.", id, uri);
    return [
      {
        code: "attachment",
        at: planned.at({ start, end }),
        message: text,
        fixes: () => addPart(message, encryption, uri),
      },
    ];
  });
}

function addPart({ text }: Message, { reference, options }: BodyEncryption, name: string): readonly Fix[] {
  if (/["\s{}]/.test(name)) return [];
  const value = shift(options.at("parts"), text.indexOf(reference.name, reference.start));
  const last = reference.end - "}}".length;
  const edit = !options.parts
    ? insert(trimTrailing(text.slice(0, last), " \t").length, ` parts="Body ${name}"`)
    : text[value.end] === '"'
      ? insert(value.end, ` ${name}`)
      : replace(value, `"${slice(text, value)} ${name}"`);
  return [automaticFix(l10n.t("Add {0}", name), edit)];
}

function misplaced(): string {
  return l10n.t("$encrypted must be in wsse:Security. In a payload, write {0}.", "{{NAME | xenc KEY | xml}}");
}

const placeTexts: Readonly<Record<Extract<EncryptionProblem, { kind: "place" }>["why"], () => string>> = {
  outside: misplaced,
  "not-in-security": misplaced,
  "ill-formed": () => l10n.t("The XML isn't well-formed, so it can't be encrypted. Fix its errors first."),
  dtd: () => l10n.t("A message with a document type declaration can't be encrypted."),
};

const partTexts: Readonly<Record<Extract<EncryptionProblem, { kind: "part" }>["why"], (name: string) => string>> = {
  missing: (name) => {
    if (name.startsWith("cid:"))
      return l10n.t("No part of the body has the Content-ID {0}.", name.replace(/^cid:/, ""));
    return name.startsWith("#")
      ? l10n.t("No element has the id {0}.", name.slice(1))
      : l10n.t("There is no {0} to encrypt. Name an element, or its id: #id.", name);
  },
  several: (name) => l10n.t("There are several elements {0}. Name the one to encrypt by its id: #id.", name),
  contains: (name) => l10n.t("{0} contains the key of the encryption, so it can't be encrypted.", name),
  twice: (name) => l10n.t("{0} is encrypted twice.", name),
  "too-many": () => l10n.t("A message has at most {0} encrypted parts.", mostEncryptedParts),
};
