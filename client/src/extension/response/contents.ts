import * as vscode from "vscode";
import {
  PartsRequest,
  type PresentParams,
  PresentRequest,
  type PresentResult,
  type ReceivedPart,
} from "../../../../server/src/protocol/protocol.ts";
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import { formattedLater } from "../../../../server/src/text/limits.ts";
import { memoized } from "../../../../server/src/text/memoized.ts";
import { type BinaryValue, binaryValues } from "../../core/exchange/binaryValues.ts";
import { detailLines, failureText } from "../../core/exchange/details.ts";
import { type Exchange, responseOf } from "../../core/exchange/exchange.ts";
import { type ExchangeStore, lastDurations } from "../../core/exchange/exchangeStore.ts";
import { explanation } from "../../core/exchange/faultText.ts";
import {
  formattingText,
  presentParams,
  presentWithinLimit,
  unformattedText,
} from "../../core/exchange/presentation.ts";
import type { ResponsePlace, ResponseView } from "../../core/exchange/responsePath.ts";
import { timingLines } from "../../core/exchange/timing.ts";
import { wireText } from "../../core/exchange/wireText.ts";
import { valuesOfField } from "../../transport/responseHead.ts";
import type { ResponseMessage } from "../../transport/result.ts";
import { errorText } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { tabUri } from "./responseUri.ts";

/** Maximum texts from the server that are kept: each may have 5 MB. */
const maxPresented = 12;

/** The parts of a multipart response, decrypted if they were encrypted. */
export interface ShownParts {
  /** The boundary without the hyphens before it; may be empty. */
  readonly boundary: string;
  readonly parts: readonly (Omit<ReceivedPart, "start" | "end" | "decrypted"> & { readonly bytes: Uint8Array })[];
}

export class ResponseContents {
  readonly #host: Host;
  readonly #server: LanguageServer;
  readonly #exchanges: ExchangeStore;
  readonly #log: { warn(message: string): void };
  /** The server's texts, by exchange and form. */
  readonly #presented = new Map<string, Promise<PresentResult | undefined>>();
  /** The ids of exchanges whose formatted text is known, or can't be created. */
  readonly #formatted = new Set<string>();
  readonly #parts = new WeakMap<Exchange, Promise<ShownParts>>();

  constructor(host: Host, server: LanguageServer, exchanges: ExchangeStore, log: { warn(message: string): void }) {
    this.#host = host;
    this.#server = server;
    this.#exchanges = exchanges;
    this.#log = log;
  }

