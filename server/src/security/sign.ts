import * as l10n from "@vscode/l10n";
import { thumbprint } from "../crypto/certificate.ts";
import type { SignatureAlgorithm } from "../protocol/protocol.ts";
import { toBase64 } from "../text/base64.ts";
import type { Span } from "../text/span.ts";
import { parseXml } from "../xml/parser.ts";
import { elements } from "../xml/query.ts";
import { canonicalBytes, exclusiveC14n } from "./c14n.ts";
import { elementWithId } from "./ids.ts";
import type { SignaturePlan } from "./signaturePlan.ts";

/** Signs with a private key that only the host has. `why`: a sentence. */
export type SignWith = (
  key: string,
  algorithm: SignatureAlgorithm,
  data: Uint8Array,
) => Promise<Uint8Array | { readonly why: string }>;

/** A signature in a text whose values must be computed. */
export interface OpenSignature {
  readonly plan: SignaturePlan;
  /** Of its element, in the text. */
  readonly start: number;
}

/** A text for a place in another one, which is as long. */
export interface Filling extends Span {
  readonly text: string;
}

/**
 * The values of the signatures in the XML of `text[start, end)`, in the order of the text. A signature may cover those before
 * it. `why`: a sentence about a key that can't sign.
 */
export async function signatureValues(
  text: string,
  { start, end }: Span,
  signatures: readonly OpenSignature[],
  sign: SignWith,
): Promise<readonly Filling[] | { readonly why: string }> {
  let filled = text;
  const fillings: Filling[] = [];
  for (const one of signatures) {
    const values = await valuesOf(filled, { start, end }, one, sign);
    if ("why" in values) return values;
    fillings.push(...values);
    if (one !== signatures.at(-1)) filled = withFillings(filled, values);
  }
  return fillings;
}

function withFillings(text: string, fillings: readonly Filling[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: filling } of fillings) {
    pieces.push(text.slice(at, start), filling);
    at = end;
  }
  return pieces.join("") + text.slice(at);
}

async function valuesOf(
  text: string,
  span: Span,
  { plan, start }: OpenSignature,
  sign: SignWith,
): Promise<readonly Filling[] | { readonly why: string }> {
  const document = parseXml(text, span.start, span.end);
  const digests: string[] = [];
  for (const id of plan.ids) {
    const element = elementWithId(document, id);
    const method = { ...exclusiveC14n, prefixes: plan.prefixes };
    const form = element && canonicalBytes(document, element, method);
    if (!form) return { why: l10n.t("The canonical form of {0} is too long to be signed.", `#${id}`) };
    digests.push(await digestText(plan.hash, form));
  }
  const print = toBase64(await thumbprint(plan.certificate));
  const known = plan.places.flatMap(({ kind, ...place }): Filling[] => {
    if (kind === "value") return [];
    return [{ ...place, text: kind === "digest" ? (digests.shift() ?? "") : print }];
  });
  const info = signedInfo(withFillings(plan.text, known)) ?? new Uint8Array(0);
  const value = await sign(plan.key, plan.method, info);
  if ("why" in value) return value;
  const last = plan.places.find(({ kind }) => kind === "value");
  const written = toBase64(value);
  if (!last || written.length !== last.end - last.start) {
    return { why: l10n.t("The signature of the key {0} has an unexpected length.", plan.key) };
  }
  const all = [...known, { ...last, text: written }].sort((a, b) => a.start - b.start);
  return all.map((one) => ({ start: one.start + start, end: one.end + start, text: one.text }));
}

async function digestText(hash: string, bytes: Uint8Array): Promise<string> {
  return toBase64(new Uint8Array(await crypto.subtle.digest(hash, bytes)));
}

/** The canonical form of SignedInfo, which doesn't depend on the elements around the signature. */
function signedInfo(signature: string): Uint8Array | undefined {
  const document = parseXml(signature);
  for (const element of elements(document)) {
    if (element.local === "SignedInfo") return canonicalBytes(document, element, exclusiveC14n);
  }
  return undefined;
}
