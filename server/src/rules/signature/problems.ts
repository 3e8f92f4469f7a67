import * as l10n from "@vscode/l10n";
import type { BodySignature } from "../../message/bodySignatures.ts";
import type { Message } from "../../message/message.ts";
import { coverCycles } from "../../security/sign.ts";
import { isSignature, type OptionProblem } from "../../security/signatureOptions.ts";
import { signatureOptions } from "../../security/signatureOptionTable.ts";
import type { SignatureProblem } from "../../security/signaturePlan.ts";
import { mostReferences, mostSignatures } from "../../text/limits.ts";
import { nearest } from "../../text/similar.ts";
import { type Span, shift } from "../../text/span.ts";
import { trimTrailing } from "../../text/trailing.ts";
import { keyProblem, noPrivateKey } from "../../variables/foundKey.ts";
import { cycleText } from "../../variables/value.ts";
import { automaticFix, changeTo, remove } from "../edits.ts";
import type { Fix, Report } from "../rule.ts";
import { documentFix } from "./documentFix.ts";
import { envelopedEdits, idFix, keyFixes, moveFix, nearestPart, tokenFix } from "./fixes.ts";

export interface SignatureReport {
  readonly code: "part" | "key" | "token" | "algorithm" | "place" | "enveloped" | "context" | "cycle";
  readonly at: Span;
  readonly message: string;
  readonly related?: NonNullable<Report["related"]>;
  readonly fixes: () => readonly Fix[];
}

/** What is wrong with the signatures of a request. A body file is checked as if it were in the request. */
export function signatureReports(message: Message): readonly SignatureReport[] {
  const { headReferences, references, syntax } = message;
  const elsewhere = [...headReferences, ...references].filter(
    ({ name, start }) => isSignature(name) && !(syntax.body && start >= syntax.body.start),
  );
  const wrong = [...new Map(elsewhere.map((one) => [one.start, one])).values()].map(
    (at): SignatureReport => ({ code: "place", at, message: outside(), fixes: () => [] }),
  );
  if (message.bodyFile) return wrong;
  const all = message.body?.signatures.all ?? [];
  const cycles = coverCycles(all).flatMap((indices) => cycleReports(indices.flatMap((index) => all[index] ?? [])));
  return [...wrong, ...cycles, ...all.flatMap((one) => reportsOf(message, one))];
}

/** At each signature of a cycle. */
function cycleReports(cycle: readonly BodySignature[]): readonly SignatureReport[] {
  const members = cycle.map(({ reference, options }) => ({
    at: reference,
    name: options.id ?? `{{${reference.name}}}`,
  }));
  return members.map(({ at, name }, index) => {
    const [, ...others] = [...members.slice(index), ...members.slice(0, index)];
    const related = others.map((one) => ({ at: one.at, message: l10n.t("{0} is a part of the cycle", one.name) }));
    const text = cycleText(new Set([name, ...others.map((one) => one.name)]));
    return { code: "cycle", at, message: l10n.t("{0} depends on itself: {1}.", name, text), related, fixes: () => [] };
  });
}

function reportsOf(message: Message, signature: BodySignature): readonly SignatureReport[] {
  const { reference, problems } = signature;
  const start = message.text.indexOf(reference.name, reference.start);
  const unusable = keyProblem(signature.options.key?.text ?? "", signature.key, message.scope.isForSending);
  const reports = [
    ...problems.map((problem): SignatureReport => {
      const at = problem.at ? shift(problem.at, start) : reference;
      return { at, ...described(problem, at, message, signature) };
    }),
    ...remarks(message, signature, start),
  ];
  if (unusable === undefined) return reports;
  const { key } = signature.options;
  // It is reported once, at the certificate, which says nothing of keys that nobody names.
  const isKnown = signature.key?.kind === "missing" || signature.key?.kind === "refused";
  if (isKnown && message.references.some(({ name }) => name === `$certificate ${key?.text}`)) return reports;
  const at = key ? shift(key, start) : reference;
  return [...reports, { code: "key", at, message: unusable, fixes: () => keyFixes(message, key?.text ?? "", at) }];
}

