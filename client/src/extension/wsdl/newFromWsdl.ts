import * as vscode from "vscode";
import { isWebAddress, OperationsRequest, type OperationsResult } from "../../../../server/src/protocol/protocol.ts";
import { orShowError } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { inform } from "../editor/ui.ts";
import { reasonOf, uriText } from "./address.ts";
import { placeName } from "./consent.ts";
import { indexed, portsOf, type WsdlOperations } from "./indexedOperations.ts";
import { insertRequests } from "./insertRequests.ts";
import type { WsdlLoader } from "./loader.ts";
import type { WorkspaceWsdls } from "./workspaceWsdls.ts";
import { offerDownload } from "./wsdlCommands.ts";
import type { WsdlProblems } from "./wsdlProblems.ts";
import type { ChosenOperations, WsdlQuestions } from "./wsdlQuestions.ts";

export interface WsdlParts {
  readonly server: LanguageServer;
  readonly wsdls: WorkspaceWsdls;
  readonly loader: WsdlLoader;
  readonly problems: WsdlProblems;
  readonly questions: () => WsdlQuestions;
}

/**
 * `New Request from WSDL`: inserts requests for operations that the user selects. `target`: the WSDL; else the active one, else
 * a list is shown. `operations`: only these are offered, by their indexes; a single one is taken without a list.
 */
export async function newFromWsdl(parts: WsdlParts, target?: unknown, operations?: unknown): Promise<void> {
  const { wsdls, loader, questions } = parts;
  const given = uriText(target) ?? activeWsdl();
  const { wsdl, chosen } =
    given === undefined ? await questions().wsdl(await wsdls.all()) : { wsdl: given, chosen: false };
  if (wsdl === undefined) return;
  const load = () => (isIndexes(operations) ? loadAgain(parts, wsdl) : loader.load(wsdl, { chosen, fresh: chosen }));
  const isCreated = await create(parts, wsdl, load, async (result) => {
    const offered = indexed(result).filter(({ index }) => !isIndexes(operations) || operations.includes(index));
    const [only, ...more] = offered;
    if (only === undefined) return inform(reasonOf(result));
    return more.length === 0
      ? { operations: [only.index], extent: "parameters" }
      : questions().operations(portsOf(offered), placeName(wsdl));
  });
  if (isCreated && chosen && isWebAddress(wsdl)) void offerDownload(wsdl);
}

/** Inserts requests for operations that have been selected. */
export async function newForOperations(parts: WsdlParts, { wsdl, operations }: WsdlOperations): Promise<void> {
  if (operations.length === 0) return;
  const load = () => loadAgain(parts, wsdl);
  await create(parts, wsdl, load, async () => ({ operations, extent: "parameters" }));
}

/** Without reading everything again, if it is known what a WSDL contains. */
export async function loadAgain(
  { server, loader }: Pick<WsdlParts, "server" | "loader">,
  wsdl: string,
): Promise<OperationsResult | undefined> {
  const result = await server.request(OperationsRequest, { wsdl });
  return result.operations.length > 0 && result.unallowed.length === 0 ? result : loader.load(wsdl);
}

/** True: the requests were inserted. */
async function create(
  { server, problems }: WsdlParts,
  wsdl: string,
  load: () => Promise<OperationsResult | undefined>,
  choose: (result: OperationsResult) => Promise<ChosenOperations | undefined>,
): Promise<true | undefined> {
  return orShowError(
    async () => {
      const result = await load();
      const chosen = result && (await choose(result));
      if (chosen === undefined) return undefined;
      await insertRequests(server, { wsdl, ...chosen });
      // Schemas are read where a request needs them.
      problems.report(wsdl, await server.request(OperationsRequest, { wsdl }));
      return true;
    },
    (reason) => vscode.l10n.t("The request could not be created: {0}", reason),
  );
}

export function activeWsdl(): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.path.toLowerCase().endsWith(".wsdl") ? uri.toString() : undefined;
}

/** The explorer passes all selected files as the second argument. */
export function isIndexes(given: unknown): given is readonly number[] {
  return Array.isArray(given) && given.length > 0 && given.every((one) => typeof one === "number");
}
