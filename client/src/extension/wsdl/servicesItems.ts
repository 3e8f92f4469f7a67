import * as vscode from "vscode";
import { loadWsdlCommand, type OperationsResult } from "../../../../server/src/protocol/protocol.ts";
import { treeItem } from "../editor/ui.ts";
import { iconOfGrade } from "../response/decorations.ts";
import { placeName } from "./consent.ts";
import { facts, versionText } from "./indexedOperations.ts";
import type { LastResults } from "./lastResults.ts";
import { requestCount, testCount, type Uses } from "./operationUses.ts";
import type {
  CallerNode,
  NoteNode,
  OperationNode,
  PortNode,
  ServiceNode,
  TestsNode,
  WsdlNode,
} from "./servicesTree.ts";

const maxListed = 10;

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** `result` is undefined until the WSDL was read, `uses` until the requests of the workspace were searched. */
export function wsdlItem({ wsdl }: WsdlNode, result: OperationsResult | undefined, uses: Uses | undefined) {
  const path = placeName(wsdl);
  const slash = path.lastIndexOf("/");
  const [name, folder] = [path.slice(slash + 1), path.slice(0, Math.max(slash, 0))];
  const problems = result?.problems.length ?? 0;
  const count =
    problems === 0 ? "" : problems === 1 ? vscode.l10n.t("1 problem") : vscode.l10n.t("{0} problems", problems);
  const { short, long } = coverage(wsdl, result?.operations.length ?? 0, uses);
  const item = treeItem(name, facts(short, count, folder), [facts(path, count), long].filter(Boolean).join("\n"));
  item.collapsibleState = Collapsed;
  item.iconPath =
    problems === 0
      ? new vscode.ThemeIcon("file-code")
      : new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.accessibilityInformation = { label: spoken(vscode.l10n.t("WSDL {0}", name), long, count, folder) };
  return item;
}

/** The number of operations of a WSDL that have a request; empty if it is unknown, or if there are no operations. */
function coverage(
  wsdl: string,
  all: number,
  uses: Uses | undefined,
): { readonly short: string; readonly long: string } {
  if (uses === undefined || all === 0) return { short: "", long: "" };
  let called = 0;
  for (let index = 0; index < all; index++) if (uses.of([{ wsdl, index }]).length > 0) called++;
  if (all === 1) {
    const long =
      called === 1
        ? vscode.l10n.t("The operation has a request in the workspace")
        : vscode.l10n.t("The operation has no request in the workspace");
    return { short: vscode.l10n.t("{0} of 1 operation", called), long };
  }
  return {
    short: vscode.l10n.t("{0} of {1} operations", called, all),
    long:
      called === 1
        ? vscode.l10n.t("1 of {0} operations has a request in the workspace", all)
        : vscode.l10n.t("{0} of {1} operations have a request in the workspace", called, all),
  };
}

export function serviceItem({ name }: ServiceNode): vscode.TreeItem {
  const item = treeItem(name, "", name);
  item.collapsibleState = Expanded;
  item.iconPath = new vscode.ThemeIcon("server");
  item.accessibilityInformation = { label: vscode.l10n.t("Service {0}", name) };
  return item;
}

export function portItem({ name, port, isOnly }: PortNode): vscode.TreeItem {
  const { service, version, address = "" } = port;
  const description = facts(versionText(version), address);
  const item = treeItem(name, description, [facts(service, name), description].join("\n"));
  item.collapsibleState = isOnly ? Expanded : Collapsed;
  item.iconPath = new vscode.ThemeIcon("plug");
  item.accessibilityInformation = { label: spoken(vscode.l10n.t("Port {0}", name), versionText(version), address) };
  return item;
}

/** `uses`: undefined if the requests of the workspace haven't been searched yet. */
export function operationItem(node: OperationNode, uses: Uses | undefined) {
  const { operation: name, action = "", documentation, index, port = "", version } = node.operation;
  const places = uses?.of([{ wsdl: node.wsdl, index }]);
  const count = places ? requestCount(places) : "";
  const tooltip = [facts(name, port, versionText(version)), action, documentation.trim(), callers(places)];
  const item = treeItem(name, count, tooltip.filter((line) => line !== "").join("\n"));
  item.collapsibleState = places && places.length > 0 ? Collapsed : None;
  item.iconPath = new vscode.ThemeIcon(
    places === undefined ? "symbol-method" : places.length > 0 ? "pass" : "circle-large-outline",
  );
  const label = spoken(vscode.l10n.t("Operation {0}", name), port, versionText(version), count, documentation.trim());
  item.accessibilityInformation = { label };
  return item;
}

export function testsItem({ children }: TestsNode, results: LastResults): vscode.TreeItem {
  const verdicts = children.map(({ caller }) => results.of(caller)?.grade);
  const [passed, failed] = ["good", "error"].map((grade) => verdicts.filter((one) => one === grade).length);
  const counts = facts(
    passed ? vscode.l10n.t("{0} passed", passed) : "",
    failed ? vscode.l10n.t("{0} failed", failed) : "",
  );
  const label = testCount(children.length);
  const item = treeItem(label, counts, facts(label, counts));
  item.collapsibleState = Collapsed;
  item.iconPath = new vscode.ThemeIcon("beaker");
  return item;
}

export function callerItem({ caller }: CallerNode, results: LastResults): vscode.TreeItem {
  const { name, uri, range, isTest } = caller;
  const place = `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`;
  const last = results.of(caller);
  const item = treeItem(name, last?.text ?? place, facts(name, place, last?.text));
  item.iconPath =
    last === undefined ? new vscode.ThemeIcon(isTest ? "beaker" : "symbol-event") : iconOfGrade(last.grade);
  const kind = isTest ? vscode.l10n.t("Test {0}", name) : vscode.l10n.t("Request {0}", name);
  item.accessibilityInformation = { label: spoken(kind, last?.text ?? "", place) };
  const title = vscode.l10n.t("Go to Request");
  item.command = { command: "vscode.open", title, arguments: [uri, { selection: range }] };
  return item;
}

function callers(places: readonly vscode.Location[] | undefined): string {
  if (places === undefined) return "";
  if (places.length === 0) return vscode.l10n.t("No request in this workspace calls this operation.");
  const files = [...new Set(places.map(({ uri }) => vscode.workspace.asRelativePath(uri)))];
  const listed = [...files.slice(0, maxListed), ...(files.length > maxListed ? ["…"] : [])].join(", ");
  return vscode.l10n.t("Called in {0}", listed);
}

export function noteItem({ text, unallowed, wsdl }: NoteNode): vscode.TreeItem {
  const isLoading = unallowed.length > 0;
  const item = treeItem(text, "", [text, ...unallowed.slice(0, maxListed)].join("\n"));
  item.iconPath = new vscode.ThemeIcon(isLoading ? "cloud-download" : "info");
  if (isLoading) item.command = { command: loadWsdlCommand, title: text, arguments: [wsdl] };
  return item;
}

function spoken(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(", ");
}
