import * as protocol from "../protocol/agentProtocol.ts";
import * as service from "../service/languageService.ts";
import { restricted } from "./documentResources.ts";
import { type Parts, withContract } from "./parts.ts";

/** Handles the client's requests for language models, which are about texts instead of open documents. */
export function registerAgentRequests(parts: Parts): void {
  const { connection, documents, resources, now } = parts;
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
      // The files are read again, because watchers report a change with a delay, and the current content must be sent.
      await resources.renew(uri);
      return { ...(await computed()), files: resources.filesOf(uri) };
    } finally {
      resources.release(uri);
    }
  };
  const analysisOf = (text: string, resolver: service.HostResolver) =>
    service.analyze(text, documents.options, resolver);

  connection.onRequest(protocol.AgentOperationsRequest, ({ wsdl }) => {
    const none = { operations: [], problems: [restricted()], unallowed: [] };
    return withContract(parts, wsdl, none, service.getAgentOperations);
  });
  connection.onRequest(protocol.AgentWriteRequest, (params) => {
    const refused: protocol.AgentWritten = { kind: "refused", why: restricted() };
    return withContract(parts, params.wsdl, refused, (contract) => service.writeAgentRequest(contract, params));
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
    settled(params, ({ contracts }) => service.readAgentResponse(params, contracts, documents.options)),
  );
  connection.onRequest(protocol.AgentValuesRequest, service.valuesOfAgentPath);
}
