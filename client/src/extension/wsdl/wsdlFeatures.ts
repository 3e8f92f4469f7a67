import * as vscode from "vscode";
import {
  type CalledOperation,
  CalledOperationsRequest,
  type CallingRequest,
  isWebAddress,
  languageId,
  readOnlyUri,
  UpdateRequest,
  updateFromWsdlCommand,
} from "../../../../server/src/protocol/protocol.ts";
import { orShowError, registerCommands, requestAt } from "../editor/commands.ts";
import { type FolderChanges, watchFiles } from "../editor/folderChanges.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { registerLenses } from "../editor/lenses.ts";
import { startOfLine, toEditorEdits, toEditorLocation, toEditorRange } from "../editor/positions.ts";
import type { Reviews } from "../editor/reviews.ts";
import { inform, type LensContent, lens } from "../editor/ui.ts";
import { isCopy } from "../symbols/requestFiles.ts";
import { registerCatalogEntries } from "./catalogEntries.ts";
import { placeName } from "./consent.ts";
import { registerDocumentation } from "./documentation.ts";
import { operationDrops } from "./drop.ts";
import type { LastResults } from "./lastResults.ts";
import { newForOperations, newFromWsdl, type WsdlParts } from "./newFromWsdl.ts";
import { registerOperationReferences } from "./operationReferences.ts";
import { type Caller, OperationUses } from "./operationUses.ts";
import {
  type CallerNode,
  type OperationNode,
  operationsIn,
  type PortNode,
  type ServicesNode,
  type WsdlNode,
} from "./servicesTree.ts";
import { ServicesView } from "./servicesView.ts";
import { StructureView } from "./structureView.ts";
import { newTestsForOperations, newTestsFromWsdl } from "./testGeneration.ts";
import { registerWsdlLenses, showPlaces } from "./wsdlLenses.ts";
import { WsdlProblems } from "./wsdlProblems.ts";

/** The time between two clicks, in milliseconds. */
const doubleClick = 500;

/** Registers all features that begin with a WSDL. The views and the drops are returned for tests. */
export function wsdlFeatures(
  shared: Omit<WsdlParts, "problems"> & {
    readonly folders: FolderChanges;
    readonly reviews: Reviews;
    readonly log: vscode.LogOutputChannel;
  },
  results: LastResults,
) {
  const { server, loader, folders, reviews, log } = shared;
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const watching = watchFiles("**/*.{wsdl,xsd}", (uri) => changed.fire(uri));
  const problems = new WsdlProblems(changed.event, folders, log);
  const parts = { ...shared, problems };
  const uses = new OperationUses(server, shared.host, folders, log);
  const view = new ServicesView(parts, changed.event, uses, results);
  const structure = new StructureView(server, changed.event);
  const drops = operationDrops(server);
  let last = { id: "", at: 0 };
  const disposables = vscode.Disposable.from(
    ...[changed, watching, problems, uses, results, view, structure, drops],
    registerWsdlLenses(server, changed.event, loader, uses),
    registerUpdate(server, reviews),
    registerCatalogEntries(server, problems, shared.host),
    registerOperationLenses(server),
    registerDocumentation(shared),
    registerOperationReferences(server, uses, log),
    registerCommands({
      "soaphttp.newFromWsdl": (target?: unknown, operations?: unknown) => newFromWsdl(parts, target, operations),
      "soaphttp.newTestsFromWsdl": (target?: unknown, operations?: unknown) =>
        newTestsFromWsdl(shared, target, operations),
      "soaphttp.services.newTests": (node: ServicesNode, nodes: readonly ServicesNode[] = [node]) =>
        node.kind === "wsdl" ? newTestsFromWsdl(shared, node.wsdl) : newTestsForOperations(shared, operationsIn(nodes)),
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
      "soaphttp.services.copyAddress": (node: PortNode | OperationNode) => copyAddress(node),
      "soaphttp.services.openDefinition": (node: WsdlNode | OperationNode) => openDefinition(node),
      "soaphttp.services.refresh": () => view.refresh(),
    }),
    registerCommands(
      {
        "soaphttp.services.updateAll": async (node: ServicesNode) => updateAll(server, await view.callersIn(node)),
      },
      (reason) => vscode.l10n.t("The requests could not be updated: {0}", reason),
    ),
  );
  return { view, structure, drops, dispose: () => disposables.dispose() };
}

async function copyAddress(node: PortNode | OperationNode): Promise<void> {
  const { address } = node.kind === "port" ? node.port : node.operation;
  await vscode.env.clipboard.writeText(address ?? "");
}

