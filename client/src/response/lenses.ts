import * as vscode from "vscode";
import type { Host } from "../host.ts";
import { formatBytes } from "../quantities.ts";
import { failureTitle } from "../send/failureText.ts";
import { followingOf, followText } from "../send/following.ts";
import { notesOf } from "../trust/notes.ts";
import { type LensContent, lens } from "../ui.ts";
import { pictureOf } from "./bodyEnding.ts";
import { faultLenses, partLenses } from "./bodyLenses.ts";
import { detailLines, summary } from "./details.ts";
import type { ResponseDocuments } from "./documents.ts";
import type { Exchange } from "./exchange.ts";
import type { ExchangeStore } from "./exchangeStore.ts";
import { previousOf } from "./previous.ts";
import type { View } from "./responsePath.ts";
import { parseResponseUri, responseScheme } from "./responseUri.ts";

/** Over the first line of a response: what it is, and what can be done with it. */
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
    const { uri } = document;
    const parsed = parseResponseUri(uri);
    const exchange = this.#documents.exchangeOf(uri);
    if (parsed === undefined || exchange === undefined || !withLenses.includes(parsed.view)) {
      return [];
    }
    const link = (title: string, tooltip: string, command: string): LensContent => ({
      title,
      tooltip,
      command,
      arguments: [uri.toString()],
    });
    const again = link(
      vscode.l10n.t("Send again"),
      vscode.l10n.t("Send the same bytes to the same place once more"),
      "soaphttp.sendAgain",
    );
    const follow = this.#follow(exchange).map(([title, tooltip]) => link(title, tooltip, "soaphttp.followRedirect"));
    const wire = link(
      vscode.l10n.t("Wire"),
      vscode.l10n.t("Show the bytes that were sent and received, and what differs from the editor’s text"),
      "soaphttp.response.wire",
    );
    if (parsed.view === "wire" || parsed.view === "hex") {
      return atTop(wireForms(parsed.view, link));
    }
    const commands =
      parsed.view === "failure"
        ? [...follow, wire, again]
        : [
            {
              ...link(this.#title(exchange), detailLines(exchange).join("\n"), "soaphttp.response.details"),
              ...(exchange.result.kind === "response" ? {} : { icon: "warning" }),
            },
            ...views(parsed.view === "formatted", link),
            wire,
            ...(pictureOf(exchange) === undefined
              ? []
              : [link(vscode.l10n.t("Open body"), vscode.l10n.t("Look at the picture"), "soaphttp.response.openBody")]),
            link(
              vscode.l10n.t("Save body…"),
              vscode.l10n.t("Save the body as it came, all of it"),
              "soaphttp.response.save",
            ),
            ...this.#previous(exchange).map(([title, tooltip]) =>
              link(title, tooltip, "soaphttp.response.compareWithPrevious"),
            ),
            ...this.#surplus(exchange).map(([title, tooltip]) => ({
              ...link(title, tooltip, "soaphttp.response.surplus"),
              icon: "warning",
            })),
            ...follow,
            again,
            ...notesOf(exchange),
          ];
    const lenses = atTop(commands);
    return parsed.view === "failure"
      ? lenses
      : [...lenses, ...(await this.#inBody(document, exchange, parsed.view === "formatted"))];
  }

  #title({ result }: Exchange): string {
    return result.kind === "response"
      ? summary(result)
      : `${failureTitle(result, { host: this.#host.kind })} · ${summary(result)}`;
  }

  /** Over the body, in rows of their own: a reason can be long. */
  async #inBody(
    document: vscode.TextDocument,
    exchange: Exchange,
    decoded: boolean,
  ): Promise<readonly vscode.CodeLens[]> {
    const { presented } = await this.#documents.content(document.uri);
    const fault = presented?.fault === undefined ? [] : faultLenses(document, presented.fault, decoded);
    try {
      return [...fault, ...(await partLenses(document, exchange, this.#documents.parts))];
    } catch {
      // The server is down. It starts with a refresh.
      return fault;
    }
  }

  #previous(exchange: Exchange): readonly (readonly [string, string])[] {
    const previous = previousOf(exchange, this.#exchanges);
    const tooltip = vscode.l10n.t("Show what differs from the body of the response before");
    return previous === undefined ? [] : [[vscode.l10n.t("Compare with previous"), tooltip]];
  }

  #surplus(exchange: Exchange): readonly (readonly [string, string])[] {
    const { length } = this.#exchanges.surplus(exchange);
    const tooltip = vscode.l10n.t(
      "Bytes that came after the complete response, as a request whose Content-Length is too small provokes them. They are no part of it.",
    );
    return length === 0 ? [] : [[vscode.l10n.t("{0} extra", formatBytes(length)), tooltip]];
  }

  #follow(exchange: Exchange): readonly (readonly [string, string])[] {
    if (exchange.result.kind === "redirect-hidden") {
      if (exchange.result.secretFields?.length) return [];
      const tooltip = vscode.l10n.t(
        "Send it again and let the browser follow. With 301, 302 and 303 a POST turns into a GET.",
      );
      return [[vscode.l10n.t("Follow"), tooltip]];
    }
    const following = followingOf(exchange);
    return following === undefined ? [] : [followText(following)];
  }
}

const withLenses: readonly View[] = ["formatted", "raw", "failure", "wire", "hex"];

function atTop(commands: readonly LensContent[]): vscode.CodeLens[] {
  return commands.map((command) => lens(lineRange(0), command));
}

/** `Text | Hex`, as `Formatted | Raw`. */
function wireForms(
  view: "wire" | "hex",
  link: (title: string, tooltip: string, command: string) => LensContent,
): readonly LensContent[] {
  const [text, hex] = [vscode.l10n.t("Text"), vscode.l10n.t("Hex")];
  return view === "wire"
    ? [plain(text), link(hex, vscode.l10n.t("Show the bytes as hexadecimal numbers"), "soaphttp.response.wireHex")]
    : [link(text, vscode.l10n.t("Show the bytes as text"), "soaphttp.response.wire"), plain(hex)];
}

/** `Formatted | Raw`: the one that is shown is no link. */
function views(
  formatted: boolean,
  link: (title: string, tooltip: string, command: string) => LensContent,
): readonly LensContent[] {
  const names = [vscode.l10n.t("Formatted"), vscode.l10n.t("Raw")] as const;
  return formatted
    ? [plain(names[0]), link(names[1], vscode.l10n.t("Show the body as it came"), "soaphttp.response.raw")]
    : [link(names[0], vscode.l10n.t("Show the body formatted"), "soaphttp.response.formatted"), plain(names[1])];
}

/** A lens without a command is text. */
function plain(title: string): LensContent {
  return { title };
}

function lineRange(line: number): vscode.Range {
  return new vscode.Range(line, 0, line, 0);
}