  /** The server's text of a response, formatted or as received; undefined if it is down, or nothing was received. */
  presented(exchange: Exchange, form: "formatted" | "raw" = "formatted"): Promise<PresentResult | undefined> {
    const key = `${exchange.id} ${form}`;
    const kept = this.#presented.get(key);
    if (kept !== undefined) return kept;
    const presented = this.#present(exchange, form === "formatted");
    this.#presented.set(key, presented);
    const [oldest = key] = this.#presented.keys();
    if (this.#presented.size > maxPresented) this.#presented.delete(oldest);
    void presented.then((result) => {
      if (result === undefined) this.#presented.delete(key);
      if (form === "formatted") this.#formatted.add(exchange.id);
    });
    return presented;
  }

  /** Whether a response is so large that it is shown before it is formatted, and isn't formatted yet. */
  isFormatting({ id, result }: Exchange): boolean {
    const { length = 0 } = responseOf(result)?.body ?? {};
    return length > formattedLater && !this.#formatted.has(id);
  }

  /** The parts of a multipart response; empty for other responses. Rejects if the server is down. */
  partsOf(exchange: Exchange): Promise<ShownParts> {
    const kept = this.#parts.get(exchange);
    if (kept !== undefined) return kept;
    const parts = this.#requestParts(exchange);
    this.#parts.set(exchange, parts);
    // After a failure, the next call asks again.
    parts.catch(() => this.#parts.delete(exchange));
    return parts;
  }

  /** The values of Base64 data in a response, also in its decrypted parts. */
  async valuesOf(exchange: Exchange): Promise<readonly BinaryValue[]> {
    const presented = this.isFormatting(exchange) ? undefined : await this.presented(exchange);
    if (presented?.encryption !== undefined) return valuesInText(presented);
    const response = responseOf(exchange.result);
    return response ? valuesInBody(response) : [];
  }

  /** The bytes of a document. While a large response is being formatted, its tab shows a note about that. */
  async bytes(exchange: Exchange, place: ResponsePlace, view: ResponseView): Promise<Uint8Array> {
    const body = responseOf(exchange.result)?.body ?? new Uint8Array();
    switch (place.kind) {
      case "tab":
        return encodeTab(await this.#text(exchange, view));
      case "formatted": {
        const presented = await this.presented(exchange);
        // The user may have set an encoding for the language of the file extension.
        return encode(presented?.text.slice(presented.bodyStart) ?? this.#textWithoutServer(exchange), true);
      }
      case "body":
        return body;
      case "part":
        return (await this.partsOf(exchange)).parts[place.index]?.bytes ?? new Uint8Array();
      case "value":
        return (await this.valuesOf(exchange))[place.index]?.bytes() ?? new Uint8Array();
    }
  }

  forget(exchange: Exchange): void {
    const { id } = exchange;
    this.#formatted.delete(id);
    this.#parts.delete(exchange);
    for (const form of ["formatted", "raw"]) this.#presented.delete(`${id} ${form}`);
  }

  async #text(exchange: Exchange, view: ResponseView): Promise<string> {
    switch (view) {
      case "details":
        return `${[...timingLines(exchange, lastDurations(exchange, this.#exchanges)), ...detailLines(exchange)].join("\n")}\n`;
      case "wire":
      case "hex":
        return wireText(exchange, view === "hex" ? "hex" : "text", this.#exchanges.surplus(exchange));
      default: {
        const response = responseOf(exchange.result);
        if (view === "formatted" && response !== undefined && this.isFormatting(exchange))
          return formattingText(response);
        const presented = await this.presented(exchange, view);
        if (presented === undefined) return this.#textWithoutServer(exchange);
        const { text, bodyStart, fault, signature, encryption = [] } = presented;
        const lines = [...encryption, ...(signature?.lines ?? [])];
        if (view === "raw" || (fault === undefined && lines.length === 0)) return text;
        return text.slice(0, bodyStart) + explanation(fault, lines) + text.slice(bodyStart);
      }
    }
  }

  /** Returns the text of a response without the server's help; without a response, the explanation of the failure. */
  #textWithoutServer({ result, at }: Exchange): string {
    return result.kind === "response" || result.partial !== undefined
      ? unformattedText(result)
      : failureText(result, at, this.#host.kind);
  }

  /** Returns the parameters for presenting a response; undefined if nothing was received. */
  params(exchange: Exchange, format: boolean): PresentParams | undefined {
    const surplus = this.#exchanges.surplus(exchange).length;
    return presentParams(exchange, tabUri(exchange).toString(), { format, surplus });
  }

  async #present(exchange: Exchange, format: boolean): Promise<PresentResult | undefined> {
    const params = this.params(exchange, format);
    const body = responseOf(exchange.result)?.body;
    if (params === undefined || body === undefined) return undefined;
    try {
      return await presentWithinLimit(params, body, (one) => this.#server.request(PresentRequest, one));
    } catch (error) {
      this.#log.warn(`The response is shown without the language server: ${errorText(error)}`);
      return undefined;
    }
  }

  async #requestParts(exchange: Exchange): Promise<ShownParts> {
    const response = responseOf(exchange.result);
    const contentType = valuesOfField(response?.fields ?? [], "content-type")[0] ?? "";
    if (response === undefined || !/^\s*multipart\//i.test(contentType)) return { boundary: "", parts: [] };
    const { body } = response;
    const uri = tabUri(exchange).toString();
    const { boundary, parts } = await this.#server.request(PartsRequest, { uri, contentType, body: toBase64(body) });
    const shown = parts.map(({ start, end, decrypted, ...part }) => ({
      ...part,
      bytes: decrypted === undefined ? body.subarray(start, end) : fromBase64(decrypted),
    }));
    return { boundary, parts: shown };
  }
}

const valuesInBody = memoized(({ body }: ResponseMessage) => binaryValues(body));
const valuesInText = memoized(({ text, bodyStart }: PresentResult) =>
  binaryValues(new TextEncoder().encode(text.slice(bodyStart))),
);

/** The text of a tab as bytes: with a byte order mark only if a setting of the user would decode them otherwise. */
export function encodeTab(text: string): Uint8Array {
  // A response is opened as plain text, before its language is set.
  const files = vscode.workspace.getConfiguration("files", { languageId: "plaintext" });
  return encode(text, files.get("encoding") !== "utf8" || files.get("autoGuessEncoding") === true);
}

/** NUL is replaced by its picture, because VS Code treats a text with NUL as binary. */
function encode(text: string, hasMark: boolean): Uint8Array {
  return new TextEncoder().encode(`${hasMark ? "\ufeff" : ""}${text.replaceAll("\u0000", "\u2400")}`);
}
