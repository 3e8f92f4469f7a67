import type { Uri } from "vscode";
import type { Question } from "../../../../server/src/text/asked.ts";
import type { SendQuestions } from "../../core/sending/prepare.ts";
import type { Engine } from "../../export/engines.ts";
import type { Language } from "../../export/programs/programs.ts";
import type { TypedNote } from "./ui.ts";

/**
 * Decisions of the user. In VS Code these are dialogs (`dialogs.ts`); tests replace them, because VS Code doesn't open modal
 * dialogs in tests.
 */
export interface Questions extends SendQuestions {
  /** A redirect leads from https to this http URL. True: follow it. */
  readonly unencrypted: (url: string) => Promise<boolean>;
  /** The passphrase of the client certificate's key for a host. Undefined: cancelled; empty: there is none. */
  readonly passphrase: (host: string) => Promise<string | undefined>;
  /** The passphrase of a key of `soaphttp.keys`. Undefined: cancelled. */
  readonly keyPassphrase: (key: string) => Promise<string | undefined>;
  /** The value of an undefined variable. Undefined: cancelled; empty: a secret that is asked for when sending. */
  readonly variable: (name: string) => Promise<string | undefined>;
  /** The file of a key; without a name, of a new one. */
  readonly keyFile: (key: string | undefined) => Promise<Uri | undefined>;
  /** The value of `{{$secret name}}`, and how long it is kept. Undefined or empty: nothing is sent. */
  readonly secret: (name: string, kept: "workspace" | "window") => Promise<string | undefined>;
  /** The secrets of a token's request are sent to a host for the first time in this workspace. True: send them. */
  readonly tokenHost: (token: string, host: string) => Promise<boolean>;
  /** The answer to `{{$ask "question"}}`. `last`: the one before. Undefined: nothing is sent. */
  readonly answer: (question: Question, last: string | undefined) => Promise<string | undefined>;
  /** The certificate of a host, described in lines, is invalid. True: trust it for this host. */
  readonly trustCertificate: (host: string, lines: readonly string[]) => Promise<boolean>;
  /** The certificate of a response's signature, described in lines, isn't trusted. True: trust it. */
  readonly trustSigner: (lines: readonly string[]) => Promise<boolean>;
  /** What isn't possible in Restricted Mode. */
  readonly restricted: (what: Restricted) => Promise<"manage" | "cancel">;
  /** Where to save a file with this name. `near`: the default folder. */
  readonly file: (name: string, near: Uri | undefined) => Promise<Uri | undefined>;
  readonly folder: (title: string, near: Uri | undefined) => Promise<Uri | undefined>;
  /** The files of other tools to import. `near`: the default folder. */
  readonly importSources: (near: Uri | undefined) => Promise<readonly Uri[] | undefined>;
  /** The folder contains files with these names. True: replace them. */
  readonly replace: (names: readonly string[]) => Promise<boolean>;
  /** When to update Content-Length automatically. Undefined: never. */
  readonly contentLengthUpdate: () => Promise<"onType" | "onSave" | undefined>;
  /** A WSDL, or documents that it imports (`imports`), are at these origins and in these folders. */
  readonly loadFrom: (
    wsdl: string,
    places: readonly string[],
    imports: boolean,
  ) => Promise<"load" | "without" | "cancel">;
  /** A server requires a user name and a password. `rejected`: the service has refused the last ones. */
  readonly credentials: (origin: string, rejected: boolean) => Promise<Credentials | undefined>;
  /** A language model sends a request, which VS Code itself hasn't asked about. True: send it. */
  readonly agentSend: (host: string, request: string) => Promise<boolean>;
  /** Tests will be written. `text` says how many; `detail`, where they send requests. */
  readonly writeTests: (text: string, detail: string) => Promise<boolean>;
  readonly notSaved: (reason: string) => Promise<"elsewhere" | "cancel">;
  /** What to export, and to what. `request`: the one at the cursor. */
  readonly exportWhat: (request: string | undefined) => Promise<ExportChoice | undefined>;
  /** Two of these environments, to which all requests of `what` are sent. */
  readonly compareEnvironments: (
    names: readonly string[],
    what: string,
  ) => Promise<readonly [string, string] | undefined>;
  /** An XPath. `look`: returns a note about it while the user types. */
  readonly query: (look: (path: string) => Promise<TypedNote | undefined>) => Promise<string | undefined>;
  /** What to do with an XPath that was accepted. */
  readonly useQuery: (path: string) => Promise<"expect" | "set" | "copy" | undefined>;
  /** What to copy a request as. */
  readonly copyAs: () => Promise<"curl" | Language | undefined>;
  /** The folder that an export writes. `near`: the folder of the requests; `anywhere`: or any other. */
  readonly exportFolder: (engine: Engine, near: Uri | undefined, anywhere: boolean) => Promise<Uri | undefined>;
}

export type Restricted = "send" | "read" | "export" | "mock";

export interface ExportChoice {
  readonly engine: Engine;
  /** All requests of the file, instead of the one at the cursor and the requests that it needs. */
  readonly all: boolean;
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
}
