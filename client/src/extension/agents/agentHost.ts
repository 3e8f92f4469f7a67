import * as vscode from "vscode";
import * as protocol from "../../../../server/src/protocol/agentProtocol.ts";
import { isWebAddress } from "../../../../server/src/protocol/protocol.ts";
import { readQuestion } from "../../../../server/src/text/asked.ts";
import { largestFile } from "../../../../server/src/text/limits.ts";
import { isSecretFile } from "../../../../server/src/text/secretNames.ts";
import type { AgentHost, AgentLanguage, AgentRefusal, Question } from "../../agents/host.ts";
import { timeoutOf } from "../../core/exchange/exchange.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import type { Tls } from "../keys/tls.ts";
import { sendSettings } from "../send/settings.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { openFolders, outsideOf } from "../trust/outsideFile.ts";
import type { SecretVariables } from "../trust/secretVariables.ts";
import type { WsdlLoader } from "../wsdl/loader.ts";

export interface AgentParts extends EditorParts {
  readonly loader: WsdlLoader;
  readonly secrets: SecretVariables;
  readonly tls: Tls;
}

let places = 0;

/** The host of one call. `confirm`: asks the user. */
export function agentHost(
  { host, server, loader, secrets, tls, questions }: AgentParts,
  signal: AbortSignal,
  confirm: (question: Question) => Promise<boolean>,
): AgentHost {
  const outside = async (uri: vscode.Uri) => (await outsideOf(uri, openFolders(), host.realPath)) !== undefined;
  const find = async (name: string): Promise<vscode.Uri | AgentRefusal> => {
    const uri = uriOf(name);
    if (uri === undefined) return { refused: "No folder is open in VS Code. Ask the user to open one." };
    if (await outside(uri)) return { refused: `${name} is outside of the open folders. Use a file in them.` };
    try {
      const { path } = await (host.realPath?.(uri) ?? uri);
      if (isSecretFile(path)) return { refused: `${name} contains secrets. Use its values as variables.` };
      const { type, size } = await vscode.workspace.fs.stat(uri);
      if ((type & vscode.FileType.File) === 0) return { refused: `${name} is not a file.` };
      return size > largestFile ? { refused: `${name} is larger than ${largestFile / 1_000_000} MB.` } : uri;
    } catch {
      return { refused: `${name}: file not found.` };
    }
  };
  return {
    shell: host.kind,
    signal,
    environmentVariables: allowedVariables(),
    language: remoteLanguage(server, host),
    place: async (beside) => {
      const [folder] = openFolders();
      const base = beside === undefined ? folder : vscode.Uri.joinPath(vscode.Uri.parse(beside), "..");
      const name = `agent-${++places}.soaphttp`;
      return base === undefined ? `untitled:${name}` : vscode.Uri.joinPath(base, name).toString();
    },
    file: async (name) => {
      const uri = await find(name);
      if ("refused" in uri) return uri;
      try {
        const text = (await vscode.workspace.openTextDocument(uri)).getText();
        return { uri: uri.toString(), text };
      } catch {
        return { refused: `${name} is not a text file.` };
      }
    },
    wsdl: async (name) => {
      if (!isWebAddress(name)) {
        const uri = await find(name);
        return "refused" in uri ? uri : { uri: uri.toString() };
      }
      const loaded = await loader.load(name);
      return loaded
        ? { uri: name }
        : { refused: `The WSDL ${name} was not read: the user didn't allow it, or it failed.` };
    },
    outside: async (uri) => ((await outside(vscode.Uri.parse(uri))) ? uri : undefined),
    secret: async (name) => {
      const question = readQuestion(name);
      const refused = question
        ? `The user has not answered the question: ${question.text}`
        : `The user has entered no value for the secret ${name}.`;
      return (await secrets.valueOf(name)) || { refused };
    },
    mayBeSent: async (question) => {
      if (!(await ensureTrusted(questions()))) return { refused: "Not sent: VS Code is in Restricted Mode." };
      return (await confirm(question)) || { refused: "Not sent: the user didn't agree. Don't repeat it unasked." };
    },
    send: (request, message, onProgress) => {
      const { timeout, maxBytes, maxHeadBytes } = sendSettings(openFolders()[0] ?? vscode.Uri.parse("untitled:agent"));
      return host.transport.send(request, {
        signal,
        onProgress,
        maxBytes,
        maxHeadBytes,
        redirects: "never",
        timeout: timeoutOf(message, timeout),
        tls: (name, port) => tls.sendingTo(name, port, undefined),
      });
    },
  };
}

/** Returns the environment variables that a text may read, from the setting, which only the user can change. */
function allowedVariables(): readonly string[] {
  const value: unknown = vscode.workspace.getConfiguration("soaphttp").get("agents.environmentVariables");
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

/** Returns the URI for a path relative to the first folder, an absolute path, or a URI. */
function uriOf(name: string): vscode.Uri | undefined {
  const [folder] = openFolders();
  if (/^[a-z][\w+.-]+:\/\//i.test(name)) return vscode.Uri.parse(name);
  if (folder === undefined) return undefined;
  if (/^(?:[\\/]|[A-Za-z]:[\\/])/.test(name)) {
    return folder.scheme === "file" ? vscode.Uri.file(name) : folder.with({ path: name });
  }
  return vscode.Uri.joinPath(folder, name.replaceAll("\\", "/"));
}

function remoteLanguage(server: LanguageServer, { realPath }: Host): AgentLanguage {
  /**
   * Returns the result, unless it used a file outside of the open folders, because findings quote the text of files.
   */
  const inside = async <T extends { readonly files: readonly string[] }>(result: T): Promise<T | AgentRefusal> => {
    for (const file of result.files) {
      if (await outsideOf(vscode.Uri.parse(file), openFolders(), realPath)) {
        return { refused: "The text refers to a file outside of the open folders. Use a file in them." };
      }
    }
    return result;
  };
  return {
    operations: (params) => server.request(protocol.AgentOperationsRequest, params),
    write: (params) => server.request(protocol.AgentWriteRequest, params),
    check: async (text) => inside(await server.request(protocol.AgentCheckRequest, text)),
    outgoing: async (params) => inside(await server.request(protocol.AgentOutgoingRequest, params)),
    response: (params) => server.request(protocol.AgentResponseRequest, params),
    values: (params) => server.request(protocol.AgentValuesRequest, params),
  };
}
