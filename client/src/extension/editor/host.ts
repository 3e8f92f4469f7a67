import type { ExtensionContext, Uri } from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import type { Transport } from "../../transport/transport.ts";

/** What the two kinds of extension hosts do each in their way. `node/` and `browser/` implement it. */
export interface Host {
  readonly kind: "node" | "browser";
  readonly transport: Transport;
  /** A client that is not started yet, with a server of its own. */
  readonly createServer: (context: ExtensionContext, options: LanguageClientOptions) => ServerHandle;
  /** Where a file lies in truth, symbolic links resolved; only for URIs with the scheme `file`. Rejects where there is none. */
  readonly realPath?: (uri: Uri) => Promise<Uri>;
  /**
   * Reads a file of the machine that the host runs on; `undefined` where it has more bytes than `limit`. Rejects where it
   * can't be read. Where there is no such function, VS Code reads.
   */
  readonly readFile?: (uri: Uri, limit: number) => Promise<Uint8Array | undefined>;
  /** Writes a file and the folders that it is in, where the host can do that without VS Code, which may be gone already. */
  readonly writeFile?: (uri: Uri, bytes: Uint8Array) => Promise<void>;
}

export interface ServerHandle {
  readonly client: BaseLanguageClient;
  /** Ends the server's process or worker, whether it listens or hangs. */
  readonly kill: () => void;
}
