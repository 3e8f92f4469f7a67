import * as vscode from "vscode";
import { readOnlyUri } from "../../../../server/src/protocol/protocol.ts";
import { orShowError, registerCommands } from "../editor/commands.ts";
import type { FolderChanges } from "../editor/folderChanges.ts";
import { toEditorRange } from "../editor/positions.ts";
import type { Reviews } from "../editor/reviews.ts";
import { OperationDrops } from "./drop.ts";
import type { LastResults } from "./lastResults.ts";
import { newForOperations, newFromWsdl } from "./newFromWsdl.ts";
import { registerOperationLenses } from "./operationLenses.ts";
import { registerOperationReferences } from "./operationReferences.ts";
import { OperationUses } from "./operationUses.ts";
import {
  type CallerNode,
  type OperationNode,
  operationsIn,
  type PortNode,
  type ServicesNode,
  type WsdlNode,
} from "./servicesTree.ts";
import { ServicesView } from "./servicesView.ts";
import { type NewTestsParts, newTestsForOperations, newTestsFromWsdl } from "./testGeneration.ts";
import { registerUpdate, updateAll } from "./update.ts";
import { WsdlChanges } from "./wsdlChanges.ts";
import { registerWsdlLenses } from "./wsdlLenses.ts";
import { WsdlProblems } from "./wsdlProblems.ts";

/** The time between two clicks, in milliseconds. */
const doubleClick = 500;

/** All features that begin with a WSDL. The view and the drops are for tests. */
export class WsdlFeatures implements vscode.Disposable {
  readonly view: ServicesView;
  readonly drops: OperationDrops;
  readonly #disposables: vscode.Disposable;

  constructor(
    shared: NewTestsParts,
    folders: FolderChanges,
    reviews: Reviews,
    results: LastResults,
    log: vscode.LogOutputChannel,
  ) {
    const { server, loader } = shared;
    const changes = new WsdlChanges();
    const problems = new WsdlProblems(changes, folders, log);
    const parts = { ...shared, problems };
    const uses = new OperationUses(server, shared.host, folders, log);
    this.view = new ServicesView(parts, changes, uses, results);
    this.drops = new OperationDrops(server);
    let last = { id: "", at: 0 };
    this.#disposables = vscode.Disposable.from(
      ...[changes, problems, uses, results, this.view, this.drops],
      registerWsdlLenses(server, changes, loader, uses),
      registerUpdate(server, reviews),
      registerOperationLenses(server),
      registerOperationReferences(server, uses, log),
      registerCommands({
        "soaphttp.newFromWsdl": (target?: unknown, operations?: unknown) => newFromWsdl(parts, target, operations),
        "soaphttp.newTestsFromWsdl": (target?: unknown, operations?: unknown) =>
          newTestsFromWsdl(shared, target, operations),
        "soaphttp.services.newTests": (node: ServicesNode, nodes: readonly ServicesNode[] = [node]) =>
          node.kind === "wsdl"
            ? newTestsFromWsdl(shared, node.wsdl)
            : newTestsForOperations(shared, operationsIn(nodes)),
        "soaphttp.services.newRequest": (node: ServicesNode, nodes: readonly ServicesNode[] = [node]) => {
          if (node.kind === "wsdl") return newFromWsdl(parts, node.wsdl);
          // VS Code runs the command of an item for each click of a double click.
          const [{ id, at }, now] = [last, Date.now()];
          last = { id: node.id, at: now };
          return id === node.id && now - at < doubleClick ? undefined : newForOperations(parts, operationsIn(nodes));
        },
        "soaphttp.services.send": ({ caller }: CallerNode) =>
          vscode.commands.executeCommand("soaphttp.send", caller.uri, caller.line),
        "soaphttp.services.startMock": ({ wsdl }: ServicesNode) =>
          vscode.commands.executeCommand("soaphttp.startMock", vscode.Uri.parse(wsdl)),
        "soaphttp.services.updateAll": (node: ServicesNode) =>
          orShowError(
            async () => updateAll(server, await this.view.callersIn(node)),
            (reason) => vscode.l10n.t("The requests could not be updated: {0}", reason),
          ),
        "soaphttp.services.copyAddress": (node: PortNode | OperationNode) => copyAddress(node),
        "soaphttp.services.openDefinition": (node: WsdlNode | OperationNode) => openDefinition(node),
        "soaphttp.services.refresh": () => this.view.refresh(),
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

async function copyAddress(node: PortNode | OperationNode): Promise<void> {
  const { address } = node.kind === "port" ? node.port : node.operation;
  await vscode.env.clipboard.writeText(address ?? "");
}

/** The file of a WSDL. */
async function openDefinition(node: WsdlNode | OperationNode): Promise<void> {
  const { uri, range } = node.kind === "wsdl" ? { uri: node.wsdl, range: undefined } : node.operation.place;
  const options = range === undefined ? {} : { selection: toEditorRange(range) };
  await orShowError(
    async () => vscode.window.showTextDocument(vscode.Uri.parse(readOnlyUri(uri)), options),
    (reason) => vscode.l10n.t("The WSDL could not be opened: {0}", reason),
  );
}
