import type { MediaType } from "../http/mediaType.ts";
import { parseMultipart } from "../http/multipart.ts";
import type { Attachment } from "../security/attachments.ts";
import { isEncryption, readEncryptionOptions } from "../security/encryption/encryptionOptions.ts";
import { type PlannedPart, planEncryption } from "../security/encryption/encryptionPlan.ts";
import { isSecurity } from "../security/header.ts";
import { openValues } from "../security/openValues.ts";
import type { SignatureForms, SignedText } from "../security/sign.ts";
import { isSignature, readSignatureOptions, type SignatureOptions } from "../security/signatureOptions.ts";
import { type Planned, planSignature, type SignatureProblem } from "../security/signaturePlan.ts";
import type { TextEdit } from "../text/edits.ts";
import { mostSignatures } from "../text/limits.ts";
import { lazily } from "../text/memoized.ts";
import { type Reference, references } from "../text/references.ts";
import type { Resolved } from "../text/resolved.ts";
import type { Slot, SlottedText } from "../text/slots.ts";
import { contains, type Span, slice } from "../text/span.ts";
import type { FoundKey } from "../variables/foundKey.ts";
import { elementAt } from "../xml/query.ts";
import {
  type BodyEncryption,
  isHidden,
  keyTextOf,
  type RandomFor,
  type SealingReference,
  withEdits,
} from "./bodyEncryptions.ts";
import type { Scope } from "./scope.ts";
import { ofSamples, type Sealed, sealed, type Unsealed } from "./sealing.ts";

/** A placeholder `{{$signature …}}`. */
export interface BodySignature extends Planned, SealingReference<SignatureOptions> {
  /** The canonical forms that are signed, with samples in a check; `undefined` if they are unknown. */
  readonly forms: () => SignatureForms | undefined;
  /** Whether the signature has its value, which is computed when sending. */
  readonly isDone: boolean;
}

export interface BodySignatures {
  readonly all: readonly BodySignature[];
  readonly encryptions: readonly BodyEncryption[];
  /** The indexes of placeholders to compute before each placeholder: first for signatures, then for encryptions. */
  readonly dependencies: readonly { readonly covers: readonly number[] }[];
  readonly areDone: boolean;
}

export const noSignatures: BodySignatures = { all: [], encryptions: [], dependencies: [], areDone: true };

type Insert = (name: string, start: number) => SlottedText | undefined;

export interface SignableText {
  readonly text: string;
  readonly span: Span;
  readonly scope: Scope;
  readonly mediaType: MediaType | undefined;
  readonly signs: boolean;
  /** Whether parts are encrypted. If not, the result is the plain text with the signatures that don't depend on encryption. */
  readonly encrypts: boolean;
  readonly random: RandomFor;
  /** Returns the parts of a multipart body by Content-ID, for a text with values. */
  readonly attachmentsIn: (text: string) => ReadonlyMap<string, Attachment>;
}

/**
 * Replaces the references in a text, the placeholders of signatures and encryptions last, because they depend on all other
 * values. These are computed from the bottom to the top of `wsse:Security`, because the receiver processes them in the opposite
 * order. The slots of the result also mark them.
 * @param insert returns the same value for a reference each time
 * @param replace replaces the references with the values that a function returns
 */