/** What most services refuse, what is easily overlooked, and what failed. @param start of the text between the braces */
function remarks(message: Message, signature: BodySignature, start: number): readonly SignatureReport[] {
  const { reference, options, notEnveloped, dependent, failure } = signature;
  const reports: SignatureReport[] = [];
  const transforms = shift(options.at("transforms"), start);
  if (notEnveloped !== undefined) {
    const text = l10n.t(
      "The signature is inside of the part, but transforms doesn't contain enveloped. Most services refuse that.",
    );
    const fixes = () => [automaticFix(l10n.t("Add {0}", "enveloped"), ...envelopedEdits(reference, start, options))];
    reports.push({ code: "enveloped", at: transforms, message: text, fixes });
  }
  if (dependent !== undefined) {
    const text = l10n.t(
      "Inclusive canonicalization includes the namespaces of the envelope. If the service verifies {0} alone, put it into a # @document.",
      dependent,
    );
    const fixes = () => documentFix(message, signature);
    reports.push({ code: "context", at: reference, message: text, fixes });
  }
  if (failure !== undefined) reports.push({ code: "key", at: reference, message: failure, fixes: () => [] });
  return reports;
}

type Described = Omit<SignatureReport, "at">;

function described(problem: SignatureProblem, at: Span, message: Message, signature: BodySignature): Described {
  const name = signature.options.key?.text ?? "";
  switch (problem.kind) {
    case "option":
      return optionProblem(problem.problem, at);
    case "signatures":
      return {
        code: "place",
        message: l10n.t("A message has at most {0} signatures.", mostSignatures),
        fixes: () => [],
      };
    case "references": {
      const text = l10n.t("The signatures of a message have at most {0} references.", mostReferences);
      return { code: "part", message: text, fixes: () => [] };
    }
    case "place": {
      const fixes = () => (problem.why === "not-last" ? moveFix(message, signature) : []);
      return { code: "place", message: placeTexts[problem.why](), fixes };
    }
    case "part": {
      const { why, name: part } = problem;
      const fixes = () => (why === "missing" ? nearestPart(signature, part, at) : idFix(signature, problem));
      return { code: "part", message: partTexts[why](part), fixes };
    }
    case "token": {
      const text = l10n.t(
        "There is no wsse:BinarySecurityToken with the certificate of the key {0} and an id in this wsse:Security.",
        name,
      );
      return { code: "token", message: text, fixes: () => tokenFix(message, signature, problem) };
    }
    case "no-private-key": {
      return { code: "key", message: noPrivateKey(name), fixes: () => [] };
    }
    case "no-certificate":
      return {
        code: "key",
        message: l10n.t("The file of the key {0} contains no certificate of it.", name),
        fixes: () => [],
      };
    case "no-identifier": {
      const text = l10n.t(
        "The certificate of the key {0} has no SubjectKeyIdentifier. Use keyInfo=IssuerSerial or keyInfo=Thumbprint.",
        name,
      );
      return { code: "key", message: text, fixes: () => [] };
    }
    case "no-assertion": {
      const text = l10n.t("keyInfo=Assertion needs exactly one SAML assertion in the message.");
      return { code: "token", message: text, fixes: () => [] };
    }
    case "other-algorithm": {
      const text = l10n.t(
        "This algorithm doesn't work with the key {0}. Remove it: the key determines the algorithm.",
        name,
      );
      return { code: "algorithm", message: text, fixes: () => removeOption(message, problem.at, at) };
    }
  }
}

