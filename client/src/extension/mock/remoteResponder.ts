import {
  type CapturedText,
  CaptureRequest,
  type MockDecision,
  RespondRequest,
  type ServedRequestMessage,
} from "../../../../server/src/protocol/mockProtocol.ts";
import type {
  MissedResponse,
  Responder,
  ServedRequest,
  ServedResponse,
} from "../../../../server/src/protocol/served.ts";
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import type { LanguageServer } from "../editor/languageServer.ts";

/**
 * Responses of a mock service from the language server. It decides all of them in one message when the files are asked.
 * Rejects if the server is down.
 */
export class RemoteResponder implements Pick<Responder, "fromFiles" | "byContract" | "whyNone"> {
  readonly #server: Pick<LanguageServer, "request">;
  readonly #id: number;
  readonly #decided = new WeakMap<ServedRequest, MockDecision & { readonly number: number }>();
  #received = 0;

  constructor(server: Pick<LanguageServer, "request">, id: number) {
    this.#server = server;
    this.#id = id;
  }

  async fromFiles(request: ServedRequest): Promise<ServedResponse | undefined> {
    const number = ++this.#received;
    const params = { id: this.#id, number, request: messageOf(request) };
    this.#decided.set(request, { ...(await this.#server.request(RespondRequest, params)), number });
    const response = this.#response(request);
    return response?.source === "file" ? response : undefined;
  }

  byContract(request: ServedRequest): ServedResponse | undefined {
    const response = this.#response(request);
    return response?.source === "file" ? undefined : response;
  }

  whyNone(request: ServedRequest): string | undefined {
    return this.#decided.get(request)?.whyNone;
  }

  misses(request: ServedRequest): readonly MissedResponse[] {
    return this.#decided.get(request)?.misses ?? [];
  }

  captured(request: ServedRequest): Promise<CapturedText> {
    const number = this.#decided.get(request)?.number;
    return this.#server.request(CaptureRequest, { id: this.#id, request: number ?? messageOf(request) });
  }

  #response(request: ServedRequest): ServedResponse | undefined {
    const response = this.#decided.get(request)?.response;
    return response && { ...response, bytes: fromBase64(response.bytes) };
  }
}

function messageOf(request: ServedRequest): ServedRequestMessage {
  return { ...request, body: toBase64(request.body) };
}
