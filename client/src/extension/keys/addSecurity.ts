import * as vscode from "vscode";
import {
  AddSecurityRequest,
  addSecurityCommand,
  chooseKeyCommand,
  type SecurityAnswers,
  type SecurityChoice,
  SecurityRequest,
  type SecurityResult,
} from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { storedSecrets } from "../../core/exchange/secretSources.ts";
import { fileNameOf, registerCommands, requestAt } from "../editor/commands.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import { applyEdits, toEditorEdits } from "../editor/positions.ts";
import type { Reviews } from "../editor/reviews.ts";
import { askText, inform, pick, showError, showList } from "../editor/ui.ts";
import { writeEditorFile } from "../editor/writeFile.ts";
import { showRequest } from "../response/requestPlace.ts";
import { registerForResponses } from "../response/responseCommands.ts";
import type { ResponseDocuments } from "../response/responseDocuments.ts";
import type { SecretVariables } from "../trust/secretVariables.ts";
import { configured, type EditorKeys } from "./editorKeys.ts";

interface SecurityParts extends EditorParts {
  readonly reviews: Reviews;
  readonly keys: EditorKeys;
  readonly secrets: SecretVariables;
  readonly documents: ResponseDocuments;
  readonly exchanges: ExchangeStore;
}

/** Registers `Add Security…`, and the command that chooses the file of a key. */
export function registerSecurity(parts: SecurityParts, storage: vscode.Uri): vscode.Disposable {
  const failure = (reason: string) => vscode.l10n.t("Security could not be added: {0}", reason);
  const ofResponses = {
    "soaphttp.response.addCredentials": async (exchange: Exchange, kind: unknown) => {
      const { editor, line } = await showRequest(exchange, parts.exchanges, parts.server);
      if (line === undefined) return inform(vscode.l10n.t("The request of this response was deleted."));
      return addSecurity(parts, editor.document.uri, line, { kind, answers: undefined });
    },
    "soaphttp.response.enterSecrets": (exchange: Exchange) => enterSecrets(exchange, parts),
    "soaphttp.response.trustSigner": (exchange: Exchange) => trustSigner(exchange, parts, storage),
  };
  const commands = {
    [addSecurityCommand]: (document?: unknown, line?: unknown, kind?: unknown, answers?: SecurityAnswers) =>
      addSecurity(parts, document, line, { kind, answers }),
    [chooseKeyCommand]: (name?: unknown) => chooseKeyFile(parts, typeof name === "string" ? name : undefined),
  };
  return vscode.Disposable.from(
    registerForResponses(parts.documents, ofResponses, failure),
    registerCommands(commands, failure),
  );
}

/** `kind`: passed by a lens, or else chosen by the user. `answers`: passed by another extension, or else asked for. */
async function addSecurity(
  parts: SecurityParts,
  given: unknown,
  line: unknown,
  { kind, answers }: { readonly kind: unknown; readonly answers: SecurityAnswers | undefined },
): Promise<void> {
  const place = await requestAt(given, line);
  if (place === undefined) return;
  const { document } = place;
  const at = { uri: document.uri.toString(), line: place.line };
  const possible = await parts.server.request(SecurityRequest, at);
  if (possible === null) return inform(vscode.l10n.t("There is no request at the cursor."));
  const choice =
    typeof kind === "string" ? possible.choices.find((one) => one.kind === kind) : await pickChoice(possible);
  if (choice === undefined) {
    return typeof kind === "string" ? inform(vscode.l10n.t("The request has these credentials already.")) : undefined;
  }
  const chosen = answers ?? (await askFor(choice, possible, parts));
  const result =
    chosen && (await parts.server.request(AddSecurityRequest, { ...at, kind: choice.kind, answers: chosen }));
  if (!result) return;
  const change = { document, version: result.version, edits: toEditorEdits(result.edits) };
  if (change.edits.length > 1) {
    return parts.reviews.show({ ...change, title: vscode.l10n.t("Add {0}", choice.label) });
  }
  await applyEdits(document.uri, change.edits);
}

function pickChoice({ choices }: SecurityResult): Promise<(SecurityChoice & { readonly label: string }) | undefined> {
  return pick(choices, vscode.l10n.t("What to add to the request"));
}

