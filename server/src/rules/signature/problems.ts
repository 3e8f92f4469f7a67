import * as l10n from "@vscode/l10n";
import type { BodySignature } from "../../message/bodySignatures.ts";
import type { Message } from "../../message/message.ts";
import type { OptionProblem, OptionValue, SecurityOption } from "../../security/securityOptions.ts";
import { coverCycles } from "../../security/sign.ts";
import { isSignature } from "../../security/signatureOptions.ts";
import { signatureOptions } from "../../security/signatureOptionTable.ts";
import type { SignatureProblem } from "../../security/signaturePlan.ts";
import { mostReferences, mostSignatures } from "../../text/limits.ts";
import type { Reference } from "../../text/references.ts";
import { nearest } from "../../text/similar.ts";
import { type Span, shift } from "../../text/span.ts";
import { trimTrailing } from "../../text/trailing.ts";
import { keyProblem, noPrivateKey } from "../../variables/foundKey.ts";
import { cycleText } from "../../variables/value.ts";
import { automaticFix, changeTo, remove } from "../edits.ts";
import type { Fix, Report } from "../rule.ts";
import { documentFix, envelopedEdits, idFix, keyFixes, moveFix, nearestPart, tokenFix } from "./fixes.ts";

export interface SignatureReport extends Report {
  readonly code: "part" | "key" | "token" | "algorithm" | "place" | "enveloped" | "holder" | "context" | "cycle";
}

/** The problems of the signatures in a request. A body file is checked as if its text were in the request. */
export function signatureReports(message: Message): readonly SignatureReport[] {
  if (!/\$(?:signature|encrypted)/.test(message.text)) return [];
  const wrong = outsideOfBody(message, isSignature).map(
    (at): SignatureReport => ({ code: "place", at, message: outside() }),
  );
  if (message.bodyFile) return wrong;
  const all = message.body?.signatures.all ?? [];
  const { encryptions = [], dependencies = [] } = message.body?.signatures ?? {};
  const members = [...all.map((one) => ({ name: one.options.id, ...one })), ...encryptions];
  const cycles = coverCycles(dependencies).flatMap((indices) =>
    cycleReports(indices.flatMap((index) => members[index] ?? [])),
  );
  return [...wrong, ...cycles, ...all.flatMap((one) => reportsOf(message, one))];
}

/** Reports references in the head of a message and in its variables that are only allowed in its body. */
export function outsideOfBody(
  { headReferences, references, syntax }: Message,
  isIts: (name: string) => boolean,
): readonly Reference[] {
  const elsewhere = [...headReferences, ...references].filter(
    ({ name, start }) => isIts(name) && !(syntax.body && start >= syntax.body.start),
  );
  return [...new Map(elsewhere.map((one) => [one.start, one])).values()];
}

/** Reports a cycle at each of its signatures and encryptions. */
function cycleReports(
  cycle: readonly { readonly reference: Reference; readonly name?: string | undefined }[],
): readonly SignatureReport[] {
  const members = cycle.map(({ reference, name }) => ({ at: reference, name: name ?? `{{${reference.name}}}` }));
  return members.map(({ at, name }, index) => {
    const [, ...others] = [...members.slice(index), ...members.slice(0, index)];
    const related = others.map((one) => ({ at: one.at, message: l10n.t("{0} is a part of the cycle", one.name) }));
    const text = cycleText(new Set([name, ...others.map((one) => one.name)]));
    return { code: "cycle", at, message: l10n.t("{0} depends on itself: {1}.", name, text), related };
  });
}

function reportsOf(message: Message, signature: BodySignature): readonly SignatureReport[] {
  const { reference, problems } = signature;
  const start = message.text.indexOf(reference.name, reference.start);
  const reports = [
    ...problems.map((problem): SignatureReport => {
      const at = problem.at ? shift(problem.at, start) : reference;
      return { at, ...described(problem, at, message, signature) };
    }),
    ...remarks(message, signature, start),
  ];
  return [
    ...reports,
    ...keyReports(message, signature, start).map((one): SignatureReport => ({ code: "key", ...one })),
  ];
}

/** Reports why a key can't be used. `start`: the offset of the text between the braces. */
export function keyReports(
  message: Message,
  {
    reference,
    options,
    key,
  }: Pick<BodySignature, "reference" | "key"> & { readonly options: { readonly key: OptionValue | undefined } },
  start: number,
): readonly Omit<SignatureReport, "code">[] {
  const name = options.key?.text ?? "";
  const unusable = keyProblem(name, key, message.scope.isForSending);
  if (unusable === undefined) return [];
  // The missing key is reported only once, at the certificate.
  const isKnown = key?.kind === "missing" || key?.kind === "refused";
  if (isKnown && message.references.some((one) => one.name === `$certificate ${name}`)) return [];
  const at = options.key ? shift(options.key, start) : reference;
  return [{ at, message: unusable, fixes: () => keyFixes(message, name, at) }];
}

/**
 * Reports what most services refuse, what authors easily overlook, and what failed.
 * @param start offset of the text between the braces
 */
