import type { PresentResult } from "../../../../server/src/protocol.ts";
import { fieldValues } from "../../transport/head.ts";
import { answerOf, type Exchange } from "./exchange.ts";

/** What VS Code shows as a picture. */
const pictures: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/gif", "gif"],
  ["image/webp", "webp"],
  ["image/bmp", "bmp"],
  ["image/x-icon", "ico"],
  ["image/svg+xml", "svg"],
]);

const others: ReadonlyMap<string, string> = new Map([
  ["application/pdf", "pdf"],
  ["application/zip", "zip"],
]);

/** The ending of the file that a response's body is saved in: by what it is, and where it is no text by its media type. */
export function bodyEnding(exchange: Exchange, presented: Pick<PresentResult, "extension"> | undefined): string {
  const told = presented?.extension ?? "bin";
  return told === "bin" ? (pictureOf(exchange)?.ending ?? others.get(mediaTypeOf(exchange)) ?? told) : told;
}

/** What picture a response is; undefined where it is none. */
export function pictureOf(exchange: Exchange): { readonly mediaType: string; readonly ending: string } | undefined {
  const mediaType = mediaTypeOf(exchange);
  const ending = pictures.get(mediaType);
  return ending === undefined ? undefined : { mediaType, ending };
}

function mediaTypeOf({ result }: Exchange): string {
  const type = fieldValues(answerOf(result)?.fields ?? [], "content-type")[0] ?? "";
  return type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
