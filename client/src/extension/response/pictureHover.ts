import * as vscode from "vscode";
import { largestHoverPicture } from "../../../../server/src/limits.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { pictureOf } from "../../core/exchange/bodyEnding.ts";
import { answerOf, type Exchange } from "../../core/exchange/exchange.ts";
import { pictureHover } from "../editor/ui.ts";
import { bodyLine, partLines } from "./bodyLenses.ts";
import type { ResponseDocuments } from "./documents.ts";
import { responseScheme } from "./responseUri.ts";

/**
 * Shows a picture in the hover of the text for its bytes. VS Code's own preview is larger, but needs a web view, which
 * a browser that allows no third-party cookies doesn't show.
 */
export function registerPictureHover(documents: ResponseDocuments): vscode.Disposable {
  return vscode.languages.registerHoverProvider(
    { scheme: responseScheme },
    {
      async provideHover(document, { line }) {
        const exchange = documents.exchangeOf(document.uri);
        if (exchange === undefined || line < bodyLine(document)) return undefined;
        const picture = await pictureAt(document, exchange, line, documents);
        if (picture === undefined || picture.bytes.length > largestHoverPicture) return undefined;
        return pictureHover(picture.mediaType, toBase64(picture.bytes));
      },
    },
  );
}

async function pictureAt(
  document: vscode.TextDocument,
  exchange: Exchange,
  line: number,
  documents: ResponseDocuments,
): Promise<{ readonly mediaType: string; readonly bytes: Uint8Array } | undefined> {
  const body = answerOf(exchange.result)?.body ?? new Uint8Array();
  const whole = pictureOf(exchange);
  if (whole !== undefined) return { mediaType: whole.mediaType, bytes: body };
  // The server may be down.
  const found = await documents.parts.of(exchange).catch(() => ({ boundary: "", parts: [] }));
  const part = found.parts[partLines(document, found).findLastIndex((start) => start <= line)];
  return part === undefined || !/^image\/[\w.+-]+$/.test(part.mediaType)
    ? undefined
    : { mediaType: part.mediaType, bytes: body.subarray(part.start, part.end) };
}
