import * as vscode from "vscode";
import type { StandingProblem } from "../../../../server/src/protocol/protocol.ts";
import type { Question } from "../../../../server/src/text/asked.ts";
import type { Remedy, SendQuestions } from "../../core/sending/prepare.ts";
import { copyAs, exportFolder, exportWhat } from "./exportDialogs.ts";
import {
  ask,
  askSecret,
  askText,
  askWhileTyping,
  pick,
  showError,
  showInformation,
  showWarning,
  type TypedNote,
} from "./ui.ts";

const maxListed = 8;

const sending: SendQuestions = {
  async standingErrors(problems, fixable, request) {
    const title =
      problems.length === 1
        ? vscode.l10n.t("The request {0} has an error.", request)
        : vscode.l10n.t("The request {0} has {1} errors.", request, problems.length);
    // Enter selects the first choice, which must not send errors.
    const first: Choices<"fix" | "show"> = fixable
      ? { fix: vscode.l10n.t("Fix and Send") }
      : { show: vscode.l10n.t("Show Problem") };
    const choices: Choices<"fix" | "show" | "send"> = { ...first, send: vscode.l10n.t("Send as Written") };
    return (await choose(choices, (labels) => askAbout(title, problems, labels))) ?? "cancel";
  },

  async unsendable(problems, fixable, request) {
    const title = vscode.l10n.t("The request {0} can't be sent.", request);
    const { undefinedName, inEnvironment } = problems.find((one) => one.undefinedName !== undefined) ?? {};
    const define = undefinedName && { define: vscode.l10n.t("Define {0}…", undefinedName) };
    // Selecting an environment has no effect if # @environment in the file takes precedence.
    const environment = inEnvironment === undefined ? {} : { environment: vscode.l10n.t("Select Environment…") };
    // Enter selects the first choice.
    const remedies = define && (inEnvironment ? { ...environment, ...define } : { ...define, ...environment });
    const choices: Choices<"fix" | "show" | Remedy> = {
      ...(fixable ? { fix: vscode.l10n.t("Fix and Send") } : {}),
      ...remedies,
      show: vscode.l10n.t("Show"),
    };
    return (await choose(choices, (labels) => askAbout(title, problems, labels))) ?? "cancel";
  },

  note: (text, request) => confirm(text, vscode.l10n.t("Request: {0}", request), vscode.l10n.t("Send")),

  async outsideFile(path, to, request) {
    const text = vscode.l10n.t(
      "The body of the request {0} is a file outside of the open folders. Send it to {1}?",
      request,
      to,
    );
    // The path alone on its line: line breaks in it can't look like other text.
    return confirm(text, path.replace(/[\r\n]+/g, "␤"), vscode.l10n.t("Send File"));
  },

  async needs(names, request) {
    const text = vscode.l10n.t(
      "The request {0} needs responses that have not been received in this window, or were not as expected. Send {1} first?",
      request,
      names.join(", "),
    );
    return confirm(text, "", vscode.l10n.t("Send All"));
  },
};

