import * as vscode from "vscode";
import {
  type AgentChecked,
  AgentCheckRequest,
  type AgentOperations,
  AgentOperationsRequest,
  type AgentOutgoing,
  type AgentOutgoingParams,
  AgentOutgoingRequest,
  type AgentResponse,
  type AgentResponseParams,
  AgentResponseRequest,
  type AgentText,
  type AgentValues,
  type AgentValuesParams,
  AgentValuesRequest,
  type AgentWriteParams,
  AgentWriteRequest,
  type AgentWritten,
} from "../../../../server/src/protocol/agentProtocol.ts";
import type { AgentLanguage, AgentRefusal } from "../../agents/host.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { openFolders, outsideOf } from "../trust/outsideFile.ts";

/** The language service in the language server. */
export class RemoteLanguage implements AgentLanguage {
  readonly #server: LanguageServer;
  readonly #host: Host;

  constructor(server: LanguageServer, host: Host) {
    this.#server = server;
    this.#host = host;
  }

  operations(wsdl: string): Promise<AgentOperations> {
    return this.#server.request(AgentOperationsRequest, { wsdl });
  }

  write(params: AgentWriteParams): Promise<AgentWritten> {
    return this.#server.request(AgentWriteRequest, params);
  }

  async check(text: AgentText): Promise<AgentChecked | AgentRefusal> {
    return this.#inside(await this.#server.request(AgentCheckRequest, text));
  }

  async outgoing(params: AgentOutgoingParams): Promise<AgentOutgoing | AgentRefusal> {
    return this.#inside(await this.#server.request(AgentOutgoingRequest, params));
  }

  response(params: AgentResponseParams): Promise<AgentResponse> {
    return this.#server.request(AgentResponseRequest, params);
  }

  values(params: AgentValuesParams): Promise<AgentValues> {
    return this.#server.request(AgentValuesRequest, params);
  }

  /** The result, unless it was made with a file outside of the open folders: findings quote what they are about. */
  async #inside<T extends { readonly files: readonly string[] }>(result: T): Promise<T | AgentRefusal> {
    for (const file of result.files) {
      if (await outsideOf(vscode.Uri.parse(file), openFolders(), this.#host.realPath)) {
        return { refused: "The text refers to a file outside of the open folders. Use a file in them." };
      }
    }
    return result;
  }
}