/** Removes an option whose value is at a place; none without the option. */
function removeOption({ text }: Message, value: Span | undefined, at: Span): readonly Fix[] {
  const before = /algorithm="?$/.exec(text.slice(Math.max(0, at.start - 20), at.start))?.[0];
  if (!value || before === undefined) return [];
  const end = at.end + (text[at.end] === '"' ? 1 : 0);
  const start = trimTrailing(text.slice(0, at.start - before.length), " \t").length;
  return [automaticFix(l10n.t("Remove algorithm"), remove({ start, end }))];
}

function outside(): string {
  return l10n.t("A signature must be between tags, in the content of an XML element.");
}

const placeTexts: Readonly<Record<Extract<SignatureProblem, { kind: "place" }>["why"], () => string>> = {
  outside,
  "not-last": () => l10n.t("The signature must come last in wsse:Security, because it covers what is before it."),
  "ill-formed": () => l10n.t("The XML isn't well-formed, so it can't be signed. Fix its errors first."),
  dtd: () => l10n.t("A message with a document type declaration can't be signed."),
};

const partTexts: Readonly<Record<Extract<SignatureProblem, { kind: "part" }>["why"], (name: string) => string>> = {
  missing: (name) =>
    name.startsWith("#")
      ? l10n.t("No element has the id {0}.", name.slice(1))
      : l10n.t("There is no {0} to sign. Name an element, or its id: #id.", name),
  several: (name) => l10n.t("There are several elements {0}. Name the one to sign by its id: #id.", name),
  contains: (name) =>
    l10n.t('{0} contains this signature, so it can\'t be signed by it without transforms="enveloped exclusive".', name),
  "no-part": (name) => l10n.t("No part of the body has the Content-ID {0}.", name.replace(/^cid:/, "")),
  "no-token": (name) =>
    l10n.t("{0} isn't a SecurityTokenReference to a token in the message.", name.replace(/^str:/, "")),
  "signature-no-id": (name) => l10n.t("The other signature needs an Id to be signed as {0}, such as id=first.", name),
  "no-id": (name) => l10n.t("{0} has no wsu:Id, by which the signature refers to it.", name),
  "id-twice": (name) => l10n.t("The id of {0} occurs twice. Each id must be unique.", name),
};

function optionProblem(problem: OptionProblem, at: Span): Described {
  const { kind, text } = problem;
  const change = (known: Iterable<string>) => () => {
    const near = nearest(text, known);
    return near === undefined ? [] : [changeTo(at, near)];
  };
  const none = () => [];
  switch (kind) {
    case "key":
      return { code: "key", message: l10n.t("Missing name of the key: {0}.", "{{$signature NAME}}"), fixes: none };
    case "parts":
      return {
        code: "part",
        message: l10n.t('Missing names of the signed parts, such as parts="Body Timestamp".'),
        fixes: none,
      };
    case "policy": {
      const usage = 'policy="IDENTIFIER DIGESTALGORITHM BASE64"';
      return { code: "algorithm", message: l10n.t("A policy needs three values: {0}.", usage), fixes: none };
    }
    case "name": {
      const message = l10n.t("The option {0} must be a name in XML, such as {1}.", problem.option, "first");
      return { code: "algorithm", message, fixes: none };
    }
    case "choice": {
      const choices = signatureOptions.find(({ name }) => name === problem.option)?.choices ?? [];
      const message = l10n.t("The option {0} must be one of {1}.", problem.option, choices.join(", "));
      return { code: problem.option === "keyInfo" ? "token" : "algorithm", message, fixes: change(choices) };
    }
    case "option": {
      const names = signatureOptions.map(({ name }) => name);
      const message = l10n.t("Unknown option {0}. Use {1}.", text, names.join(", "));
      return { code: "algorithm", message, fixes: change(names) };
    }
    case "repeated":
      return { code: "algorithm", message: l10n.t("The option {0} is specified twice.", text), fixes: none };
    case "unreadable": {
      const message = l10n.t("{0} is neither the name of a key nor an option such as {1}.", text, 'parts="Body"');
      return { code: "algorithm", message, fixes: none };
    }
  }
}
