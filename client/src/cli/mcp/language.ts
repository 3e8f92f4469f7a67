import { pathToFileURL } from "node:url";
import type { Contract } from "../../../../server/src/contract/contract.ts";
import { readFile } from "../../../../server/src/node/readFile.ts";
import { provideXPathHere } from "../../../../server/src/node/xpath.ts";
import type { AgentPlace, AgentText } from "../../../../server/src/protocol/agentProtocol.ts";
import {
  type Analysis,
  analyze,
  type ContractHost,
  checkAgentText,
  createResolver,
  getAgentOperations,
  type HostResolver,
  messagesOf,
  outgoingOfAgentText,
  readAgentResponse,
  sendingNow,
  valuesOfAgentPath,
  writeAgentRequest,
} from "../../../../server/src/service/languageService.ts";
import type { AgentLanguage } from "../../agents/host.ts";
import type { SourceText } from "../sourceText.ts";
import type { ContractReader } from "../wsdl/contractReader.ts";
import type { Roots } from "./roots.ts";

provideXPathHere();

export interface Reading {
  readonly roots: Roots;
  readonly contracts: ContractReader;
  /** Allows refused documents at addresses that the user has allowed meanwhile. Returns whether there were any. */
  readonly allowHosts: () => boolean;
  readonly environment: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sources: ReadonlyMap<string, SourceText>;
}

export function localLanguage(reading: Reading): AgentLanguage {
  return {
    operations: async ({ wsdl }) => getAgentOperations(await contractOf(wsdl, reading)),
    write: async (params) => writeAgentRequest(await contractOf(params.wsdl, reading), params),
    check: async (text) => ({
      ...checkAgentText(await analysisOf(text, resolverOf(text, reading), reading)),
      files: [],
    }),
    outgoing: async (params) => {
      const { name, secrets, environment = reading.environment } = params;
      const resolver = resolverOf(params, reading);
      const { environmentNames: available } = resolver;
      if (environment !== undefined && !available.includes(environment)) {
        return { kind: "environment", available, files: [] };
      }
      const analysis = await analysisOf(params, resolver, reading);
      const secret = (key: string) => (Object.hasOwn(secrets, key) ? secrets[key] : undefined);
      return { ...outgoingOfAgentText(analysis, name, { ...sendingNow(), secret }), files: [] };
    },
    response: async (params) => readAgentResponse(params, resolverOf(params, reading).contracts, { rules: {} }),
    values: async (params) => valuesOfAgentPath(params),
  };
}

/** Resolves with a contract and all allowed documents that it imports. */
async function contractOf(uri: string, { contracts, allowHosts }: Reading): Promise<Contract> {
  for (;;) {
    contracts.get(uri);
    if (!(await contracts.complete()) && !allowHosts()) return contracts.get(uri);
  }
}

function resolverOf(
  place: AgentPlace & Partial<Pick<AgentText, "environmentVariables">>,
  { roots, contracts, env, environment: usual }: Reading,
): HostResolver {
  const { uri, wsdl, environment = usual, environmentVariables: allowed } = place;
  const host: ContractHost = { get: (one) => contracts.get(one), forAll: wsdl, setting: undefined, workspace: [] };
  return createResolver({
    uri,
    roots: roots.folders.map((folder) => pathToFileURL(folder).href),
    chosen: environment === undefined ? [] : [environment],
    environments: undefined,
    read: (file) => readFile(file, { folders: roots.folders, others: notAllowed }),
    contracts: host,
    now: () => new Date(),
    processEnv: (variable) => {
      if (!allowed || allowed.includes(variable)) return env[variable];
      const how = `Ask the user to start the server with --allow-env ${variable}.`;
      return { unavailable: `The environment variable ${variable} is not allowed. ${how}` };
    },
    version: "",
  });
}

async function analysisOf(
  { text }: AgentText,
  resolver: HostResolver,
  { contracts, sources, allowHosts }: Reading,
): Promise<Analysis> {
  const analyzed = () => {
    const analysis = analyze(text, { rules: {}, mixedLineEnds: true }, resolver, sources.get(text) ?? {});
    // Finding the contract of a request shows which documents are missing.
    for (const { message } of messagesOf(analysis)) void message.contract;
    return analysis;
  };
  let analysis = analyzed();
  while ((await contracts.complete()) || allowHosts()) analysis = analyzed();
  return analysis;
}

/** Returns the refusal of a file. It contains no real path, which the model must not learn. */
function notAllowed(): string {
  return "It is outside of the folders that may be read.";
}
