import * as vscode from "vscode";
import type { NewRequestsParams } from "../../../../server/src/protocol/protocol.ts";
import { type List, type ListItem, pick, showList } from "../editor/ui.ts";
import { askAddress } from "./address.ts";
import { facts, type PortOperations, summaryOf, versionText } from "./indexedOperations.ts";

type RequestExtent = NewRequestsParams["extent"];

export interface ChosenOperations {
  /** Indexes of operations in the WSDL; at least one. */
  readonly operations: readonly number[];
  readonly extent: RequestExtent;
}

/** Decisions of the user about WSDLs. Tests replace these dialogs. Undefined: cancelled. */
export const wsdlDialogs = {
  /** Asks for a WSDL by its URI. `chosen`: the user chose a file that isn't in the list, or an address. */
  async wsdl(files: readonly vscode.Uri[]) {
    const items: readonly WsdlChoice[] = [
      ...files.map((file) => ({ ...fileChoice(file), file })),
      { label: vscode.l10n.t("Enter Address…"), ask: askAddress },
      { label: vscode.l10n.t("Browse…"), ask: browse },
    ];
    const { file, ask } = (await pick(items, vscode.l10n.t("Select a WSDL"))) ?? {};
    return { wsdl: file?.toString() ?? (await ask?.()), chosen: file === undefined };
  },

  async operations(ports: readonly PortOperations[], wsdl: string): Promise<ChosenOperations | undefined> {
    const items = itemsOf(ports);
    let [several, extent]: [boolean, RequestExtent] = [false, "parameters"];
    let entered: Pick<List<OperationChoice>, "typed" | "checked"> = {};
    for (;;) {
      const result = await showList({
        title: facts(vscode.l10n.t("New Request from {0}", wsdl), extent === "parameters" ? "" : extentText(extent)),
        placeHolder: several ? vscode.l10n.t("Select operations") : vscode.l10n.t("Select an operation"),
        buttons: [
          several
            ? { icon: "list-flat", tooltip: vscode.l10n.t("Select One Operation") }
            : { icon: "checklist", tooltip: vscode.l10n.t("Select Several Operations") },
          { icon: "settings-gear", tooltip: vscode.l10n.t("Content of the Request…") },
        ],
        items,
        several,
        ...entered,
      });
      if (result === undefined) return undefined;
      if (result.kind === "items") {
        const operations = result.items.map(({ index }) => index);
        return operations.length > 0 ? { operations, extent } : undefined;
      }
      entered = result;
      if (result.index === 0) several = !several;
      else extent = (await askExtent()) ?? extent;
    }
  },

  /** Asks for the operations to write tests for. Resolves with their indexes; at least one. */
  async testedOperations(ports: readonly PortOperations[], wsdl: string): Promise<readonly number[] | undefined> {
    const result = await showList({
      title: vscode.l10n.t("New Tests from {0}", wsdl),
      placeHolder: vscode.l10n.t("Select operations. A file is written for each."),
      items: itemsOf(ports),
      several: true,
    });
    const chosen = result?.kind === "items" ? result.items.map(({ index }) => index) : [];
    return chosen.length > 0 ? chosen : undefined;
  },
};

export type WsdlQuestions = typeof wsdlDialogs;

function itemsOf(ports: readonly PortOperations[]): List<OperationChoice>["items"] {
  return ports.flatMap((port): List<OperationChoice>["items"] => [
    { heading: port.address ?? port.service ?? "" },
    ...operationChoices(port, ports),
  ]);
}

interface WsdlChoice extends ListItem {
  readonly file?: vscode.Uri;
  readonly ask?: () => Promise<string | undefined>;
}

function fileChoice(uri: vscode.Uri): ListItem {
  const path = vscode.workspace.asRelativePath(uri);
  const slash = path.lastIndexOf("/");
  return { label: path.slice(slash + 1), description: path.slice(0, Math.max(slash, 0)) };
}

interface OperationChoice extends ListItem {
  readonly index: number;
}

/** Returns the choices for operations, with the name of the service only if there are several. */
function operationChoices(port: PortOperations, ports: readonly PortOperations[]): readonly OperationChoice[] {
  const service = ports.every((one) => one.service === port.service) ? "" : port.service;
  const description = facts(service, port.port ?? port.binding, versionText(port.version));
  return port.operations.map((operation) => {
    const detail = summaryOf(operation);
    return { index: operation.index, label: operation.operation, description, ...(detail === "" ? {} : { detail }) };
  });
}

async function askExtent(): Promise<RequestExtent | undefined> {
  const details: Record<RequestExtent, string> = {
    parameters: vscode.l10n.t("All parameters of the operation, and what is required in them"),
    required: vscode.l10n.t("Only what is required"),
    optional: vscode.l10n.t("Everything that is allowed, at every level"),
  };
  const items = (["parameters", "required", "optional"] as const).map((extent) => {
    return { extent, label: extentText(extent), detail: details[extent] };
  });
  return (await pick(items, vscode.l10n.t("Select the content of the request")))?.extent;
}

function extentText(extent: RequestExtent): string {
  return {
    parameters: vscode.l10n.t("Parameters"),
    required: vscode.l10n.t("Required Elements"),
    optional: vscode.l10n.t("All Elements"),
  }[extent];
}

async function browse(): Promise<string | undefined> {
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t("Select a WSDL"),
    filters: { WSDL: ["wsdl", "xml"], [vscode.l10n.t("All Files")]: ["*"] },
  });
  return files?.[0]?.toString();
}
