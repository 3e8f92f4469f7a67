import * as vscode from "vscode";
import { DocumentationRequest } from "../../../../server/src/protocol/protocol.ts";
import { orShowError, registerCommands } from "../editor/commands.ts";
import { inform, PagePanel } from "../editor/ui.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { activeContract, fileName, uriText } from "./address.ts";
import { loadOperations, reasonOf } from "./loading.ts";
import { operationsIn, type ServicesNode } from "./servicesTree.ts";
import type { NewTestsParts } from "./testGeneration.ts";

/** "Show Documentation" of a file, a WSDL, a service, a port or an operation: what the WSDL or schema says, as a page. */
export function registerDocumentation({ server, host, questions }: NewTestsParts): vscode.Disposable {
  const panel = new PagePanel("soaphttp.documentation");
  const show = (wsdl: string, name: string, operations?: readonly number[]) =>
    orShowError(
      async () => {
        if (!(await ensureTrusted(questions(), "read"))) return;
        const script = await host.importScript?.();
        const page = await server.request(DocumentationRequest, { wsdl, title: name, operations, script });
        if (page === null) inform(reasonOf(await loadOperations(server, wsdl)));
        else panel.show(name, page);
      },
      (reason) => vscode.l10n.t("The documentation could not be shown: {0}", reason),
    );
  return vscode.Disposable.from(
    panel,
    registerCommands({
      "soaphttp.showDocumentation": (given?: unknown) => {
        const wsdl = uriText(given) ?? activeContract();
        return wsdl === undefined
          ? inform(vscode.l10n.t("Open a .wsdl or .xsd file first."))
          : show(wsdl, fileName(wsdl));
      },
      "soaphttp.services.showDocumentation": (node: ServicesNode) =>
        node.kind === "wsdl"
          ? show(node.wsdl, fileName(node.wsdl))
          : show(node.wsdl, nameOf(node), operationsIn([node]).operations),
    }),
  );
}

function nameOf(node: Exclude<ServicesNode, { kind: "wsdl" }>): string {
  if (node.kind === "operation") return node.operation.operation;
  return "name" in node ? node.name : "";
}
