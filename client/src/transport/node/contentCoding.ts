import type { RawMessage } from "../framing.ts";
import { listTokens } from "../responseHead.ts";
import type { ContentCoding, ResponseMessage } from "../result.ts";
import { decode, unsupported } from "./decoder.ts";

export interface Decoded {
  readonly message: ResponseMessage;
  /** The decoded body is larger than the limit; the message contains its beginning. */
  readonly tooLarge: boolean;
}

/** Maximum codings of a body; more are an attack. */
const maxCodings = 5;

/** Decodes content codings (RFC 9110 section 8.4.1) and compressing transfer codings, up to `limit` bytes. */
export async function withContent(raw: RawMessage, limit: number): Promise<Decoded> {
  const codings = [
    ...listTokens(raw.fields, "content-encoding"),
    ...listTokens(raw.fields, "transfer-encoding").filter((coding) => coding !== "chunked"),
  ].filter((coding) => coding !== "identity");
  const done = (body: Uint8Array, content: ContentCoding, tooLarge = false): Decoded => ({
    message: { ...raw, body, content },
    tooLarge,
  });
  if (codings.length === 0 || raw.rawBody.length === 0) return done(raw.rawBody, { kind: "identity" });
  if (codings.length > maxCodings) {
    return done(raw.rawBody, { kind: "unsupported", codings, coding: codings.join(", "), why: "unknown" });
  }
  for (const coding of codings) {
    const why = unsupported(coding);
    if (why !== undefined) return done(raw.rawBody, { kind: "unsupported", codings, coding, why });
  }
  let body = raw.rawBody;
  let trailing = 0;
  for (const coding of codings.toReversed()) {
    const step = await decode(body, coding, limit);
    if (step.problem !== undefined) {
      const decodedBytes = step.bytes.length;
      const content: ContentCoding = { kind: "broken", codings, coding, decodedBytes, ...step.problem };
      return done(decodedBytes > 0 ? step.bytes : body, content);
    }
    body = step.bytes;
    trailing += step.trailing;
    if (step.tooLarge) return done(body, { kind: "decoded", codings, trailing }, true);
  }
  return done(body, { kind: "decoded", codings, trailing });
}
