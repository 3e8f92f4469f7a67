/*
 * What the language server knows about its client and its user.
 */
import { NotificationType } from "vscode-languageserver-protocol";

/** The client's command for a fix that loads a WSDL, after a question. Argument: its URI. */
export const loadWsdlCommand = "soaphttp.loadWsdl";

/** The client's command for a fix that shows the edits of `UpdateRequest` first. Arguments: the document's URI, and a line. */
export const updateFromWsdlCommand = "soaphttp.updateFromWsdl";

/** The client's command that asks for the file of a key. Argument: its name. */
export const chooseKeyCommand = "soaphttp.chooseKeyFile";

/** The client's command that adds credentials and signatures. Arguments: the document's URI, and a line. */
export const addSecurityCommand = "soaphttp.addSecurity";

/** The client's command that shows how values are computed. Arguments: the document's URI, and a line. */
export const explainCommand = "soaphttp.explainValues";

/** In a browser, the server finds the URL of the script with XPath in this global variable. */
export const xpathScript = "soaphttpXPath";

export interface InitializationOptions {
  /** The translated messages (`@vscode/l10n`), if the display language isn't English. */
  readonly l10n?: Readonly<Record<string, string>>;
  readonly transport: "node" | "browser";
  /** Changes follow with `workspace/didChangeConfiguration`. */
  readonly settings: Settings;
  /** Whether the client supports `soaphttp/readFiles`; if not, the server reads files, if its host can. */
  readonly readsFiles?: boolean;
  /** Whether the client has the commands `soaphttp.loadWsdl` and `soaphttp.updateFromWsdl`. */
  readonly loadsWsdls?: boolean;
  readonly circumstances?: Circumstances;
}

/** Decisions of the user that are in no file. */
export interface Circumstances {
  /** False in Restricted Mode: the server reads no files and no environment variables. */
  readonly trusted: boolean;
  readonly environment: string | null;
}

export const CircumstancesNotification = new NotificationType<Circumstances>("soaphttp/circumstances");

export type Severity = "error" | "warning" | "information" | "hint";

/** The settings of the server, which are below `soaphttp` in VS Code. */
export interface Settings {
  readonly rules: Readonly<Record<string, Severity | "off">>;
  /** The raw value: `ws-i-bp-1.1` or `none`. */
  readonly profile?: string | undefined;
  readonly inlayHints: InlayHintSettings;
  /** The raw value: should be an object of environments, which are objects of variables. */
  readonly environments: unknown;
  /** The raw value: should be an array of paths, patterns and addresses. */
  readonly wsdl: unknown;
  /** The raw value: should be an array of paths. */
  readonly catalogs?: unknown;
  /** Whether the client wants what is known about blocks of Markdown documents. */
  readonly markdown?: boolean | undefined;
}

/** `different`: only if the value isn't in the text already. */
export type HintSetting = "off" | "on" | "different";

export interface InlayHintSettings {
  /** The bytes of the body, after Content-Length. */
  readonly contentLength: HintSetting;
  /** The URL of a request, after its target. */
  readonly target: HintSetting;
  /** The value of a variable, after its name. */
  readonly variables: HintSetting;
}

export const defaultInlayHints: InlayHintSettings = { contentLength: "different", target: "off", variables: "off" };
