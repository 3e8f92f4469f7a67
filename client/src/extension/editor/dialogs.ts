import * as vscode from "vscode";
import type { StandingProblem } from "../../../../server/src/protocol.ts";
import type { Questions } from "./questions.ts";
import { ask, askSecret, showError, showInformation, showWarning } from "./ui.ts";

/** How many problems a dialog lists. */
const listed = 8;

/** The questions as VS Code's own dialogs. */
export const dialogs: Questions = {
  async standingErrors(problems, fixable, request) {
    const fix = vscode.l10n.t("Fix and Send");
    const send = vscode.l10n.t("Send as Written");
    const title =
      problems.length === 1
        ? vscode.l10n.t("The request {0} has an error.", request)
        : vscode.l10n.t("The request {0} has {1} errors.", request, problems.length);
    // The first one is what Enter chooses: never to send what is wrong.
    const show = vscode.l10n.t("Show Problem");
    const chosen = await askAbout(title, problems, [fixable ? fix : show, send]);
    return chosen === fix ? "fix" : chosen === show ? "show" : chosen === send ? "send" : "cancel";
  },

  async unsendable(problems, fixable, request) {
    const fix = vscode.l10n.t("Fix and Send");
    const show = vscode.l10n.t("Show");
    const chosen = await askAbout(
      vscode.l10n.t("The request {0} can't be sent.", request),
      problems,
      fixable ? [fix, show] : [show],
    );
    return chosen === fix ? "fix" : chosen === show ? "show" : "cancel";
  },

  async note(text, request) {
    const send = vscode.l10n.t("Send");
    return (await ask(text, vscode.l10n.t("Request: {0}", request), send)) === send;
  },

  async outsideFile(path, to, request) {
    const send = vscode.l10n.t("Send File");
    const text = vscode.l10n.t(
      "The body of the request {0} is a file outside of the open folders. Send it to {1}?",
      request,
      to,
    );
    // The path alone, on a line of its own: no line break in it can pretend otherwise.
    return (await ask(text, path.replace(/[\r\n]+/g, "␤"), send)) === send;
  },

  async unencrypted(url) {
    const follow = vscode.l10n.t("Send Unencrypted");
    const text = vscode.l10n.t(
      "The service redirects from https to {0}. The request would be sent there without encryption.",
      url,
    );
    return (await ask(text, "", follow)) === follow;
  },

  async passphrase(host) {
    return askSecret(
      vscode.l10n.t("Client certificate for {0}", host),
      vscode.l10n.t(
        "The passphrase of its key. It is kept in VS Code's secret storage. In a browser, this may be for the current session only.",
      ),
    );
  },

  async secret(name, kept) {
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

  async trustCertificate(host, lines) {
    const trust = vscode.l10n.t("Trust");
    const text = vscode.l10n.t("Trust this certificate for {0}?", host);
    const detail = [
      ...lines.map((line) => line.replace(/ +/g, " ")),
      "",
      vscode.l10n.t(
        "It is trusted until you remove it from the setting soaphttp.tls.hosts. Compare its fingerprint with the one from the service's administrator.",
      ),
    ].join("\n");
    return (await ask(text, detail, trust)) === trust;
  },

  async restricted() {
    const manage = vscode.l10n.t("Manage Workspace Trust");
    const chosen = await showWarning(
      vscode.l10n.t(
        "Requests can't be sent in Restricted Mode, because the files of this workspace determine where they go and what they contain. Trust the workspace to send them.",
      ),
      manage,
    );
    return chosen === manage ? "manage" : "cancel";
  },

  async file(name, near) {
    return vscode.window.showSaveDialog(near === undefined ? {} : { defaultUri: vscode.Uri.joinPath(near, name) });
  },

  async folder(parts, near) {
    const [folder] =
      (await vscode.window.showOpenDialog({
        canSelectFiles: false,
        canSelectFolders: true,
        title: vscode.l10n.t("Save {0} parts", parts),
        openLabel: vscode.l10n.t("Save Here"),
        ...(near === undefined ? {} : { defaultUri: near }),
      })) ?? [];
    return folder;
  },

  async replace(names) {
    const replace = vscode.l10n.t("Replace");
    const text = vscode.l10n.t("The folder already contains files with these names: {0}", names.join(", "));
    return (await ask(text, "", replace)) === replace;
  },

  async contentLengthUpdate() {
    const onType = vscode.l10n.t("On Type");
    const onSave = vscode.l10n.t("On Save");
    const text = vscode.l10n.t(
      "Content-Length can be updated automatically: while you type, or when you save the file.",
    );
    const chosen = await showInformation(text, onType, onSave, vscode.l10n.t("Not Now"));
    return chosen === onType ? "onType" : chosen === onSave ? "onSave" : undefined;
  },

  async notSaved(reason) {
    const elsewhere = vscode.l10n.t("Save Elsewhere…");
    const text = vscode.l10n.t("Not saved: {0}", reason);
    return (await showError(text, elsewhere)) === elsewhere ? "elsewhere" : "cancel";
  },
};

async function askAbout(
  title: string,
  problems: readonly StandingProblem[],
  choices: readonly string[],
): Promise<string | undefined> {
  const lines = problems
    .slice(0, listed)
    .map(({ range, message }) => vscode.l10n.t("Line {0}: {1}", range.start.line + 1, message));
  const more = problems.length - lines.length;
  const detail = [...lines, ...(more > 0 ? [vscode.l10n.t("… and {0} more", more)] : [])].join("\n");
  return ask(title, detail, ...choices);
}
