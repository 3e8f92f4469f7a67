import { PresentRequest, type PresentResult } from "../../../../server/src/protocol.ts";
import { detailLines } from "../../core/exchange/details.ts";
import { answerOf, type Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { failureText } from "../../core/exchange/failureText.ts";
import { explanation } from "../../core/exchange/faultText.ts";
import { plainText, presentFitting, presentParams } from "../../core/exchange/presentation.ts";
import type { ResponsePlace, View } from "../../core/exchange/responsePath.ts";
import { wireText } from "../../core/exchange/wireText.ts";
import type { Host } from "../editor/host.ts";
import { type LanguageServer, messageOf } from "../editor/languageServer.ts";
import { Parts } from "./parts.ts";

/** How many texts are held that the server has made: each may have 5 MB. */
const mostPresented = 12;

export interface ContentSources {
  readonly host: Pick<Host, "kind">;
  readonly server: LanguageServer;
  readonly exchanges: Pick<ExchangeStore, "surplus">;
  readonly log: { warn(message: string): void };
  /** Of the tab of an exchange. */
  readonly uriOf: (exchange: Exchange) => string;
}

/** What the documents of an exchange hold. */
export class ResponseContents {
  readonly #sources: ContentSources;
  /** What the server made of responses, by exchange and form. */
  readonly #presented = new Map<string, Promise<PresentResult | undefined>>();

  readonly parts: Parts;

  constructor(sources: ContentSources) {
    this.#sources = sources;
    this.parts = new Parts(sources.server);
  }

  /** What the server makes of a response, formatted or as it came; undefined where it is down, or nothing came. */
  presented(exchange: Exchange, form: "formatted" | "raw" = "formatted"): Promise<PresentResult | undefined> {
    const key = `${exchange.id} ${form}`;
    let presented = this.#presented.get(key);
    if (presented === undefined) {
      presented = this.#present(exchange, form === "formatted");
      this.#presented.set(key, presented);
      const [oldest = key] = this.#presented.keys();
      if (this.#presented.size > mostPresented) this.#presented.delete(oldest);
      void presented.then((result) => result ?? this.#presented.delete(key));
    }
    return presented;
  }

  /** `view`: what the tab shows. */
  async bytes(exchange: Exchange, place: ResponsePlace, view: View): Promise<Uint8Array> {
    const body = answerOf(exchange.result)?.body ?? new Uint8Array();
    switch (place.kind) {
      case "tab":
        return encode(await this.#text(exchange, view));
      case "tidy": {
        const presented = await this.presented(exchange);
        return encode(
          presented?.text.slice(presented.bodyStart) ?? this.#failure(exchange) ?? plainText(exchange.result),
        );
      }
      case "body":
        return body;
      case "part": {
        const part = (await this.parts.of(exchange)).parts[place.index];
        return body.subarray(part?.start ?? 0, part?.end ?? 0);
      }
    }
  }

  async #text(exchange: Exchange, view: View): Promise<string> {
    switch (view) {
      case "details":
        return `${detailLines(exchange).join("\n")}\n`;
      case "wire":
      case "hex":
        return wireText(exchange, view === "hex" ? "hex" : "text", this.#sources.exchanges.surplus(exchange));
      default: {
        const presented = await this.presented(exchange, view);
        if (presented === undefined) return this.#failure(exchange) ?? plainText(exchange.result);
        return view === "formatted" ? explained(presented) : presented.text;
      }
    }
  }

  /** What stands in the place of a response where none came. */
  #failure({ result, at }: Exchange): string | undefined {
    return result.kind === "response" || result.partial !== undefined
      ? undefined
      : failureText(result, at, this.#sources.host.kind);
  }

  /** The facts of an exchange have changed, or it is gone. */
  forget({ id }: Exchange): void {
    for (const form of ["formatted", "raw"]) this.#presented.delete(`${id} ${form}`);
  }

  async #present(exchange: Exchange, format: boolean): Promise<PresentResult | undefined> {
    const { server, exchanges, log, uriOf } = this.#sources;
    const surplus = exchanges.surplus(exchange).length;
    const params = presentParams(exchange, uriOf(exchange), { format, surplus });
    if (params === undefined) return undefined;
    try {
      const body = answerOf(exchange.result)?.body ?? new Uint8Array();
      return await presentFitting(params, body, (one) => server.request(PresentRequest, one));
    } catch (error) {
      log.warn(`The response is shown without the language server: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** With the Fault, where it is one, in words between head and body. */
function explained({ text, bodyStart, fault }: PresentResult): string {
  return fault === undefined ? text : text.slice(0, bodyStart) + explanation(fault) + text.slice(bodyStart);
}

/**
 * With a byte order mark: without it VS Code would read the bytes in the encoding of the setting `files.encoding`.
 * NUL is shown by its picture, because VS Code takes a text that holds it for binary.
 */
export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(`\ufeff${text.replaceAll("\u0000", "\u2400")}`);
}
