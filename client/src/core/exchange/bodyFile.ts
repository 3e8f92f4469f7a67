import type { PresentResult } from "../../../../server/src/protocol/protocol.ts";
import { valuesOfField } from "../../transport/responseHead.ts";
import { type Exchange, responseOf } from "./exchange.ts";

/** By the media types of bodies that aren't text. VS Code can show the types that begin with `image/`. */
const endings: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
  ["image/bmp", "bmp"],
  ["image/x-icon", "ico"],
  ["image/svg+xml", "svg"],
  ["application/pdf", "pdf"],
  ["application/zip", "zip"],
]);

/** The extension of the file in which a response's body is saved: by its content, or by its media type if it isn't text. */
export function bodyEnding(exchange: Exchange, presented: Pick<PresentResult, "extension"> | undefined): string {
  const extension = presented?.extension ?? "bin";
  return extension === "bin" ? (endings.get(mediaTypeOf(exchange)) ?? extension) : extension;
}

export function pictureType(exchange: Exchange): string | undefined {
  const mediaType = mediaTypeOf(exchange);
  return mediaType.startsWith("image/") && endings.has(mediaType) ? mediaType : undefined;
}

function mediaTypeOf({ result }: Exchange): string {
  const type = valuesOfField(responseOf(result)?.fields ?? [], "content-type")[0] ?? "";
  return type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * The bytes of a file with an expected body: the text in UTF-8. If its XML declaration names another encoding, a byte order
 * mark, which takes precedence (RFC 7303 section 3.2), comes first.
 */
export function expectedBody(text: string): Uint8Array {
  const declaration = text.startsWith("<?xml") ? text.slice(0, text.indexOf("?>") + 1) : "";
  const isOther = /encoding/.test(declaration) && !/utf-8/i.test(declaration);
  return new TextEncoder().encode(`${isOther ? "\ufeff" : ""}${text}`);
}