function remarks(message: Message, signature: BodySignature, start: number): readonly SignatureReport[] {
  const { reference, options, notEnveloped, dependent, otherHolder, failure } = signature;
  const reports: SignatureReport[] = [];
  const transforms = shift(options.at("transforms"), start);
  if (notEnveloped !== undefined) {
    const text = l10n.t(
      "The signature is inside of the part, but transforms doesn't contain enveloped. Most services refuse that.",
    );
    const fixes = () => [automaticFix(l10n.t("Add {0}", "enveloped"), ...envelopedEdits(reference, start, options))];
    reports.push({ code: "enveloped", at: transforms, message: text, fixes });
  }
  if (otherHolder !== undefined) {
    const text = l10n.t(
      "The assertion confirms the holder of the key of {0}, but the signature is by the key {1}. Use the same key for both.",
      otherHolder,
      options.key?.text ?? "",
    );
    reports.push({ code: "holder", at: shift(options.key ?? { start: 0, end: 0 }, start), message: text });
  }
  if (dependent !== undefined) {
    const text = l10n.t(
      "Inclusive canonicalization includes the namespaces of the envelope. If the service verifies {0} alone, put it into a # @document.",
      dependent,
    );
    const fixes = () => documentFix(message, signature);
    reports.push({ code: "context", at: reference, message: text, fixes });
  }
  if (failure !== undefined) reports.push({ code: "key", at: reference, message: failure });
  return reports;
}

type Described = Omit<SignatureReport, "at">;

function described(problem: SignatureProblem, at: Span, message: Message, signature: BodySignature): Described {
  const name = signature.options.key?.text ?? "";
  switch (problem.kind) {
    case "option":
      return signatureOption(problem.problem, at);
    case "signatures":
      return { code: "place", message: l10n.t("A message has at most {0} signatures.", mostSignatures) };
    case "references": {
      const text = l10n.t("The signatures of a message have at most {0} references.", mostReferences);
      return { code: "part", message: text };
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
      return { code: "key", message: noPrivateKey(name) };
    }
    case "no-certificate":
      return { code: "key", message: l10n.t("The file of the key {0} contains no certificate of it.", name) };
    case "no-identifier": {
      const text = l10n.t(
        "The certificate of the key {0} has no SubjectKeyIdentifier. Use keyInfo=IssuerSerial or keyInfo=Thumbprint.",
        name,
      );
      return { code: "key", message: text };
    }
    case "assertion":
      return { code: "token", message: assertionText(problem) };
    case "other-algorithm": {
      const text = l10n.t(
        "This algorithm doesn't work with the key {0}. Remove it: the key determines the algorithm.",
        name,
      );
      return { code: "algorithm", message: text, fixes: () => removeOption(message, problem.at, at) };
    }
  }
}

function assertionText({ count, id }: Extract<SignatureProblem, { kind: "assertion" }>): string {
  if (id !== undefined)
    return l10n.t("The SAML assertion has no {0}, by which the signature refers to it. Add it.", id);
  if (count === 0)
    return l10n.t(
      "keyInfo=Assertion needs a SAML assertion. Insert it into wsse:Security, such as {0}.",
      "{{assertion | xml}}",
    );
  return l10n.t("There are {0} SAML assertions. Put only the one of keyInfo=Assertion into wsse:Security.", count);
}

/** Removes an option with its value; no edit if there is no such option. */
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
  encrypted: (name) =>
    l10n.t(
      "{0} is encrypted below this signature, so it can't be signed. Sign what is around it, or encrypt above.",
      name,
    ),
  "signature-no-id": (name) => l10n.t("The other signature needs an Id to be signed as {0}, such as id=first.", name),
  "no-id": (name) => l10n.t("{0} has no wsu:Id, by which the signature refers to it.", name),
  "id-twice": (name) => l10n.t("The id of {0} occurs twice. Each id must be unique.", name),
};

function signatureOption(problem: OptionProblem, at: Span): Described {
  const { kind } = problem;
  const usage = { name: "$signature", parts: 'parts="Body Timestamp"', options: signatureOptions };
  const isOfToken = kind === "choice" && problem.option === "keyInfo";
  const code = kind === "key" ? "key" : kind === "parts" ? "part" : isOfToken ? "token" : "algorithm";
  return { code, ...optionProblem(problem, at, usage) };
}

/** Reports an invalid option of a built-in variable. */
export function optionProblem(
  problem: OptionProblem,
  at: Span,
  usage: { readonly name: string; readonly parts: string; readonly options: readonly SecurityOption[] },
): Pick<Report, "message" | "fixes"> {
  const { kind, text } = problem;
  const change = (known: Iterable<string>) => () => {
    const near = nearest(text, known);
    return near === undefined ? [] : [changeTo(at, near)];
  };
  switch (kind) {
    case "key":
      return { message: l10n.t("Missing name of the key: {0}.", `{{${usage.name} NAME}}`) };
    case "parts":
      return { message: l10n.t("Missing names of the parts, such as {0}.", usage.parts) };
    case "policy": {
      const values = 'policy="IDENTIFIER DIGESTALGORITHM BASE64"';
      return { message: l10n.t("A policy needs three values: {0}.", values) };
    }
    case "name": {
      const message = l10n.t("The option {0} must be a name in XML, such as {1}.", problem.option, "first");
      return { message };
    }
    case "choice": {
      const choices = usage.options.find(({ name }) => name === problem.option)?.choices ?? [];
      const message = l10n.t("The option {0} must be one of {1}.", problem.option, choices.join(", "));
      return { message, fixes: change(choices) };
    }
    case "option": {
      const names = usage.options.map(({ name }) => name);
      const message = l10n.t("Unknown option {0}. Use {1}.", text, names.join(", "));
      return { message, fixes: change(names) };
    }
    case "repeated":
      return { message: l10n.t("The option {0} is specified twice.", text) };
    case "unreadable": {
      const message = l10n.t("{0} is neither the name of a key nor an option such as {1}.", text, 'parts="Body"');
      return { message };
    }
  }
}
