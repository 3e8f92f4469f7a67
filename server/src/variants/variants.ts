import * as l10n from "@vscode/l10n";
import type { MessageProblem } from "../contract/check/messageProblems.ts";
import { insert } from "../rules/edits.ts";
import type { Edit } from "../rules/rule.ts";
import { schemaCodeOf } from "../rules/schema.ts";
import { isEncryption } from "../security/encryption/encryptionOptions.ts";
import { isSignature } from "../security/signatureOptions.ts";
import { envelopeNamespaces } from "../soap/facts.ts";
import { applyEdits } from "../text/edits.ts";
import { references } from "../text/references.ts";
import type { Base } from "./base.ts";
import { invalidCandidates } from "./invalidStructures.ts";
import type { Proof } from "./proof.ts";
import { validCandidates } from "./validStructures.ts";
import { invalidValueKind } from "./valueChanges.ts";
import {
  type Candidate,
  candidate,
  invalidKinds,
  type MessageKind,
  messageKinds,
  type SchemaKind,
  type Variant,
  validKinds,
} from "./variant.ts";

/** Maximum number of changes of one kind that are tried for an operation, because each is checked. */
const maxTried = 60;

/** The variants of a request in the order of their kinds, and the kinds that were only tried in part. */
export class Variants {
  readonly all: Variant[] = [];
  readonly cut = new Set<string>();
  readonly #base: Base;
  readonly #proof: Proof;

  constructor(base: Base, proof: Proof) {
    this.#base = base;
    this.#proof = proof;
  }

