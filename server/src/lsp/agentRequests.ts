import type { Connection } from "vscode-languageserver";
import * as protocol from "../protocol/agentProtocol.ts";
import * as service from "../service/languageService.ts";
import { restricted } from "./documentResources.ts";
import type { ExternalResources } from "./externalResources.ts";
import type { OpenDocuments } from "./openDocuments.ts";

/** Handles the client's requests for language models. Their texts aren't open documents. In Restricted Mode nothing is read. */
export function registerAgentRequests(
  connection: Connection,
  documents: OpenDocuments,
  resources: ExternalResources,
  now: () => Omit<service.Sending, "secret">,
): void {
  const { contracts } = resources;
  const settled = async <T>(
    place: protocol.AgentPlace,
    compute: (resolver: service.HostResolver) => T,
    renews = false,
  ): Promise<T & { readonly files: readonly string[] }> => {
    const { uri } = place;
    const computed = () => resources.settled(uri, () => compute(resources.of(uri, place)));
    try {
      const first = await computed();
      if (!renews) return { ...first, files: resources.filesOf(uri) };
      // The current content is sent: watchers report a change with a delay.
      await resources.renew(uri);
      return { ...(await computed()), files: resources.filesOf(uri) };
    } finally {
      resources.release(uri);
    }
  };
  const analysisOf = (text: string, resolver: service.HostResolver) =>
    service.analyze(text, documents.options, resolver);

  connection.onRequest(protocol.AgentOperationsRequest, async ({ wsdl }) => {
    if (!resources.trusted) return { operations: [], problems: [restricted()], unallowed: [] };
    return service.getAgentOperations(await contracts.load(wsdl));
  });
  connection.onRequest(protocol.AgentWriteRequest, async (params) => {
    if (!resources.trusted) return { kind: "refused", why: restricted() };
    return service.writeAgentRequest(await contracts.load(params.wsdl), params);
  });
  connection.onRequest(protocol.AgentCheckRequest, (params) =>
    settled(params, (resolver) => service.checkAgentText(analysisOf(params.text, resolver))),
  );
  connection.onRequest(protocol.AgentOutgoingRequest, (params): Promise<protocol.AgentOutgoing> => {
    const { text, name, secrets, environment } = params;
    const secret = (one: string) => (Object.hasOwn(secrets, one) ? secrets[one] : undefined);
    const compute = (resolver: service.HostResolver): protocol.AgentPrepared => {
      const available = resolver.environmentNames;
      if (environment !== undefined && !available.includes(environment)) return { kind: "environment", available };
      return service.outgoingOfAgentText(analysisOf(text, resolver), name, { ...now(), secret });
    };
    return settled(params, compute, true);
  });
  connection.onRequest(protocol.AgentResponseRequest, (params) =>
    settled(params, ({ contracts: lookup }) => service.readAgentResponse(params, lookup, documents.options)),
  );
  connection.onRequest(protocol.AgentValuesRequest, (params) => service.valuesOfAgentPath(params));
}
