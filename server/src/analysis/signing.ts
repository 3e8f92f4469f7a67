import { byteSlots } from "../message/bodyBytes.ts";
import type { Message } from "../message/message.ts";
import type { Compute } from "../resources/keys.ts";
import { type OpenSignature, signatureValues } from "../security/sign.ts";
import { encodePart } from "../text/fileBody.ts";
import type { Span } from "../text/span.ts";

/** The signatures of a body whose values aren't computed yet. */
export interface Signing {
  readonly text: string;
  /** The XML of the message in the text. */
  readonly xml: Span;
  readonly signatures: readonly OpenSignature[];
  /** The places of parts of the text in the bytes of the body. */
  readonly placesOf: (spans: readonly Span[]) => readonly Span[];
  readonly encode: (text: string) => Uint8Array;
}

/** `undefined` if nothing is signed, or if a signature has a problem. */
export function signingOf({ body, charset: { charset } }: Message): Signing | undefined {
  if (!body || !charset || body.signatures.all.length === 0) return undefined;
  const signatures = body.signatures.all.flatMap(({ plan, start }) => (plan ? [{ plan, start }] : []));
  if (signatures.length < body.signatures.all.length) return undefined;
  const placesOf = (spans: readonly Span[]) => {
    const slots = spans.map(({ start, end }) => ({ start, end, value: 0, escape: "none" as const }));
    return byteSlots({ ...body, slots }, charset);
  };
  const { source: text } = body;
  return { text, xml: body.signatures.xml, signatures, placesOf, encode: (part) => encodePart(part, charset) };
}

/** A message with its signatures, or a sentence about a key that can't sign. */
export async function signed<M extends { readonly body: Uint8Array; readonly signing: Signing | undefined }>(
  message: M,
  compute: Compute,
): Promise<M | { readonly why: string }> {
  const { signing } = message;
  if (!signing) return message;
  const values = await signatureValues(signing.text, signing.xml, signing.signatures, async (key, algorithm, data) => {
    const [result] = await compute([{ kind: "sign", key, algorithm, data }]);
    return result?.kind === "value" ? result.value : { why: result?.why ?? "" };
  });
  if ("why" in values) return values;
  const body = message.body.slice();
  for (const [index, { start }] of signing.placesOf(values).entries()) {
    body.set(signing.encode(values[index]?.text ?? ""), start);
  }
  return { ...message, body, signing: undefined };
}
