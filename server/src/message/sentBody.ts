import * as l10n from "@vscode/l10n";
import type { Charset } from "../text/charset.ts";
import type { ComputedValue } from "../variables/value.ts";
import type { BodyText } from "./body.ts";
import { bytesUpTo, sentEnd, unencodable } from "./bodyBytes.ts";
import type { BodyFile, BodyFileText } from "./bodyFile.ts";
import { type Compression, compressed } from "./compression.ts";
import type { Inserted } from "./fileParts.ts";
import type { MessageHead } from "./messageHead.ts";

/** A message with its body. */
interface BodySource extends MessageHead {
  readonly body: BodyText | undefined;
  readonly bodyFile: BodyFile | undefined;
  readonly bodyFileText: BodyFileText | undefined;
  readonly compression: Compression | undefined;
  readonly plainLength: number | undefined;
  readonly inserted: readonly Inserted[];
  readonly charset: { readonly charset: Charset | undefined };
}

/** The bytes of the body as it is sent; `undefined` if they are unknown. */
export function sentBytes(message: BodySource): Uint8Array | undefined {
  const { compression } = message;
  const plain = plainBytes(message);
  return plain && compression ? compressed(plain, compression) : plain;
}

/** Without compression. */
export function plainBytes(message: BodySource): Uint8Array | undefined {
  const { body, bodyFile, charset } = message;
  if (bodyFile && !bodyFile.replaced) return bodyFile.file.kind === "bytes" ? bodyFile.file.bytes : undefined;
  if (message.bodyFileText?.invalid || message.inserted.some(({ holdsBoundary }) => holdsBoundary)) return undefined;
  const end = endOfBody(message);
  if (end === undefined) return undefined;
  if (!body || !charset.charset || end <= body.start) return new Uint8Array(0);
  return bytesUpTo(body, charset.charset, end);
}

/** The bytes of a body before parts of it are encrypted; `undefined` if none are. */
export function bytesBeforeEncryption({ body, charset }: BodySource): Uint8Array | undefined {
  const plain = body?.beforeEncryption;
  return plain && charset.charset && bytesUpTo(plain, charset.charset, plain.source.length);
}

/** The end of the sent text in the body's source; `undefined` if its bytes are unknown. */
export function endOfBody(message: BodySource): number | undefined {
  const { body, plainLength, charset } = message;
  if (!body) return message.bodyFile ? undefined : 0;
  if (plainLength === undefined || !charset.charset) return undefined;
  if (unencodable(body, charset.charset, 1).length > 0) return undefined;
  return sentEnd(message, body, charset.charset, plainLength);
}

/** The value of `{{$body}}`. */
export function bodyValue(message: BodySource): ComputedValue {
  const { body } = message;
  if (body && body.slots.length > 0)
    return { kind: "undefined", why: l10n.t("An export can't compute {0}.", "{{$body}}") };
  const bytes = sentBytes(message);
  const isKnown = !body?.isSampled;
  return {
    kind: "bytes",
    bytes: isKnown ? bytes : undefined,
    length: isKnown || !message.compression ? bytes?.length : undefined,
    origin: l10n.t("the body"),
    secret: false,
    sources: body?.sources,
    isReadable: true,
  };
}
