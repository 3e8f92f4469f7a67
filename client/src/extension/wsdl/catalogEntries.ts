import * as vscode from "vscode";
import { CatalogEntryRequest, OperationsRequest } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { registerCommands } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { writeEditorFile } from "../editor/writeFile.ts";
import type { WsdlProblems } from "./wsdlProblems.ts";

const useFileCommand = "soaphttp.useFileForAddress";
/** Maximum files beside a WSDL that may be the document of an address. */
const maxFiles = 100;

/** The arguments of the command: a WSDL, and the place where one of its documents names an address. */
interface Place {
  readonly wsdl: string;
  readonly uri: string;
  readonly position: vscode.Position;
}

/** Registers `Use o.xsd for This Address`, if an address can't be loaded: it writes `catalog.xml` beside the WSDL. */
export function registerCatalogEntries(server: LanguageServer, problems: WsdlProblems, host: Host): vscode.Disposable {
  const entryFor = async ({ wsdl, uri, position: { line, character } }: Place, names?: readonly string[]) =>
    server.request(CatalogEntryRequest, {
      ...{ wsdl, uri, position: { line, character } },
      names: names ?? (await filesBeside(vscode.Uri.parse(wsdl))),
    });

  const use = async (place: Place, file: string): Promise<void> => {
    // The catalog may have changed since the quick fix was shown.
    const entry = await entryFor(place, [file]);
    if (entry === null) return;
    const { uri, bytes } = entry.catalog;
    const folder = vscode.Uri.joinPath(vscode.Uri.parse(place.wsdl), "..");
    await writeEditorFile(host, vscode.Uri.parse(uri), fromBase64(bytes), { beside: folder });
    problems.show(place.wsdl, await server.request(OperationsRequest, { wsdl: place.wsdl, renew: true }));
  };

  const provider: vscode.CodeActionProvider = {
    async provideCodeActions({ uri }, _, { diagnostics }) {
      const actions: vscode.CodeAction[] = [];
      for (const diagnostic of diagnostics) {
        for (const wsdl of problems.wsdlsWith(uri, diagnostic)) {
          const place: Place = { wsdl, uri: uri.toString(), position: diagnostic.range.start };
          const entry = await entryFor(place);
          if (entry === null) continue;
          const title = vscode.l10n.t("Use {0} for This Address", entry.file);
          const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
          action.diagnostics = [diagnostic];
          action.command = { title, command: useFileCommand, arguments: [place, entry.file] };
          actions.push(action);
        }
      }
      return actions;
    },
  };
  return vscode.Disposable.from(
    vscode.languages.registerCodeActionsProvider({ pattern: "**/*.{wsdl,xsd,xml}" }, provider, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    registerCommands({ [useFileCommand]: use }, (reason) =>
      vscode.l10n.t("The catalog could not be written: {0}", reason),
    ),
  );
}

async function filesBeside(wsdl: vscode.Uri): Promise<readonly string[]> {
  const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(wsdl, ".."));
  const names = entries.flatMap(([name, type]) =>
    type & vscode.FileType.File && /\.(?:xsd|wsdl)$/i.test(name) ? name : [],
  );
  return names.sort().slice(0, maxFiles);
}
