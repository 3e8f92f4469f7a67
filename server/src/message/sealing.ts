import { type Attachment, attachmentId } from "../security/attachments.ts";
import type { EncryptionPlan, PlannedPart } from "../security/encryption/encryptionPlan.ts";
import { type OpenSignature, type SignedText, type SigningContext, signedTexts, withTexts } from "../security/sign.ts";
import { applyEdits, type TextEdit } from "../text/edits.ts";
import { longestCanonicalized } from "../text/limits.ts";
import { compareSpans, type Span } from "../text/span.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { editedOffset, encryptedAttachments, encryptedParts, type RandomFor } from "./bodyEncryptions.ts";

/** A text in which everything except signatures and encryptions is replaced, with the planned signatures and encrypted keys. */
export interface Unsealed extends Pick<SigningContext, "operation" | "canonicalized" | "parse"> {
  readonly text: string;
  /** `step`: number of encryptions that are computed before the signature. */
  readonly signatures: readonly (OpenSignature & { readonly step: number })[];
  /** Encryptions in the order of the text. The last one is computed first. `start`: offset of its key. */
  readonly encryptions: readonly {
    readonly plan: EncryptionPlan;
    readonly parts: readonly PlannedPart[];
    readonly start: number;
  }[];
  readonly signs: boolean;
  /** Whether parts are encrypted. If not, signatures that follow an encryption are not computed. */
  readonly encrypts: boolean;
  readonly random: RandomFor;
  readonly xmlIn: (text: string) => Span;
  readonly attachmentsIn: (text: string) => ReadonlyMap<string, Attachment>;
}

export interface Sealed {
  readonly signed: ReadonlyMap<number, SignedText>;
  /** Error messages of encryptions that can't be computed, by their index. */
  readonly failures: ReadonlyMap<number, string>;
  readonly edits: readonly TextEdit[];
  /** The encrypted attachments by Content-ID. */
  readonly attachments: ReadonlyMap<string, Uint8Array>;
  readonly isDone: boolean;
}

/** Functions for a check, which works without the host. */
export function ofSamples(): Pick<Unsealed, "operation" | "canonicalized"> {
  return { operation: () => undefined, canonicalized: { left: longestCanonicalized } };
}

/** Signs and encrypts from the bottom to the top of `wsse:Security` (WS-Security 1.1 section 5). */
export function sealed(unsealed: Unsealed): Sealed {
  const { text, signatures, encryptions, signs, encrypts, parse } = unsealed;
  const signed = new Map<number, SignedText>();
  const failures = new Map<number, string>();
  let edits: readonly TextEdit[] = [];
  const attachments = new Map<string, Uint8Array>();
  let document: XmlDocument | undefined;
  let isDone = true;
  for (let step = 0; step <= encryptions.length; step++) {
    const own = [...signatures.keys()].filter((index) => signs && signatures[index]?.step === step);
    for (const [index, result] of own.length > 0
      ? signedInStep(unsealed, own, { signed, edits, attachments, isDone })
      : []) {
      signed.set(index, result);
      isDone &&= "text" in result && result.isDone;
    }
    const index = encryptions.length - 1 - step;
    const encryption = encryptions[index];
    if (!encryption) break;
    if (!encrypts) return { signed, failures, edits, attachments, isDone: false };
    // Signatures have the planned length, so that offsets in this text stay the same.
    const plain = withTexts(text, signatures, signed);
    const { start, end } = unsealed.xmlIn(plain);
    if (plain !== document?.text) document = parse(plain, start, end);
    const random = isDone ? unsealed.random : undefined;
    const made = encryptedParts(document, encryption.start, encryption, random);
    if ("why" in made) failures.set(index, made.why);
    else edits = [...edits, ...made].sort(compareSpans);
    if (encryption.parts.some(({ form }) => form === "Attachment"))
      for (const [id, bytes] of encryptedAttachments(unsealed.attachmentsIn(plain), encryption, random))
        attachments.set(id, bytes);
    isDone &&= !("why" in made) && unsealed.random !== undefined;
  }
  return { signed, failures, edits, attachments, isDone };
}

/** The signatures of a step, by their index. They cover the text in which earlier signatures and encryptions are inserted. */
function signedInStep(
  unsealed: Unsealed,
  own: readonly number[],
  { signed, edits, attachments, isDone }: Omit<Sealed, "failures">,
): ReadonlyMap<number, SignedText> {
  const { signatures, encryptions, parse, operation, canonicalized, attachmentsIn, xmlIn } = unsealed;
  const text = applyEdits(withTexts(unsealed.text, signatures, signed), edits);
  const open = own.flatMap((index) => {
    const { plan, start, covers } = signatures[index] ?? {};
    if (!plan || start === undefined) return [];
    // A dependency on a later step is a cycle. Its index is -1, which is never signed.
    const left = covers?.flatMap((one) => (signed.has(one) ? [] : own.indexOf(one))) ?? [];
    return [{ plan, start: editedOffset(edits, start), covers: left }];
  });
  const how = isDone ? { operation, canonicalized } : ofSamples();
  const inText = attachmentsIn(text);
  const encrypted = encryptions.flatMap(({ parts }) => parts.filter(({ form }) => form === "Attachment"));
  const types = new Map(encrypted.map(({ name, mimeType }) => [attachmentId(inText, name), mimeType]));
  // The receiver verifies signatures in the order of the header, so they cover attachments as received, or as they were before
  // the encryption.
  const signable = Array.from(inText, ([id, attachment]): [string, Attachment] => {
    const bytes = attachments.get(id);
    return [
      id,
      bytes ? { ...attachment, bytes: () => bytes } : { ...attachment, type: types.get(id) ?? attachment.type },
    ];
  });
  const context = { text, xml: xmlIn(text), attachments: new Map(signable), parse, ...how };
  const results = signedTexts(context, open);
  return new Map(own.flatMap((index, at) => (results[at] ? [[index, results[at]] as const] : [])));
}
