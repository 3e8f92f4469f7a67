import * as vscode from "vscode";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { type Grade, gradeOf, outcomeText, shortResult } from "../../core/exchange/outcome.ts";
import { parseResponseUri } from "./responseUri.ts";

/** Colour of the tabs of responses, by their outcome. */
export function registerDecorations(exchanges: Pick<ExchangeStore, "find">): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: async (uri) => {
      const place = parseResponseUri(uri);
      const exchange = place?.kind === "tab" ? await exchanges.find(place.id) : undefined;
      return exchange && decorationOf(exchange);
    },
  });
}

/** Of text and icons. Undefined: as other text. */
export function colourOf(grade: Grade): vscode.ThemeColor | undefined {
  return grade === "cancelled" ? undefined : new vscode.ThemeColor(`soaphttp.${grade}`);
}

function decorationOf({ result }: Exchange): vscode.FileDecoration {
  const short = shortResult(result);
  const grade = gradeOf(short);
  // Without a badge: the lock of what is read-only takes its place.
  return new vscode.FileDecoration(undefined, outcomeText(short), colourOf(grade));
}