export function replaceWithSignatures(
  { text, span, scope, mediaType, signs, encrypts, random, attachmentsIn }: SignableText,
  insert: Insert,
  replace: (insert: Insert) => Resolved,
): {
  readonly resolved: Resolved;
  readonly signatures: BodySignatures;
  readonly edits: readonly TextEdit[];
  readonly attachments: ReadonlyMap<string, Uint8Array>;
  /** The text before its parts are encrypted, with the encrypted keys that are sent; undefined if no parts are encrypted. */
  readonly plain?: string;
} {
  const typedReferences = references(text, span.start, span.end);
  const forSignatures = typedReferences.filter(({ name }) => isSignature(name));
  const count = forSignatures.length;
  const forEncryptions = typedReferences.filter(({ name }) => isEncryption(name));
  const placeholders = [...forSignatures, ...forEncryptions];
  if (placeholders.length === 0)
    return { resolved: replace(insert), signatures: noSignatures, edits: [], attachments: new Map() };
  const byStart = new Map(placeholders.map((placeholder, index) => [placeholder.start, { index, placeholder }]));
  const marked = (write: (index: number, placeholder: Reference) => string | undefined) =>
    replace((name, start) => {
      const { index, placeholder } = byStart.get(start) ?? {};
      if (index === undefined || !placeholder) return insert(name, start);
      const written = write(index, placeholder);
      const slot: Slot = { start: 0, end: written?.length ?? 0, value: firstMark - index, escape: "none" };
      return written === undefined ? undefined : { text: written, slots: [slot] };
    });
  const unsigned = marked((_, placeholder) => text.slice(placeholder.start, placeholder.end));
  const places = marksIn(unsigned);
  const { xml, isXop } = xmlIn(unsigned.text, mediaType);
  const document = scope.parse(unsigned.text, xml.start, xml.end, { variables: true });
  const typedAt = placeholders.map((_, index) => places.get(index) ?? { start: 0, end: 0 });
  const typed = forSignatures.map((reference, index) => {
    const at = typedAt[index] ?? { start: 0, end: 0 };
    const parent = index < mostSignatures ? elementAt(document, at.start) : undefined;
    const isInSecurity = parent !== undefined && isSecurity(parent);
    const options = readSignatureOptions(reference.name);
    return { reference, at, options, isInSecurity, id: options.id };
  });
  const encryptionPlaces = typedAt.slice(count, count + mostSignatures);
  const below = (at: Span) => encryptionPlaces.flatMap((one, index) => (one.start > at.start ? [index] : []));
  const steps = typed.map(({ at, isInSecurity }) => (isInSecurity ? below(at).length : 0));
  const attachments = attachmentsIn(unsigned.text);
  const isMarkup = (name: string) => {
    if (/\|[ \t]*xml$/.test(name)) return true;
    const value = scope.lookup(name);
    return "markup" in value && value.markup !== undefined;
  };
  const context = {
    document,
    isXop,
    all: typedAt,
    attachments,
    open: openValues(document, attachments, isMarkup),
    signatures: typed,
    time: (scope.isForSending ? scope.now : undefined) ?? new Date(0),
  };
  const keyOf = ({ key }: { readonly key: { readonly text: string } | undefined }) => {
    const named = key && scope.resolver.keys.find(key.text);
    return { key: named, info: named?.kind === "key" ? named.info : undefined };
  };
  let referenced = 0;
  const planned = typed.map(({ reference, at, options }, index) => {
    const { key, info } = keyOf(options);
    const plan = planSignature({ ...context, at, index, references: referenced }, options, info);
    referenced += plan.references;
    const covers = [...new Set(plan.parts.flatMap(({ signatures }) => signatures))];
    return { reference, options, key, document, place: at, planned: unsigned, covers, ...plan };
  });
  const parts: PlannedPart[] = [];
  const inSecurity = typed.filter((one) => one.isInSecurity);
  const encryptions = forEncryptions.map((reference, index) => {
    const options = readEncryptionOptions(reference.name);
    const { key, info } = keyOf(options);
    const at = encryptionPlaces[index] ?? { start: 0, end: 0 };
    const isBelowSignature = inSecurity.some((one) => one.at.start < at.start);
    const isAboveSignature = inSecurity.some((one) => one.at.start > at.start);
    const of = { ...context, at, index, parts, isSigned: isBelowSignature, all: encryptionPlaces };
    const plan = planEncryption(of, options, info);
    parts.push(...plan.parts);
    // A text may contain thousands of placeholders, so their number is limited.
    const isExcess = index >= mostSignatures;
    const covers = [
      ...(isExcess ? [] : typed).flatMap((signaturePlace, signature) => {
        const isBefore = !signaturePlace.isInSecurity || signaturePlace.at.start > at.start;
        return isBefore || plan.parts.some(({ span }) => contains(span, signaturePlace.at)) ? [signature] : [];
      }),
      ...(isExcess ? [] : below(at)).map((other) => count + other),
    ];
    const order = { covers, isBelowSignature, isAboveSignature };
    return { reference, options, key, document, place: at, planned: unsigned, ...order, ...plan };
  });
  const dependencies = [
    ...planned.map(({ covers, place }, index) => ({
      covers: [...covers, ...((steps[index] ?? 0) > 0 ? below(place).map((one) => count + one) : [])],
    })),
    ...encryptions,
  ];
  const isUnneeded = (key: FoundKey | undefined) => key?.kind === "unneeded";
  const resolved = marked((index) => {
    const { key, plan } = planned[index] ?? {};
    const encryption = encryptions[index - count];
    if (isUnneeded(encryption ? encryption.key : key)) return "";
    return encryption?.plan ? keyTextOf(encryption.plan, encryption.parts, random) : plan?.text;
  });
  const starts = marksIn(resolved);
  const openSignatures = planned.flatMap(({ plan, covers }, index) => {
    const { start } = starts.get(index) ?? {};
    return plan && start !== undefined ? [{ plan, start, covers, step: steps[index] ?? 0 }] : [];
  });
  const openEncryptions = encryptions.flatMap(({ plan, parts }, index) => {
    const { start } = starts.get(count + index) ?? {};
    return plan && start !== undefined ? [{ plan, parts, start }] : [];
  });
  const { operation, canonicalized, parse } = scope;
  const isKnown = resolved.known && openSignatures.length + openEncryptions.length === placeholders.length;
  const isReady = signs && operation !== undefined && isKnown;
  const seal = (how: Pick<Unsealed, "operation" | "canonicalized" | "random" | "signs">) =>
    sealed({
      text: resolved.text,
      signatures: openSignatures,
      encryptions: openEncryptions,
      encrypts,
      xmlIn: (now) => xmlIn(now, mediaType).xml,
      attachmentsIn,
      parse,
      ...how,
    });
  const samples: () => Sealed | undefined = isKnown
    ? lazily(() => seal({ ...ofSamples(), random: undefined, signs: true }))
    : () => undefined;
  const isCounted = isKnown && encrypts && encryptions.length > 0;
  const made = isReady
    ? seal({ operation, canonicalized, random, signs })
    : isCounted
      ? seal({ ...ofSamples(), random: undefined, signs: false })
      : undefined;
  const textOf = (one: SignedText | undefined) => (one && "text" in one ? one.text : undefined);
  const last = isReady
    ? marked((index) => textOf(made?.signed.get(index)) ?? slice(resolved.text, starts.get(index) ?? nowhere))
    : resolved;
  const all = planned.map((signature, index): BodySignature => {
    const result = isReady ? made?.signed.get(index) : undefined;
    const failure = result && "why" in result ? result.why : undefined;
    const isDone = isUnneeded(signature.key) || (result !== undefined && "text" in result && result.isDone);
    const { plan, reference } = signature;
    if (plan && result?.forms)
      scope.onExplained?.({ kind: "signature", reference, text, plan, forms: result.forms, why: failure });
    const before = encryptions.slice(encryptions.length - (steps[index] ?? 0));
    const hidden = signature.parts.flatMap(({ elements }) => elements).find((one) => isHidden(one, before));
    const problems: readonly SignatureProblem[] = hidden
      ? [...signature.problems, { kind: "part", why: "encrypted", name: hidden.local, at: undefined }]
      : signature.problems;
    const forms = () => (isReady ? result : samples()?.signed.get(index))?.forms;
    return { ...signature, problems, failure, isDone, forms };
  });
  const failed = encryptions.map((encryption, index): BodyEncryption => {
    const failure = made?.failures.get(index);
    const { plan, reference } = encryption;
    if (plan && isReady && encrypts)
      scope.onExplained?.({ kind: "encryption", reference, text, plan, encryption, why: failure });
    return { ...encryption, failure };
  });
  const areDone =
    all.every(({ isDone }) => isDone) &&
    encryptions.every(({ key }) => isUnneeded(key) || (isReady && made?.isDone === true));
  const edits = made?.edits ?? [];
  // A part that can't be encrypted must never be sent as plain text.
  const isPlain = scope.isForSending && encrypts && encryptions.length > 0 && !areDone;
  return {
    resolved: { ...withEdits(last, edits), known: last.known && !isPlain },
    edits,
    attachments: made?.attachments ?? new Map(),
    ...(encryptions.length > 0 && isReady && encrypts && areDone ? { plain: last.text } : {}),
    signatures: { all, encryptions: failed, dependencies, areDone },
  };
}

const nowhere: Span = { start: 0, end: 0 };

/** Value of the slot of the first signature. Further signatures have smaller values. */
export const firstMark = -1_000_000;

function marksIn({ slots }: Resolved): ReadonlyMap<number, Span> {
  return new Map(slots.flatMap((slot) => (slot.value <= firstMark ? [[firstMark - slot.value, slot]] : [])));
}

/** The XML of the message in a text, and whether its binary data may be in other parts. */
export function xmlIn(text: string, mediaType: MediaType | undefined): { readonly xml: Span; readonly isXop: boolean } {
  const whole = { start: 0, end: text.length };
  if (!mediaType?.essence.startsWith("multipart/")) return { xml: whole, isXop: false };
  const { root } = parseMultipart(text, whole, mediaType);
  return { xml: root?.body ?? whole, isXop: root?.contentType?.mediaType.essence === "application/xop+xml" };
}
