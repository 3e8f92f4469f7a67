import type { Uri } from "vscode";
import type { SendQuestions } from "../../core/sending/prepare.ts";

/**
 * What only the author can decide. In VS Code these are dialogs (`dialogs.ts`); tests answer in their place, because
 * VS Code refuses to open a modal dialog under test.
 */
export interface Questions extends SendQuestions {
  /** A redirect leads from https to this http URL. True: follow it. */
  readonly unencrypted: (url: string) => Promise<boolean>;
  /** Of a client certificate's key, for a host. Undefined: the author gives none; empty: there is none. */
  readonly passphrase: (host: string) => Promise<string | undefined>;
  /** The value of `{{$secret name}}`, and for what it is kept. Undefined or empty: the author gives none; nothing is sent. */
  readonly secret: (name: string, kept: "workspace" | "window") => Promise<string | undefined>;
  /** The certificate of a host, described in lines, did not pass. True: trust it for this host. */
  readonly trustCertificate: (host: string, lines: readonly string[]) => Promise<boolean>;
  /** The workspace is not trusted. */
  readonly restricted: () => Promise<"manage" | "cancel">;
  /** Where a file of this name is to be written; `near`: the folder that is likely. */
  readonly file: (name: string, near: Uri | undefined) => Promise<Uri | undefined>;
  /** Where so many parts are to be written. */
  readonly folder: (parts: number, near: Uri | undefined) => Promise<Uri | undefined>;
  /** The folder has files of these names. True: replace them. */
  readonly replace: (names: readonly string[]) => Promise<boolean>;
  /** Whether Content-Length is to follow its body from now on. Undefined: it is not. */
  readonly contentLengthUpdate: () => Promise<"onType" | "onSave" | undefined>;
  /** What was to be saved is not. */
  readonly notSaved: (reason: string) => Promise<"elsewhere" | "cancel">;
}
