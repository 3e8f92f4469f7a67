import * as vscode from "vscode";
import { pictureType } from "../../core/exchange/bodyEnding.ts";
import { detailLines, remediesHeading, summary } from "../../core/exchange/details.ts";
import { answerOf, type Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { causeText } from "../../core/exchange/faultText.ts";
import { followingOf, followText } from "../../core/exchange/following.ts";
import { failureCommands, failureTitle, settingCommand } from "../../core/failures/failures.ts";
import { formatBytes } from "../../core/text/quantities.ts";
import type { Host } from "../editor/host.ts";
import { lineStart } from "../editor/positions.ts";
import { type LensContent, lens } from "../editor/ui.ts";
import { faultLens, partLenses } from "./bodyLenses.ts";
import type { ResponseDocuments } from "./documents.ts";
import { parseResponseUri, responseScheme } from "./responseUri.ts";

/** How many actions are shown after the status: more wouldn't fit in half a window. */
const maxActions = 2;

/** Lenses above a response: its status, time and size, and the most likely next actions. */
export class ResponseLenses implements vscode.CodeLensProvider {
  readonly #host: Host;
  readonly #documents: ResponseDocuments;
  readonly #exchanges: ExchangeStore;
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(host: Host, documents: ResponseDocuments, exchanges: ExchangeStore) {
    this.#host = host;
    this.#documents = documents;
    this.#exchanges = exchanges;
    this.onDidChangeCodeLenses = (listener, on, disposables) =>
      documents.onDidChangeFile(() => listener.call(on), undefined, disposables);
  }

  register(): vscode.Disposable {
    return vscode.languages.registerCodeLensProvider({ scheme: responseScheme }, this);
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const exchange = this.#documents.exchangeOf(document.uri);
    if (exchange === undefined || parseResponseUri(document.uri)?.kind !== "tab") return [];
    const view = this.#documents.viewOf(exchange);
    const first = lineStart(0);
    const top = [this.#status(exchange), ...(await this.#actions(exchange)).slice(0, maxActions)];
    const lenses = top.map((content) => lens(first, { arguments: [document.uri.toString()], ...content }));
    if (view !== "formatted" && view !== "raw") return lenses;
    const hasResponse = answerOf(exchange.result) !== undefined;
    const others = hasResponse ? await this.#bodyLenses(document, exchange, view) : remedyLenses(document, exchange);
    return [...lenses, ...others];
  }

  /** Includes notes that are important for reading the response. */
  #status(exchange: Exchange): LensContent {
    const { result } = exchange;
    const notes = notesOf(exchange);
    const failed = result.kind === "response" ? [] : [failureTitle(result, this.#host.kind)];
    const icon = failed.length > 0 ? "warning" : notes[0]?.icon;
    return {
      ...(icon === undefined ? {} : { icon }),
      title: [...failed, summary(result), ...notes.map(({ title }) => title)].join(" · "),
      tooltip: [...notes.map(({ tooltip }) => tooltip), ...detailLines(exchange)].join("\n"),
      command: "soaphttp.response.details",
    };
  }

  /** The likeliest first. */
  async #actions(exchange: Exchange): Promise<readonly LensContent[]> {
    const { result } = exchange;
    const surplus = this.#exchanges.surplus(exchange).length;
    const cause = (await this.#documents.contents.presented(exchange))?.fault?.cause;
    const actions: readonly (LensContent | false | undefined)[] = [
      surplus > 0 && {
        icon: "warning",
        title: vscode.l10n.t("{0} extra", formatBytes(surplus)),
        tooltip: vscode.l10n.t(
          "Bytes that were received after the complete response. A request whose Content-Length is too small can cause them.",
        ),
        command: "soaphttp.response.wire",
      },
      cause !== undefined && {
        title: vscode.l10n.t("Go to Fault Cause"),
        tooltip: vscode.l10n.t("Go to {0} in the request, the cause of this Fault", causeText(cause)),
        command: "soaphttp.response.showCause",
      },
      followAction(exchange),
      pictureType(exchange) !== undefined && {
        title: vscode.l10n.t("Open Picture"),
        tooltip: vscode.l10n.t("Show the picture"),
        command: "soaphttp.response.open",
      },
      ...(result.kind !== "response" && result.partial !== undefined ? settingCommand(result) : []),
    ];
    return actions.filter((action) => action !== false && action !== undefined);
  }

  /** Above the body, in separate rows, because the text of a Fault can be long. */
  async #bodyLenses(
    document: vscode.TextDocument,
    exchange: Exchange,
    view: "formatted" | "raw",
  ): Promise<readonly vscode.CodeLens[]> {
    const { contents } = this.#documents;
    const fault = view === "raw" ? (await contents.presented(exchange, view))?.fault : undefined;
    const ofFault = fault === undefined ? [] : [faultLens(document, fault)];
    try {
      return [...ofFault, ...partLenses(document, await contents.partsOf(exchange))];
    } catch {
      // The server is down. When it starts, the lenses are refreshed.
      return ofFault;
    }
  }
}

/** The commands that may help if there is no response, above the remedies in the text. */
function remedyLenses(document: vscode.TextDocument, { result }: Exchange): readonly vscode.CodeLens[] {
  if (result.kind === "response") return [];
  const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
  const range = lineStart(Math.max(0, lines.indexOf(remediesHeading())));
  return failureCommands(result, document.uri.toString()).map((command) => lens(range, command));
}

function followAction(exchange: Exchange): LensContent | undefined {
  const command = "soaphttp.followRedirect";
  if (exchange.result.kind === "redirect-hidden") {
    const tooltip = vscode.l10n.t(
      "Send it again and let the browser follow the redirect. With 301, 302 and 303, a POST becomes a GET.",
    );
    return { title: vscode.l10n.t("Follow Redirect"), tooltip, command };
  }
  const following = followingOf(exchange);
  if (following === undefined) return undefined;
  const [title, tooltip] = followText(following);
  return { title, tooltip, command };
}

interface Note {
  readonly icon: string;
  readonly title: string;
  readonly tooltip: string;
}

/** What a reader of the response must know. */
function notesOf({ result, fromHistory }: Exchange): readonly Note[] {
  const { tls, url } = result;
  const notes: Note[] = [];
  if (tls !== undefined && !tls.verified) {
    notes.push({
      icon: "warning",
      title: vscode.l10n.t("certificate not verified"),
      tooltip: vscode.l10n.t(
        "The certificate of {0} is invalid ({1}), but the setting soaphttp.tls.hosts allows it. The response may come from anyone.",
        /^[a-z]+:\/\/([^/]*)/.exec(url)?.[1] ?? url,
        tls.verifyError ?? "?",
      ),
    });
  }
  if (fromHistory) {
    notes.push({
      icon: "history",
      title: vscode.l10n.t("from the history"),
      tooltip: vscode.l10n.t("This response was loaded from the history, exactly as received."),
    });
  }
  return notes;
}
