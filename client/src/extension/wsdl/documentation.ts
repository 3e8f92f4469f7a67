import * as vscode from "vscode";
import { documentationText } from "../../core/wsdl/documentationText.ts";
import { registerCommands } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { placeName } from "./consent.ts";
import { indexed } from "./indexedOperations.ts";
import { loadOperations } from "./loading.ts";
import { operationsIn, type ServicesNode } from "./servicesTree.ts";

/** The scheme of the documentation of services: `soaphttp-documentation:/Add.md?{wsdl, operations}`. */
const scheme = "soaphttp-documentation";

/** "Show Documentation" of a WSDL, a service, a port or an operation: what the WSDL says, in VS Code's preview of Markdown. */
export function registerDocumentation(server: LanguageServer): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: async ({ path, query }) => {
        const { wsdl, operations }: { wsdl: string; operations: readonly number[] | null } = JSON.parse(query);
        const all = indexed(await loadOperations(server, wsdl));
        const shown = operations === null ? all : all.filter(({ index }) => operations.includes(index));
        return documentationText(path.slice(1, -".md".length), shown);
      },
    }),
    registerCommands({
      "soaphttp.services.showDocumentation": (node: ServicesNode) =>
        vscode.commands.executeCommand("markdown.showPreview", uriOf(node)),
    }),
  );
}

function uriOf(node: ServicesNode): vscode.Uri {
  const { wsdl, operations } = node.kind === "wsdl" ? { wsdl: node.wsdl, operations: null } : operationsIn([node]);
  const name = node.kind === "wsdl" ? (placeName(wsdl).split("/").at(-1) ?? "") : nameOf(node);
  const query = JSON.stringify({ wsdl, operations });
  return vscode.Uri.from({ scheme, path: `/${name.replaceAll("/", " ")}.md`, query });
}

function nameOf(node: Exclude<ServicesNode, { kind: "wsdl" }>): string {
  if (node.kind === "operation") return node.operation.operation;
  return "name" in node ? node.name : "";
}
