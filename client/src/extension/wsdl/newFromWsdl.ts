import * as vscode from "vscode";
import { isWebAddress, OperationsRequest, type OperationsResult } from "../../../../server/src/protocol/protocol.ts";
import { orShowError } from "../editor/commands.ts";
import type { Questions } from "../editor/dialogs.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import { inform } from "../editor/ui.ts";
import { reasonOf, uriText } from "./address.ts";
import { placeName } from "./consent.ts";
import { type IndexedOperation, indexed, portsOf, type WsdlOperations } from "./indexedOperations.ts";
import { insertRequests } from "./insertRequests.ts";
import type { WsdlLoader } from "./loader.ts";
import type { WorkspaceWsdls } from "./workspaceWsdls.ts";
import { offerDownload } from "./wsdlCommands.ts";
import type { WsdlProblems } from "./wsdlProblems.ts";
import type { ChosenOperations, WsdlQuestions } from "./wsdlQuestions.ts";

export interface WsdlParts extends EditorParts {
  readonly wsdls: WorkspaceWsdls;
  readonly loader: WsdlLoader;
  readonly problems: WsdlProblems;
  readonly questions: () => Questions & WsdlQuestions;
}

/**
 * `New Request from WSDL`: inserts requests for operations that the user selects. `target`: the WSDL; else the active one, else
 * a list is shown. `operations`: only these are offered, by their indexes; a single one is taken without a list.
 */
export async function newFromWsdl(parts: WsdlParts, target?: unknown, operations?: unknown): Promise<void> {
  const chosen = await chooseWsdl(parts, target);
  if (chosen === undefined) return;
  const { wsdl } = chosen;
  const load = () => loadOffered(parts, chosen, operations);
  const isCreated = await create(parts, wsdl, load, async (offered) => {
    const [only, ...more] = offered;
    return more.length === 0 && only
      ? { operations: [only.index], extent: "parameters" }
      : parts.questions().operations(portsOf(offered), placeName(wsdl));
  });
  if (isCreated && chosen.isNew && isWebAddress(wsdl)) void offerDownload(wsdl);
}

export async function newForOperations(parts: WsdlParts, { wsdl, operations }: WsdlOperations): Promise<void> {
  if (operations.length === 0) return;
  const load = () => loadAgain(parts, wsdl);
  await create(parts, wsdl, load, async () => ({ operations, extent: "parameters" }));
}

/** A WSDL by its URI. `isNew`: the user has just entered or selected it. */
interface ChosenWsdl {
  readonly wsdl: string;
  readonly isNew: boolean;
}

/** The WSDL that a command was given, or else the active one, or else one that the user selects. */
export async function chooseWsdl(
  { wsdls, questions }: Pick<WsdlParts, "wsdls" | "questions">,
  target: unknown,
): Promise<ChosenWsdl | undefined> {
  const given = uriText(target) ?? activeWsdl();
  if (given !== undefined) return { wsdl: given, isNew: false };
  const { wsdl, chosen } = await questions().wsdl(await wsdls.all());
  return wsdl === undefined ? undefined : { wsdl, isNew: chosen };
}

/** All operations of a WSDL, or those with the given indexes. Undefined: there are none, and the user knows why. */
export async function loadOffered(
  parts: Pick<WsdlParts, "server" | "loader">,
  { wsdl, isNew }: ChosenWsdl,
  given: unknown,
): Promise<readonly IndexedOperation[] | undefined> {
  const result = isIndexes(given)
    ? await loadAgain(parts, wsdl)
    : await parts.loader.load(wsdl, { chosen: isNew, fresh: isNew });
  if (result === undefined) return undefined;
  const offered = indexed(result).filter(({ index }) => !isIndexes(given) || given.includes(index));
  return offered.length > 0 ? offered : inform(reasonOf(result));
}

/** Loads a WSDL. If its content is known, nothing is read again. */
export async function loadAgain(
  { server, loader }: Pick<WsdlParts, "server" | "loader">,
  wsdl: string,
): Promise<OperationsResult | undefined> {
  const result = await server.request(OperationsRequest, { wsdl });
  return result.operations.length > 0 && result.unallowed.length === 0 ? result : loader.load(wsdl);
}

/** Resolves with true if the requests were inserted. */
async function create<Loaded>(
  { server, problems }: WsdlParts,
  wsdl: string,
  load: () => Promise<Loaded | undefined>,
  choose: (loaded: Loaded) => Promise<ChosenOperations | undefined>,
): Promise<true | undefined> {
  return orShowError(
    async () => {
      const loaded = await load();
      const chosen = loaded && (await choose(loaded));
      if (chosen === undefined) return undefined;
      await insertRequests(server, { wsdl, ...chosen });
      // Only schemas that a request needs are read, so there may be new problems now.
      problems.report(wsdl, await server.request(OperationsRequest, { wsdl }));
      return true;
    },
    (reason) => vscode.l10n.t("The request could not be created: {0}", reason),
  );
}

function activeWsdl(): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.path.toLowerCase().endsWith(".wsdl") ? uri.toString() : undefined;
}

/** Whether an argument is a list of indexes. The explorer passes all selected files as the second argument. */
function isIndexes(given: unknown): given is readonly number[] {
  return Array.isArray(given) && given.length > 0 && given.every((one) => typeof one === "number");
}
