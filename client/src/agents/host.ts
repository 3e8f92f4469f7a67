import type * as protocol from "../../../server/src/protocol/agentProtocol.ts";
import type { Shell } from "../core/failures/failures.ts";
import type { SendResult } from "../transport/result.ts";
import type { Progress, TransportRequest } from "../transport/transport.ts";

/** The functions of the language service that the tools use. The service may be in another process. */
export interface AgentLanguage {
  operations(params: Pick<protocol.AgentWriteParams, "wsdl">): Promise<protocol.AgentOperations>;
  write(params: protocol.AgentWriteParams): Promise<protocol.AgentWritten>;
  check(text: protocol.AgentText): Promise<protocol.AgentChecked | AgentRefusal>;
  outgoing(params: protocol.AgentOutgoingParams): Promise<protocol.AgentOutgoing | AgentRefusal>;
  response(params: protocol.AgentResponseParams): Promise<protocol.AgentResponse>;
  values(params: protocol.AgentValuesParams): Promise<protocol.AgentValues>;
}

/** Why something can't be used, and what to do, in sentences for the model. */
export interface AgentRefusal {
  readonly refused: string;
}

export interface Located {
  readonly uri: string;
}

/** The functions that a call of a tool needs from its program. */
export interface AgentHost {
  readonly shell: Shell;
  readonly signal: AbortSignal;
  /** Reports progress, if the caller asks for it. `step` only grows. */
  readonly progress?: ((step: number, message: string) => void) | undefined;
  readonly language: AgentLanguage;
  /** The environment variables that the text of a model may read. */
  readonly environmentVariables: readonly string[];
  /** A URI for a text that is in no file: in the folder of the file `beside`, or in the first root. */
  place(beside: string | undefined): Promise<string | AgentRefusal>;
  file(name: string): Promise<(Located & { readonly text: string }) | AgentRefusal>;
  /** Asks the user about an address that isn't allowed yet. */
  wsdl(name: string): Promise<Located | AgentRefusal>;
  /** The location of a body file if it must not be sent. */
  outside(uri: string): Promise<string | undefined>;
  /** The value of `{{$secret name}}`; or what to do, if it has none. */
  secret(name: string): Promise<string | AgentRefusal>;
  mayBeSent(question: Question): Promise<true | AgentRefusal>;
  /** Resolves when the response is complete. Redirects aren't followed. */
  send(
    request: TransportRequest,
    message: protocol.AgentMessage,
    onProgress: (progress: Progress) => void,
  ): Promise<SendResult>;
}

/** The question that the user is asked before something is sent. It contains no secrets, except in `host`. */
export interface Question {
  /** A sentence about the sources of the secrets that are sent, which is shown first and never cut. */
  readonly secrets: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly shownHost: string;
  /** The beginning of the body; empty for a WSDL. */
  readonly body: string;
  /** Text of `# @note`. With it, the user is asked even about a host that is allowed. */
  readonly note: string | undefined;
}

export function isRefusal(value: unknown): value is AgentRefusal {
  return typeof value === "object" && value !== null && "refused" in value;
}
