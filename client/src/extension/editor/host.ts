import type { ExtensionContext, Uri } from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import type { Responder } from "../../../../server/src/protocol/served.ts";
import type { OldCiphers } from "../../core/keys/oldCiphers.ts";
import type { Listen } from "../../core/run/listener.ts";
import type { SecretOfCommand } from "../../core/sending/secrets.ts";
import type { RunningService, ServedExchange } from "../../mock/service.ts";
import type { Transport } from "../../transport/transport.ts";

/** The functions that differ between the two kinds of extension hosts. `node/` and `browser/` implement them. */
export interface Host {
  readonly kind: "node" | "browser";
  readonly transport: Transport;
  /** Ciphers for older key files. */
  readonly oldCiphers?: OldCiphers;
  /** Creates a client with its own server. Neither is started. */
  readonly createServer: (context: ExtensionContext, options: LanguageClientOptions) => ServerHandle;
  /** Resolves symbolic links; only for URIs with the scheme `file`. Rejects if the file doesn't exist. */
  readonly realPath?: (uri: Uri) => Promise<Uri>;
  /**
   * Reads a regular file on the host's machine; only for URIs with the scheme `file`. `limit`: in bytes. Rejects if it can't be
   * read. Without this function, VS Code reads the file.
   */
  readonly readFile?: (uri: Uri, limit: number, folders: readonly Uri[]) => Promise<HostFile>;
  /**
   * Writes a file and creates its folders without VS Code, which may have ended already; only for URIs with the scheme
   * `file`. In `folders`, no symbolic link is followed. Rejects with the reason, in words.
   */
  readonly writeFile?: (
    uri: Uri,
    bytes: Uint8Array,
    options: { readonly folders: readonly Uri[]; readonly isNew: boolean },
  ) => Promise<void>;
  /**
   * Creates a folder with its files without VS Code, or nothing; only for URIs with the scheme `file`. In `folders`, no
   * symbolic link is followed. Rejects with the reason, in words.
   */
  readonly writeNewFolder?: (
    uri: Uri,
    files: readonly NewFile[],
    folders: readonly Uri[],
    signal: AbortSignal,
  ) => Promise<void>;
  /** Runs a command that prints a secret. Never rejects. */
  readonly runSecretCommand?: (command: string, name: string) => Promise<SecretOfCommand>;
  /** The URL of the script that the server loads for imports and documentation; by default, it loads its own file. */
  readonly importScript?: () => Promise<string>;
  /** Starts a mock service on the loopback interface. Rejects with an error of the system, such as EADDRINUSE. */
  readonly startMock?: (start: MockStart) => Promise<RunningService>;
  /** Listens on the loopback interface for the requests of `# @receive`. */
  readonly listen?: Listen;
}

export type HostFile =
  /** `outside`: the real path of the file, if it is in none of the folders. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly outside: string | undefined }
  | { readonly kind: "missing" | "notFile" | "tooLarge" }
  /** A link to a file of secrets, with its real path. */
  | { readonly kind: "secrets"; readonly path: string };

export interface MockStart {
  /** Port of the service; 0: any free port. */
  readonly port: number;
  readonly responder: Pick<Responder, "fromFiles" | "byContract" | "whyNone">;
  readonly onExchange: (exchange: ServedExchange) => void;
}

export interface NewFile {
  /** Path relative to the folder, with `/`. */
  readonly path: string;
  readonly content: Uint8Array;
}

export interface ServerHandle {
  readonly client: BaseLanguageClient;
  /** Ends the server's process or worker, even if it hangs. */
  readonly kill: () => void;
}
