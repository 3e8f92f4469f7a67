import * as vscode from "vscode";
import { type Exchange, shownUrl } from "../../core/exchange/exchange.ts";
import { type ExchangeStore, previousOf } from "../../core/exchange/exchangeStore.ts";
import { outcomeText, shortResult } from "../../core/exchange/outcome.ts";
import { bodyAddress } from "../../core/exchange/responsePath.ts";
import { inform, pick } from "../editor/ui.ts";
import type { ResponseContents } from "./contents.ts";
import { toUri } from "./responseUri.ts";

/** Shows the formatted bodies of two exchanges in VS Code's diff editor, the older one on the left. */
export async function compare(first: Exchange, second: Exchange, contents: ResponseContents): Promise<void> {
  const [older, newer] = first.at <= second.at ? [first, second] : [second, first];
  const compared =
    older.label === newer.label
      ? vscode.l10n.t("{0}: {1} ↔ {2}", newer.label, time(older), time(newer))
      : vscode.l10n.t("{0} ({1}) ↔ {2} ({3})", older.label, time(older), newer.label, time(newer));
  const [before, after] = await Promise.all([older, newer].map((exchange) => bodyText(exchange, contents)));
  const title = before === after ? vscode.l10n.t("No differences – {0}", compared) : compared;
  const [left, right] = await Promise.all([formattedUri(older, contents), formattedUri(newer, contents)]);
  await vscode.commands.executeCommand("vscode.diff", left, right, title, { preview: false });
}

/** Compares with the previous response to the same request, or with one that the user selects. */
export async function compareWithPrevious(
  exchange: Exchange,
  exchanges: ExchangeStore,
  contents: ResponseContents,
): Promise<void> {
  const other = previousOf(exchange, exchanges) ?? (await pickOther(exchange, exchanges));
  if (other !== undefined) await compare(other, exchange, contents);
}

async function pickOther(exchange: Exchange, exchanges: ExchangeStore): Promise<Exchange | undefined> {
  const others = exchanges.all().filter(({ id }) => id !== exchange.id);
  if (others.length === 0) return inform(vscode.l10n.t("There is no other response to compare with."));
  const items = others.map((other) => ({
    label: `${outcomeText(shortResult(other.result))} ${other.label}`,
    description: time(other),
    detail: shownUrl(other),
    other,
  }));
  const placeHolder = vscode.l10n.t(
    "{0} ({1}) has no previous response. Select another response to compare with",
    exchange.label,
    time(exchange),
  );
  return (await pick(items, placeHolder))?.other;
}

/** Returns the URI of a formatted body. Its extension determines the diff editor's syntax highlighting. */
async function formattedUri(exchange: Exchange, contents: ResponseContents): Promise<vscode.Uri> {
  const { extension = "txt" } = (await contents.presented(exchange)) ?? {};
  return toUri(bodyAddress(exchange, "formatted", extension === "bin" ? "txt" : extension));
}

async function bodyText(exchange: Exchange, contents: ResponseContents): Promise<string | undefined> {
  const presented = await contents.presented(exchange);
  return presented?.text.slice(presented.bodyStart);
}

function time({ at }: Exchange): string {
  return new Date(at).toLocaleTimeString(vscode.env.language);
}