async function askFor(
  { asks, label }: SecurityChoice,
  { parts: signable }: SecurityResult,
  parts: SecurityParts,
): Promise<SecurityAnswers | undefined> {
  const user = asks.includes("user") ? await askUser(label) : "";
  if (user === undefined) return undefined;
  const key = asks.includes("key") ? await pickKey(parts) : "";
  if (key === undefined) return undefined;
  const signed = asks.includes("parts") ? await pickParts(signable) : [];
  if (signed === undefined) return undefined;
  return {
    ...(user === "" ? {} : { user }),
    ...(key === "" ? {} : { key }),
    ...(signed.length > 0 ? { parts: signed } : {}),
  };
}

function askUser(title: string) {
  const placeHolder = vscode.l10n.t("User name. Leave it empty to be asked when the request is sent.");
  return askText(title, placeHolder);
}

async function pickParts(signable: SecurityResult["parts"]): Promise<readonly string[] | undefined> {
  const items = signable.map(({ name }) => ({ label: name }));
  const chosen = await showList({
    title: vscode.l10n.t("Signature"),
    placeHolder: vscode.l10n.t("Parts to sign"),
    items,
    several: true,
    checked: items.filter((_, index) => signable[index]?.isUsual),
  });
  return chosen?.kind === "items" ? chosen.items.map(({ label }) => label) : undefined;
}

/** Resolves with the name of a key: one of the setting, or a new one for a file. */
async function pickKey(parts: SecurityParts): Promise<string | undefined> {
  const named = [...configured()].map(([label, file]) => ({ label, description: file }));
  if (named.length === 0) return chooseKeyFile(parts, undefined);
  const file = { label: vscode.l10n.t("Choose File…") };
  const chosen = await pick([...named, file], vscode.l10n.t("Key to sign with"));
  return chosen === file ? chooseKeyFile(parts, undefined) : chosen?.label;
}

/** Adds the file of a key to the setting. `given`: the key's name; by default, the file's. Resolves with the name. */
async function chooseKeyFile(
  { questions, keys }: SecurityParts,
  given: string | undefined,
): Promise<string | undefined> {
  const file = await questions().keyFile(given);
  if (file === undefined) return undefined;
  const name = given ?? freeName(file);
  await addKey(name, file);
  const [read] = await keys.read([name], "certificates");
  if (read?.kind === "refused" && !read.locked) void showError(read.why);
  return name;
}

/** Sends the request again, and asks for the secrets that were refused. */
async function enterSecrets(exchange: Exchange, { secrets, exchanges, server }: SecurityParts): Promise<void> {
  const { editor, line } = await showRequest(exchange, exchanges, server);
  if (line === undefined) return inform(vscode.l10n.t("The request of this response was deleted."));
  await secrets.forget(storedSecrets(exchange, secrets.names).map(({ name }) => name));
  await vscode.commands.executeCommand("soaphttp.send", editor.document.uri, line);
}

/** Keeps the certificate of a response's signature as a file of a key, so that it is trusted. */
async function trustSigner(
  exchange: Exchange,
  { documents, questions, host }: SecurityParts,
  storage: vscode.Uri,
): Promise<void> {
  const { untrusted } = (await documents.contents.presented(exchange))?.signature ?? {};
  if (untrusted === undefined)
    return inform(vscode.l10n.t("The signature of this response is trusted already, or invalid."));
  const der = fromBase64(untrusted.certificate);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(der)));
  const fingerprint = [...digest].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase());
  const lines = [untrusted.subject, `SHA-256 ${fingerprint.join(":")}`];
  if (!(await questions().trustSigner(lines))) return;
  const file = vscode.Uri.joinPath(storage, "trusted", `signer-${fingerprint.slice(0, 8).join("")}.cer`);
  await writeEditorFile(host, file, der);
  await addKey(freeName(file), file);
  documents.refresh(exchange);
}

async function addKey(name: string, file: vscode.Uri): Promise<void> {
  const settings = vscode.workspace.getConfiguration("soaphttp");
  const setting = { ...settings.get<object>("keys"), [name]: { file: pathOf(file) } };
  // In a remote window, VS Code writes the setting to the remote machine, because its scope is the machine.
  await settings.update("keys", setting, vscode.ConfigurationTarget.Global);
}

function pathOf(file: vscode.Uri): string {
  return file.scheme === "file" ? file.fsPath : file.toString();
}

function freeName(file: vscode.Uri): string {
  const keys = configured();
  const path = pathOf(file);
  const base = /[A-Za-z][A-Za-z0-9_-]*/.exec(fileNameOf(file))?.[0] ?? "me";
  let name = base;
  for (let count = 2; keys.has(name) && keys.get(name)?.file !== path; count++) name = `${base}${count}`;
  return name;
}