async function openDefinition(node: WsdlNode | OperationNode): Promise<void> {
  const { uri, range } = node.kind === "wsdl" ? { uri: node.wsdl, range: undefined } : node.operation.place;
  const options = range === undefined ? {} : { selection: toEditorRange(range) };
  await orShowError(
    async () => vscode.window.showTextDocument(vscode.Uri.parse(readOnlyUri(uri)), options),
    (reason) => vscode.l10n.t("The WSDL could not be opened: {0}", reason),
  );
}

/** Registers `Update from WSDL`, for the request at the cursor. */
function registerUpdate(server: LanguageServer, reviews: Reviews): vscode.Disposable {
  const act = (document?: unknown, line?: unknown) => update(server, reviews, document, line);
  return registerCommands({ [updateFromWsdlCommand]: act }, (reason) =>
    vscode.l10n.t("The request could not be updated: {0}", reason),
  );
}

async function update(server: LanguageServer, reviews: Reviews, given: unknown, line: unknown): Promise<void> {
  const place = await requestAt(given, line);
  if (place === undefined) return;
  const { document, line: at } = place;
  const result = await server.request(UpdateRequest, { uri: document.uri.toString(), line: at });
  if (result === null) {
    inform(vscode.l10n.t("The operation of the request at the cursor is unknown. Name its WSDL with # @wsdl."));
  } else if (result.edits.length === 0) {
    inform(vscode.l10n.t("The request matches its WSDL."));
  } else {
    const title = vscode.l10n.t("Update from WSDL");
    await reviews.show({ document, version: result.version, edits: toEditorEdits(result.edits), title });
  }
}

/** All at once, so that one undo reverts them in all files. In VS Code's preview of the changes, none is checked. */
async function updateAll(server: LanguageServer, callers: readonly Caller[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  let changed = 0;
  for (const { uri, line } of callers) {
    const document = await vscode.workspace.openTextDocument(uri);
    const result = await server.request(UpdateRequest, { uri: uri.toString(), line });
    if (result === null || result.version !== document.version || result.edits.length === 0) continue;
    changed++;
    for (const { range, newText } of toEditorEdits(result.edits)) edit.replace(uri, range, newText);
  }
  if (changed > 0) {
    await vscode.workspace.applyEdit(edit, { isRefactoring: true });
    inform(
      changed === 1
        ? vscode.l10n.t("1 request was updated. Undo takes the change back.")
        : vscode.l10n.t("{0} requests were updated. Undo in one of their files takes all changes back.", changed),
    );
  } else if (callers.length === 0) inform(vscode.l10n.t("No request in this workspace calls this operation."));
  else if (callers.length === 1) inform(vscode.l10n.t("The request matches its WSDL."));
  else inform(vscode.l10n.t("All {0} requests match their WSDL.", callers.length));
}

/** Registers lenses above each request whose contract is known, with its operation: `calc.wsdl › CalcSoap12 › Add`. */
function registerOperationLenses(server: LanguageServer): vscode.Disposable {
  return registerLenses({ language: languageId }, server, {
    changes: [server.onDidChangeContracts],
    async read(document, token) {
      if (isCopy(document.uri)) return [];
      const uri = document.uri.toString();
      const { version, requests } = await server.request(CalledOperationsRequest, { uri }, token);
      return document.version === version ? requests : undefined;
    },
    draw: (document, requests) =>
      requests.map((request) => lens(startOfLine(request.line.start.line), contentFor(document.uri, request))),
  });
}

function contentFor(uri: vscode.Uri, { kind, operations, at }: CallingRequest): LensContent {
  // Only files can be opened in an editor.
  const places = operations.filter(({ place }) => !isWebAddress(place.uri)).map(({ place }) => toEditorLocation(place));
  const [operation] = operations;
  if (kind === "choice" || operation === undefined) {
    return {
      title: vscode.l10n.t("{0} operations match", operations.length),
      tooltip: vscode.l10n.t("Show the operations that this request may call"),
      ...(places.length === 0 ? {} : showPlaces(uri, at, places)),
    };
  }
  const [place] = places;
  return {
    title: pathOf(operation),
    ...(place === undefined
      ? { tooltip: placeName(operation.wsdl) }
      : {
          tooltip: vscode.l10n.t(
            "Go to the definition of operation {0} in {1}",
            operation.operation,
            placeName(operation.wsdl),
          ),
          command: "vscode.open",
          arguments: [place.uri, { selection: place.range }],
        }),
  };
}

function pathOf({ wsdl, port, operation }: CalledOperation): string {
  const file = decoded(wsdl.split(/[?#]/, 1).join(""))
    .split("/")
    .findLast((part) => part !== "");
  return [file, port, operation].filter((part) => part !== undefined).join(" › ");
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
