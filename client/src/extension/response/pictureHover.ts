import * as vscode from "vscode";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { largestHoverPicture } from "../../../../server/src/text/limits.ts";
import { pictureType } from "../../core/exchange/bodyFile.ts";
import { responseOf } from "../../core/exchange/exchange.ts";
import { pictureHover } from "../editor/ui.ts";
import { bodyLine, partLines, valuesIn } from "./bodyLenses.ts";
import type { ShownParts } from "./contents.ts";
import type { ResponseDocuments } from "./responseDocuments.ts";
import { responseScheme } from "./responseUri.ts";

/** Shows an image over its bytes. VS Code's preview is a webview, which needs third-party cookies in a browser. */
export function registerPictureHover(documents: ResponseDocuments): vscode.Disposable {
  const provider: vscode.HoverProvider = {
    async provideHover(document, position) {
      const { line } = position;
      const offset = document.offsetAt(position);
      const exchange = documents.exchangeOf(document.uri);
      if (exchange === undefined || line < bodyLine(document)) return undefined;
      const body = responseOf(exchange.result)?.body ?? new Uint8Array();
      const mediaType = pictureType(exchange);
      if (mediaType !== undefined) return hoverOf(mediaType, body);
      const values = valuesIn(document, await documents.contents.valuesOf(exchange));
      const value = values.find(({ start, end }) => start <= offset && offset <= end)?.value;
      if (value?.kind !== undefined && isPicture(value.kind.mediaType)) {
        return hoverOf(value.kind.mediaType, value.bytes());
      }
      // If the server is down, there are no parts.
      const shown = await documents.contents.partsOf(exchange).catch((): ShownParts => ({ boundary: "", parts: [] }));
      const part = shown.parts[partLines(document, shown).findLastIndex((start) => start <= line)];
      if (part === undefined || !isPicture(part.mediaType)) return undefined;
      return hoverOf(part.mediaType, part.bytes);
    },
  };
  return vscode.languages.registerHoverProvider({ scheme: responseScheme }, provider);
}

function isPicture(mediaType: string): boolean {
  return /^image\/[\w.+-]+$/.test(mediaType);
}

function hoverOf(mediaType: string, bytes: Uint8Array): vscode.Hover | undefined {
  return bytes.length > largestHoverPicture ? undefined : pictureHover(mediaType, toBase64(bytes));
}
