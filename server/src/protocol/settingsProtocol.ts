/* What the language server knows about its client and its user. */
import { NotificationType } from "vscode-languageserver-protocol";

/** Name of the client's command that loads a WSDL after asking the user, used by a quick fix. Argument: the WSDL's URI. */
export const loadWsdlCommand = "soaphttp.loadWsdl";

/** Name of the client's command that previews edits of `UpdateRequest`. Arguments: the document's URI, and a line. */
export const updateFromWsdlCommand = "soaphttp.updateFromWsdl";

/** Name of the client's command that asks for the file of a key. Argument: the key's name. */
export const chooseKeyCommand = "soaphttp.chooseKeyFile";

/** Name of the client's command that adds credentials and signatures. Arguments: the document's URI, and a line. */
export const addSecurityCommand = "soaphttp.addSecurity";

/** Name of the client's command that shows how values are computed. Arguments: the document's URI, and a line. */
export const explainCommand = "soaphttp.explainValues";

/** Name of a global variable in a browser: the URL of the script with XPath, which the server loads. */
export const xpathScript = "soaphttpXPath";

export interface InitializationOptions {
  /** The translated messages (`@vscode/l10n`), if the display language isn't English. */
  readonly l10n?: Readonly<Record<string, string>>;
  readonly transport: "node" | "browser";
  /** Settings at start. Changes follow with `workspace/didChangeConfiguration`. */
  readonly settings: Settings;
  /** Whether the client supports `soaphttp/readFiles`. If not, the server reads files, if its host can. */
  readonly readsFiles?: boolean;
  /** Whether the client has the commands `soaphttp.loadWsdl` and `soaphttp.updateFromWsdl`. */
  readonly loadsWsdls?: boolean;
  readonly circumstances?: Circumstances;
}

/** State of the client that is in no file. */
export interface Circumstances {
  /** Whether the workspace is trusted. In Restricted Mode, the server reads no files and no environment variables. */
  readonly trusted: boolean;
  readonly environment: string | null;
}

export const CircumstancesNotification = new NotificationType<Circumstances>("soaphttp/circumstances");

export type Severity = "error" | "warning" | "information" | "hint";

/** Settings of the server, in VS Code those that begin with `soaphttp`. */
export interface Settings {
  readonly rules: Readonly<Record<string, Severity | "off">>;
  /** Raw value of the setting: `ws-i-bp-1.1` or `none`. */
  readonly profile?: string | undefined;
  readonly inlayHints: InlayHintSettings;
  /** Raw value of the setting: should be an object of environments, which are objects of variables. */
  readonly environments: unknown;
  /** Raw value of the setting: should be an array of paths, patterns and addresses. */
  readonly wsdl: unknown;
  /** Raw value of the setting: should be an array of paths. */
  readonly catalogs?: unknown;
  /** Whether the client wants diagnostics and other features in code blocks of Markdown documents. */
  readonly markdown?: boolean | undefined;
}

/** `different`: the hint is only shown if its value isn't in the text already. */
export type HintSetting = "off" | "on" | "different";

export interface InlayHintSettings {
  /** Hint after Content-Length: the number of bytes of the body. */
  readonly contentLength: HintSetting;
  /** Hint after a request's target: the complete URL. */
  readonly target: HintSetting;
  /** Hint after a variable's name: its value. */
  readonly variables: HintSetting;
}

export const defaultInlayHints: InlayHintSettings = { contentLength: "different", target: "off", variables: "off" };
