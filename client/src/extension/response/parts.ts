import { PartsRequest, type PartsResult } from "../../../../server/src/protocol.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { answerOf, type Exchange } from "../../core/exchange/exchange.ts";
import { fieldValues } from "../../transport/head.ts";
import type { LanguageServer } from "../editor/languageServer.ts";

/** The parts of multipart responses, asked for once. */
export class Parts {
  readonly #server: LanguageServer;
  readonly #known = new WeakMap<Exchange, Promise<PartsResult>>();

  constructor(server: LanguageServer) {
    this.#server = server;
  }

  /** None where the response is not multipart, or where no boundary is found in it. Rejects where the server is down. */
  of(exchange: Exchange): Promise<PartsResult> {
    const known = this.#known.get(exchange);
    if (known !== undefined) return known;
    const asked = this.#ask(exchange);
    this.#known.set(exchange, asked);
    // What failed is asked again.
    asked.catch(() => this.#known.delete(exchange));
    return asked;
  }

  async #ask({ result }: Exchange): Promise<PartsResult> {
    const answer = answerOf(result);
    const contentType = fieldValues(answer?.fields ?? [], "content-type")[0] ?? "";
    if (answer === undefined || !/^\s*multipart\//i.test(contentType)) return { boundary: "", parts: [] };
    return this.#server.request(PartsRequest, { contentType, body: toBase64(answer.body) });
  }
}