/** Decisions of the user. Tests replace these dialogs, because VS Code doesn't open modal dialogs in tests. */
export const dialogs = {
  ...sending,

  /** A redirect leads from https to this http URL. True: follow it. */
  async unencrypted(url: string) {
    const text = vscode.l10n.t(
      "The service redirects from https to {0}. The request would be sent there without encryption.",
      url,
    );
    return confirm(text, "", vscode.l10n.t("Send Unencrypted"));
  },

  /** A language model sends a request, which VS Code itself hasn't asked about. True: send it. */
  agentSend: (host: string, request: string) =>
    confirm(vscode.l10n.t("Send a SOAP request to {0}?", host), request, vscode.l10n.t("Send")),

  /** The passphrase of the client certificate's key for a host. Undefined: cancelled; empty: there is none. */
  async passphrase(host: string) {
    return askSecret(
      vscode.l10n.t("Client certificate for {0}", host),
      vscode.l10n.t(
        "The passphrase of its key. It is kept in VS Code's secret storage. In a browser, this may be for the current session only.",
      ),
    );
  },

  /** The passphrase of a key of `soaphttp.keys`. Undefined: cancelled. */
  async keyPassphrase(key: string) {
    return askSecret(
      vscode.l10n.t("Key {0}", key),
      vscode.l10n.t(
        "The passphrase of its file. It is kept in VS Code's secret storage. In a browser, this may be for the current session only.",
      ),
    );
  },

  /** The value of an undefined variable. Undefined: cancelled; empty: a secret that is asked for when sending. */
  variable: async (name: string) =>
    askText(
      vscode.l10n.t("Value of {0}", name),
      vscode.l10n.t("Leave it empty to be asked for a secret when the request is sent."),
    ),

  /** The file of a key; without a name, of a new one. */
  async keyFile(key: string | undefined) {
    const files = await vscode.window.showOpenDialog({
      title:
        key === undefined
          ? vscode.l10n.t("File with a private key and its certificate: PEM, PKCS #12 or Java keystore")
          : vscode.l10n.t('File of the key "{0}": PEM, PKCS #12 or Java keystore', key),
      openLabel: vscode.l10n.t("Use Key"),
    });
    return files?.[0];
  },

  /** The value of `{{$secret name}}`, and how long it is kept. Undefined or empty: nothing is sent. */
  async secret(name: string, kept: "workspace" | "window") {
    return askSecret(
      vscode.l10n.t("Secret {0}", name),
      kept === "workspace"
        ? vscode.l10n.t(
            "Its value is inserted into the request and kept for this workspace in VS Code's secret storage. In a browser, this may be for the current session only.",
          )
        : vscode.l10n.t(
            "Its value is inserted into the request and kept until you close this window, because no folder is open.",
          ),
      vscode.l10n.t("Enter the value, or press Escape to cancel sending."),
    );
  },

  /** The secrets of a token's request are sent to a host for the first time in this workspace. True: send them. */
  tokenHost: (token: string, host: string) =>
    confirm(
      vscode.l10n.t("Send the secrets of the token {0} to {1}?", token, host),
      vscode.l10n.t("An environment names this token service. You are asked once for each host in this workspace."),
      vscode.l10n.t("Send"),
    ),

  /** The answer to `{{$ask "question"}}`. `last`: the previous answer. Undefined: nothing is sent. */
  async answer({ text, choices }: Question, last: string | undefined) {
    const cancels = vscode.l10n.t("The answer is inserted into the request. Press Escape to cancel sending.");
    if (choices.length === 0) return askText(text, cancels, { value: last });
    const picked = await pick(
      choices.map((label) => ({
        label,
        ...(label === last ? { description: vscode.l10n.t("the last answer") } : {}),
      })),
      text,
    );
    return picked?.label;
  },

  /** The certificate of a host, described in lines, is invalid. True: trust it for this host. */
  async trustCertificate(host: string, lines: readonly string[]) {
    const advice = vscode.l10n.t(
      "It is trusted until you remove it from the setting soaphttp.tls.hosts. Compare its fingerprint with the one from the service's administrator.",
    );
    const detail = [...lines.map((line) => line.replace(/ +/g, " ")), "", advice].join("\n");
    return confirm(vscode.l10n.t("Trust this certificate for {0}?", host), detail, vscode.l10n.t("Trust"));
  },

  /** The certificate of a response's signature, described in lines, isn't trusted. True: trust it. */
  trustSigner: async (lines: readonly string[]) => {
    const advice = vscode.l10n.t(
      "It is trusted until you remove it from the setting soaphttp.keys. Compare its fingerprint with the one from the service's administrator.",
    );
    const title = vscode.l10n.t("Trust this certificate in signatures of responses?");
    return confirm(title, [...lines, "", advice].join("\n"), vscode.l10n.t("Trust"));
  },

  async restricted(what: Restricted) {
    const texts: Readonly<Record<Restricted, string>> = {
      send: vscode.l10n.t(
        "Requests can't be sent in Restricted Mode, because the files of this workspace determine where they go and what they contain. Trust the workspace to send them.",
      ),
      read: vscode.l10n.t(
        "WSDLs can't be loaded in Restricted Mode, because they determine which other files and addresses are read. Trust the workspace to load them.",
      ),
      export: vscode.l10n.t(
        "Requests can't be exported in Restricted Mode, because the files of this workspace determine where they go and what they contain. Trust the workspace to export them.",
      ),
      mock: vscode.l10n.t(
        "A mock service can't be started in Restricted Mode, because the files of this workspace determine which files it serves. Trust the workspace to start it.",
      ),
    };
    const choices = { manage: vscode.l10n.t("Manage Workspace Trust") };
    return (await choose(choices, (labels) => showWarning(texts[what], ...labels))) ?? "cancel";
  },

  /** Asks for an XPath. `look`: returns a note about it while the user types. */
  query: (look: (path: string) => Promise<TypedNote | undefined>) =>
    askWhileTyping(vscode.l10n.t("Query Response"), vscode.l10n.t("XPath, such as //m:Result"), look),

  async useQuery(path: string) {
    const items = [
      { label: vscode.l10n.t("Expect It"), use: "expect" as const, detail: "# @expect" },
      { label: vscode.l10n.t("Set a Variable to It"), use: "set" as const, detail: "# @set" },
      { label: vscode.l10n.t("Copy XPath"), use: "copy" as const },
    ];
    return (await pick(items, path))?.use;
  },

  /** Asks where to save a file with this name. `near`: the default folder. */
  async file(name: string, near: vscode.Uri | undefined) {
    return vscode.window.showSaveDialog(near === undefined ? {} : { defaultUri: vscode.Uri.joinPath(near, name) });
  },

  async folder(title: string, near: vscode.Uri | undefined) {
    const folders = await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title,
      openLabel: vscode.l10n.t("Save Here"),
      ...(near === undefined ? {} : { defaultUri: near }),
    });
    return folders?.[0];
  },

  async importSources(near: vscode.Uri | undefined): Promise<readonly vscode.Uri[] | undefined> {
    return vscode.window.showOpenDialog({
      canSelectMany: true,
      title: vscode.l10n.t(
        "Files to import: SoapUI projects, collections of Postman, Insomnia and Bruno (bruno.json), HAR files",
      ),
      openLabel: vscode.l10n.t("Import"),
      ...(near === undefined ? {} : { defaultUri: near }),
    });
  },

  /** The folder contains files with these names. True: replace them. */
  async replace(names: readonly string[]) {
    const text = vscode.l10n.t("The folder already contains files with these names: {0}", names.join(", "));
    return confirm(text, "", vscode.l10n.t("Replace"));
  },

  /** When to update Content-Length automatically. Undefined: never. */
  async contentLengthUpdate() {
    const text = vscode.l10n.t(
      "Content-Length can be updated automatically: while you type, or when you save the file.",
    );
    const choices = { onType: vscode.l10n.t("On Type"), onSave: vscode.l10n.t("On Save") };
    return choose(choices, (labels) => showInformation(text, ...labels, vscode.l10n.t("Not Now")));
  },

  /** A WSDL, or documents that it imports (`imports`), are at these origins and in these folders. */
  async loadFrom(wsdl: string, places: readonly string[], imports: boolean) {
    const listed = places.slice(0, maxListed).join(", ");
    const names = places.length > maxListed ? `${listed}, …` : listed;
    const choices: Choices<"load" | "without"> = {
      load: vscode.l10n.t("Load"),
      ...(imports ? { without: vscode.l10n.t("Load Without Them") } : {}),
    };
    const text = imports
      ? vscode.l10n.t("{0} imports documents from {1}. Load them?", wsdl, names)
      : vscode.l10n.t("Load {0}?", wsdl);
    const detail = vscode.l10n.t("Documents from {0} are then loaded in this workspace without a question.", names);
    return (await choose(choices, (labels) => ask(text, detail, ...labels))) ?? "cancel";
  },

  /** A server requires a user name and a password. `rejected`: the service has refused the last ones. */
  async credentials(origin: string, rejected: boolean) {
    const text = rejected
      ? vscode.l10n.t("{0} doesn't accept the user name or the password.", origin)
      : vscode.l10n.t("{0} requires credentials.", origin);
    const choices = { enter: vscode.l10n.t("Enter Credentials…") };
    if ((await choose(choices, (labels) => showError(text, ...labels))) === undefined) return undefined;
    const title = vscode.l10n.t("Credentials for {0}", origin);
    const user = await askText(title, vscode.l10n.t("User name"), {
      error: (typed) => (typed.includes(":") ? vscode.l10n.t("A user name can't contain a colon.") : undefined),
    });
    const password =
      user &&
      (await askSecret(title, vscode.l10n.t("The password. It is kept in memory until you close this window.")));
    return user && password !== undefined ? { user, password } : undefined;
  },

  /** Asks whether to write tests. `text` contains their number; `detail`, the addresses that they send requests to. */
  writeTests: (text: string, detail: string) => confirm(text, detail, vscode.l10n.t("Write Tests")),

  /** Asks for two of these environments, to which all requests of `what` are sent. */
  async compareEnvironments(names: readonly string[], what: string): Promise<readonly [string, string] | undefined> {
    const pickOf = async (some: readonly string[], placeHolder: string) => {
      const items = some.map((label) => ({ label }));
      return (await pick(items, placeHolder))?.label;
    };
    const first = await pickOf(names, vscode.l10n.t("Select the first environment to compare"));
    if (first === undefined) return undefined;
    const others = names.filter((name) => name !== first);
    const other = await pickOf(others, vscode.l10n.t("Select the environment to compare {0} with", first));
    if (other === undefined) return undefined;
    const text = vscode.l10n.t("Send each request of {0} twice, to {1} and to {2}?", what, first, other);
    const detail = vscode.l10n.t("A request with an effect, such as an order, has it twice.");
    return (await confirm(text, detail, vscode.l10n.t("Send"))) ? [first, other] : undefined;
  },

  async notSaved(reason: string) {
    const text = vscode.l10n.t("Not saved: {0}", reason);
    const choices = { elsewhere: vscode.l10n.t("Save Elsewhere…") };
    return (await choose(choices, (labels) => showError(text, ...labels))) ?? "cancel";
  },

  copyAs,
  exportWhat,
  exportFolder,
};

export type Questions = typeof dialogs;

export type Restricted = "send" | "read" | "export" | "mock";

type Choices<K extends string> = Readonly<Partial<Record<K, string>>>;

async function choose<K extends string>(
  choices: Choices<K>,
  show: (labels: readonly string[]) => Thenable<string | undefined>,
): Promise<K | undefined> {
  const entries = Object.entries<string>(choices as Readonly<Record<K, string>>);
  const chosen = await show(entries.map(([, label]) => label));
  return entries.find(([, label]) => label === chosen)?.[0] as K | undefined;
}

async function confirm(text: string, detail: string, choice: string): Promise<boolean> {
  return (await ask(text, detail, choice)) === choice;
}

function askAbout(title: string, problems: readonly StandingProblem[], labels: readonly string[]) {
  const lines = problems
    .slice(0, maxListed)
    .map(({ range, message }) => vscode.l10n.t("Line {0}: {1}", range.start.line + 1, message));
  const more = problems.length - lines.length;
  const detail = [...lines, ...(more > 0 ? [vscode.l10n.t("… and {0} more", more)] : [])].join("\n");
  return ask(title, detail, ...labels);
}
