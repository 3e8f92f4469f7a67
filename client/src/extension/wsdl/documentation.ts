import * as vscode from "vscode";
import {
  type DocumentationParams,
  type DocumentationPart,
  DocumentationRequest,
  documentationCommand,
  OperationsRequest,
} from "../../../../server/src/protocol/protocol.ts";
import { registerCommands } from "../editor/commands.ts";
import { PagePanel } from "../editor/pages.ts";
import { inform } from "../editor/ui.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { activeContract, fileName, reasonOf, uriText } from "./address.ts";
import type { WsdlParts } from "./newFromWsdl.ts";
import { operationsIn, type ServicesNode } from "./servicesTree.ts";

/** Registers "Show Documentation" of a file, a WSDL, a service, a port or an operation, as a page. */
export function registerDocumentation({
  server,
  host,
  questions,
}: Pick<WsdlParts, "server" | "host" | "questions">): vscode.Disposable {
  const panel = new PagePanel("soaphttp.documentation", [documentationCommand]);
  // The subject of the page, whose links show its parts.
  let shown: DocumentationParams | undefined;
  const show = (wsdl: string, name: string, operations?: readonly number[]) =>
    showPage({ wsdl, title: name, operations });
  const showPage = async (params: DocumentationParams) => {
    if (!(await ensureTrusted(questions(), "read"))) return;
    const script = await host.importScript?.();
    shown = params;
    const page = await server.request(DocumentationRequest, { ...params, script });
    if (page === null) inform(reasonOf(await server.request(OperationsRequest, { wsdl: params.wsdl })));
    else panel.show(params.title, page);
  };
  const commands = {
    "soaphttp.showDocumentation": (given?: unknown) => {
      const wsdl = uriText(given) ?? activeContract();
      return wsdl === undefined
        ? inform(vscode.l10n.t("Open a .wsdl or .xsd file first."))
        : show(wsdl, fileName(wsdl));
    },
    [documentationCommand]: (given?: unknown) => shown && showPage({ ...shown, part: partOf(given) }),
    "soaphttp.services.showDocumentation": (node: ServicesNode) =>
      node.kind === "wsdl"
        ? show(node.wsdl, fileName(node.wsdl))
        : show(node.wsdl, nameOf(node), operationsIn([node]).operations),
  };
  const failure = (reason: string) => vscode.l10n.t("The documentation could not be shown: {0}", reason);
  return vscode.Disposable.from(panel, registerCommands(commands, failure));
}

function nameOf(node: Exclude<ServicesNode, { kind: "wsdl" }>): string {
  if (node.kind === "operation") return node.operation.operation;
  return "name" in node ? node.name : "";
}

/** The part that a link of the page names; undefined for the whole. */
function partOf(given: unknown): DocumentationPart | undefined {
  const part = typeof given === "object" && given !== null ? (given as DocumentationPart) : {};
  return Object.keys(part).length === 0 ? undefined : part;
}
