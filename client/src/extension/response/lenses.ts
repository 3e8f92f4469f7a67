import * as vscode from "vscode";
import { pictureOf } from "../../core/exchange/bodyEnding.ts";
import { detailLines, summary } from "../../core/exchange/details.ts";
import { answerOf, type Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { remediesHeading } from "../../core/exchange/failureText.ts";
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

/** How many actions stand beside the status: more would not fit half a window. */
const mostActions = 2;

/** Over the first line of a response: its status, time and size, and what is done next with it, if anything. */
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
    const isAnswer = answerOf(exchange.result) !== undefined;
    const first = lineStart(0);
    const lenses = [this.#status(exchange), ...(await this.#actions(exchange)).slice(0, mostActions)].map((content) =>
      lens(first, { arguments: [document.uri.toString()], ...content }),
    );
    if (view !== "formatted" && view !== "raw") return lenses;
    return [...lenses, ...(isAnswer ? await this.#inBody(document, exchange, view) : remedyLenses(document, exchange))];
  }

  /** Notes that a response must not be read without belong to its status. */
  #status(exchange: Exchange): LensContent {
    const { result } = exchange;
    const notes = notesOf(exchange);
    const failed = result.kind === "response" ? [] : [failureTitle(result, this.#host.kind)];
    const icon = failed.length > 0 ? "warning" : notes[0]?.icon;
    return {
      ...(icon === undefined ? {} : { icon }),
      title: [...failed, summary(result), ...notes.map(({ title }) => title)].join(" · "),
      tooltip: [...notes.flatMap(({ tooltip = [] }) => tooltip), ...detailLines(exchange)].join("\n"),
      command: "soaphttp.response.details",
    };
  }

  /** The likeliest first. */
  async #actions(exchange: Exchange): Promise<readonly LensContent[]> {
    const actions: LensContent[] = [];
    const surplus = this.#exchanges.surplus(exchange).length;
    if (surplus > 0) {
      actions.push({
        icon: "warning",
        title: vscode.l10n.t("{0} extra", formatBytes(surplus)),
        tooltip: vscode.l10n.t(
          "Bytes that were received after the complete response. A request whose Content-Length is too small can cause them.",
        ),
        command: "soaphttp.response.wire",
      });
    }
    const cause = (await this.#documents.presented(exchange))?.fault?.cause;
    if (cause !== undefined) {
      actions.push({
        title: vscode.l10n.t("Go to Fault Cause"),
        tooltip: vscode.l10n.t("Go to {0} in the request, the cause of this Fault", causeText(cause)),
        command: "soaphttp.response.showCause",
      });
    }
    const follow = followOf(exchange);
    if (follow !== undefined) {
      const [title, tooltip] = follow;
      actions.push({ title, tooltip, command: "soaphttp.followRedirect" });
    }
    if (pictureOf(exchange) !== undefined) {
      actions.push({
        title: vscode.l10n.t("Open Picture"),
        tooltip: vscode.l10n.t("Show the picture"),
        command: "soaphttp.response.open",
      });
    }
    const { result } = exchange;
    if (result.kind !== "response" && result.partial !== undefined) actions.push(...settingCommand(result));
    return actions;
  }

  /** Over the body, in rows of their own: a reason can be long. */
  async #inBody(
    document: vscode.TextDocument,
    exchange: Exchange,
    view: "formatted" | "raw",
  ): Promise<readonly vscode.CodeLens[]> {
    const fault = view === "raw" ? (await this.#documents.presented(exchange, view))?.fault : undefined;
    const over = fault === undefined ? [] : [faultLens(document, fault)];
    try {
      return [...over, ...(await partLenses(document, exchange, this.#documents.parts))];
    } catch {
      // The server is down. It starts with a refresh.
      return over;
    }
  }
}

/** What can be done where no response came, in a row above the words that say so. */
function remedyLenses(document: vscode.TextDocument, { result }: Exchange): readonly vscode.CodeLens[] {
  if (result.kind === "response") return [];
  const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
  const range = lineStart(Math.max(0, lines.indexOf(remediesHeading())));
  const uri = document.uri.toString();
  return failureCommands(result, uri).map((command) => lens(range, command));
}

/** Title and explanation. */
function followOf(exchange: Exchange): readonly [string, string] | undefined {
  if (exchange.result.kind === "redirect-hidden") {
    const tooltip = vscode.l10n.t(
      "Send it again and let the browser follow the redirect. With 301, 302 and 303, a POST becomes a GET.",
    );
    return [vscode.l10n.t("Follow Redirect"), tooltip];
  }
  const following = followingOf(exchange);
  return following === undefined ? undefined : followText(following);
}

/** What stands over a response beside its summary, each with its explanation: what it must not be mistaken for. */
function notesOf({ result, fromHistory }: Exchange): readonly LensContent[] {
  const unverified = result.tls !== undefined && !result.tls.verified;
  return [
    ...(unverified
      ? [
          {
            icon: "warning",
            title: vscode.l10n.t("certificate not verified"),
            tooltip: vscode.l10n.t(
              "The certificate of {0} is invalid ({1}), but the setting soaphttp.tls.hosts allows it. The response may come from anyone.",
              hostOf(result.url),
              result.tls?.verifyError ?? "?",
            ),
          },
        ]
      : []),
    ...(fromHistory === undefined
      ? []
      : [
          {
            icon: "history",
            title: vscode.l10n.t("from the history"),
            tooltip: vscode.l10n.t("This response was loaded from the history, exactly as received."),
          },
        ]),
  ];
}

function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/]*)/.exec(url)?.[1] ?? url;
}
