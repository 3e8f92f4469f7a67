import {
  CapturedRequest,
  type CapturedText,
  RespondRequest,
  type ServedRequestMessage,
} from "../../../../server/src/protocol/mockProtocol.ts";
import type { Responder, ServedRequest, ServedResponse } from "../../../../server/src/protocol/served.ts";
import { fromBase64, toBase64 } from "../../../../server/src/text/base64.ts";
import type { LanguageServer } from "../editor/languageServer.ts";

/** The responses of a mock service, which the language server decides. Rejects if the server is down. */
export class RemoteResponder implements Pick<Responder, "fromFiles" | "byContract"> {
  readonly #server: LanguageServer;
  readonly #id: number;

  constructor(server: LanguageServer, id: number) {
    this.#server = server;
    this.#id = id;
  }

  fromFiles(request: ServedRequest): Promise<ServedResponse | undefined> {
    return this.#respond(request, "files");
  }

  byContract(request: ServedRequest): Promise<ServedResponse | undefined> {
    return this.#respond(request, "contract");
  }

  captured(request: ServedRequest): Promise<CapturedText> {
    return this.#server.request(CapturedRequest, { id: this.#id, request: messageOf(request) });
  }

  async #respond(request: ServedRequest, by: "files" | "contract"): Promise<ServedResponse | undefined> {
    const response = await this.#server.request(RespondRequest, { id: this.#id, by, request: messageOf(request) });
    return response === null ? undefined : { ...response, bytes: fromBase64(response.bytes) };
  }
}

function messageOf(request: ServedRequest): ServedRequestMessage {
  return { ...request, body: toBase64(request.body) };
}