  /** @param required a request with only the required content */
  addValid(required: string): void {
    const variants: Variant[] = [];
    const add = (kind: string, title: string, change: Variant["change"]) =>
      variants.push({ valid: true, kind, title, change, codes: [] });
    if (this.#proof.isRight(required)) add("required", l10n.t("only what is required"), required);
    const { text } = this.#base;
    if (required !== text) add("optional", l10n.t("with everything that is optional"), []);
    const seen = new Set([text, required]);
    for (const candidate of this.#bounded(validCandidates(this.#base))) {
      const { kind, title, edits, isValue } = candidate;
      const changed = applyEdits(text, edits);
      if (seen.has(changed)) continue;
      seen.add(changed);
      const isRight =
        kind === "prefixes"
          ? this.#proof.isRight(changed)
          : (isValue && this.#proof.isOfTypeAlone(edits)) || this.#proof.problemsOf(candidate)?.length === 0;
      if (isRight) add(kind, title, edits);
    }
    this.all.push(...inOrder(variants, validKinds));
  }

  addInvalid(): void {
    const variants: Variant[] = [];
    // Some changes occur several times in the candidates.
    const seen = new Set<string>();
    for (const candidate of this.#bounded(invalidCandidates(this.#base))) {
      const { kind, title, edits, isValue } = candidate;
      const key = `${kind} ${edits[0]?.start} ${title}`;
      const change = JSON.stringify(edits);
      if (seen.has(key) || seen.has(change)) continue;
      const code = isValue && this.#proof.isOfTypeAlone(edits) ? schemaCodeOf("value") : this.#codeOf(candidate);
      if (code === undefined) continue;
      seen.add(key).add(change);
      variants.push({ valid: false, kind, title, change: edits, codes: [code] });
    }
    this.all.push(...inOrder(variants, invalidKinds));
  }

  addInvalidMessages(): void {
    const variants = Array.from(messageCandidates(this.#base), ({ kind, title, edits }): Variant => {
      const codes = this.#codesAfter(edits);
      if (!codes.some((code) => /^(?:signature|encryption)-/.test(code))) {
        return { valid: false, kind, title, change: edits, codes };
      }
      const unsigned = [...edits, ...this.#signatures()];
      const change = unsigned.toSorted((a, b) => a.start - b.start);
      return {
        valid: false,
        kind,
        title: l10n.t("{0}, without a signature", title),
        change,
        codes: this.#codesAfter(change),
      };
    });
    this.all.push(...inOrder(variants, messageKinds));
  }

  #codesAfter(edits: readonly Edit[]): readonly string[] {
    return [...new Set(this.#proof.codesIn(applyEdits(this.#base.text, edits)))];
  }

  /** Removes signatures and encryptions, because a message that can't be signed isn't sent. */
  #signatures(): readonly Edit[] {
    const { text } = this.#base;
    return references(text).flatMap(({ name, start, end }) =>
      isSignature(name) || isEncryption(name) ? [{ start, end, newText: "" }] : [],
    );
  }

  /** Code of the only problem that a change causes; undefined if the problem isn't the expected one, or is at another place. */
  #codeOf(candidate: Candidate<SchemaKind>): string | undefined {
    const { kind, names } = candidate;
    const [problem, ...others] = this.#proof.problemsOf(candidate) ?? [];
    const isIts = problem && others.length === 0 && isViolation(kind, problem);
    const isThere = isIts && (names?.includes(problem.element.local) ?? true);
    return isThere ? schemaCodeOf(problem.kind) : undefined;
  }

  *#bounded<Kind extends string>(candidates: Iterable<Candidate<Kind>>): Generator<Candidate<Kind>> {
    const tried = new Map<string, number>();
    for (const candidate of candidates) {
      const count = (tried.get(candidate.kind) ?? 0) + 1;
      tried.set(candidate.kind, count);
      if (count <= maxTried) yield candidate;
      else this.cut.add(candidate.kind);
    }
  }
}

function inOrder(variants: readonly Variant[], kinds: readonly string[]): readonly Variant[] {
  return variants.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** Changes that make a message invalid with any schema. */
function* messageCandidates({ message, text }: Base): Generator<Candidate<MessageKind>> {
  const { envelope, xml } = message;
  const root = xml?.root;
  const body = envelope?.body;
  if (!envelope || !root || !body || !envelope.version) return;
  const own = envelopeNamespaces[envelope.version];
  const other = envelopeNamespaces[envelope.version === "1.1" ? "1.2" : "1.1"];
  const namespaceAt = text.indexOf(own, root.start);
  if (namespaceAt >= 0 && namespaceAt < root.startTagEnd) {
    const edit = { start: namespaceAt, end: namespaceAt + own.length, newText: other };
    yield candidate("version", l10n.t("the envelope of the other SOAP version"), [edit]);
  }
  const prefix = root.prefix === "" ? "" : `${root.prefix}:`;
  const isTrue = envelope.version === "1.1" ? "1" : "true";
  const block = (name: string, more: string) => `<${name}${more}/>`;
  const header = (content: string) =>
    envelope.header && !envelope.header.selfClosing
      ? insert(envelope.header.startTagEnd, content)
      : insert(body.start, `<${prefix}Header>${content}</${prefix}Header>`);
  const understood = block("u:Unknown", ` xmlns:u="urn:unknown" ${prefix}mustUnderstand="${isTrue}"`);
  yield candidate("must-understand", l10n.t("an unknown header block that must be understood"), [header(understood)]);
  yield candidate("header-unqualified", l10n.t("a header block without a namespace"), [
    header(block("Unqualified", ' xmlns=""')),
  ]);
  yield candidate("body-missing", l10n.t("no Body"), [{ start: body.start, end: body.end, newText: "" }]);
  yield candidate("dtd", l10n.t("a document type declaration"), [insert(root.start, `<!DOCTYPE ${root.name}>`)]);
  if (body.endTag)
    yield candidate("not-well-formed", l10n.t("the end tag of Body missing"), [
      { start: body.endTag.start, end: body.endTag.end, newText: "" },
    ]);
  const type = message.field("content-type")?.value.typed;
  if (type)
    yield candidate("content-type", l10n.t("Content-Type application/json"), [
      { start: type.start, end: type.end, newText: "application/json" },
    ]);
  const action = message.field("soapaction")?.value.typed;
  if (action)
    yield candidate("action", l10n.t("a SOAPAction that no operation has"), [
      { start: action.start, end: action.end, newText: '"urn:unknown-action"' },
    ]);
}

/** Whether a problem is the violation that belongs to a kind of variants. */
export function isViolation(kind: SchemaKind, problem: MessageProblem): boolean {
  if (problem.kind === "value") return invalidValueKind(problem.problem) === kind;
  if (problem.kind === "key-duplicate") return problem.constraint.kind === kind;
  const kinds: readonly string[] = problemsOf[kind] ?? [];
  return kinds.includes(problem.kind);
}

/** Kinds of variants that are recognized only by the kind of their problem. */
const problemsOf: Readonly<Partial<Record<SchemaKind, readonly MessageProblem["kind"][]>>> = {
  "element-missing": ["element-missing"],
  "choice-empty": ["element-missing"],
  "element-order": ["element-order"],
  "element-namespace": ["element-namespace"],
  "element-unexpected": ["element-unexpected"],
  "element-too-many": ["element-count", "element-unexpected"],
  "choice-both": ["element-alternative", "element-count", "element-unexpected"],
  text: ["text-unexpected"],
  "attribute-missing": ["attribute-missing"],
  "attribute-unexpected": ["attribute-unexpected"],
  fixed: ["fixed"],
  nil: ["nil-not-allowed"],
  "xsi-type": ["type-unknown", "type-not-derived", "type-blocked", "type-abstract"],
  abstract: ["element-abstract", "type-abstract"],
  keyref: ["key-not-found"],
  id: ["id-duplicate"],
};
