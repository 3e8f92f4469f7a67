import * as vscode from "vscode";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { type Grade, gradeOf, outcomeText, shortResult } from "../../core/exchange/outcome.ts";
import { parseResponseUri } from "./responseUri.ts";

/** Colors the tabs of responses by their outcome. */
export function registerDecorations(exchanges: ExchangeStore): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: async (uri) => {
      const place = parseResponseUri(uri);
      const exchange = place?.kind === "tab" ? await exchanges.find(place.id) : undefined;
      if (exchange === undefined) return undefined;
      const short = shortResult(exchange.result);
      // Without a badge: the lock icon of read-only tabs would replace it.
      return new vscode.FileDecoration(undefined, outcomeText(short), colorOf(gradeOf(short)));
    },
  });
}

/** The color of text and icons. Undefined: the default color. */
export function colorOf(grade: Grade): vscode.ThemeColor | undefined {
  return grade === "cancelled" ? undefined : new vscode.ThemeColor(`soaphttp.${grade}`);
}
