import type { Connection } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import * as protocol from "../protocol/protocol.ts";
import * as service from "../service/languageService.ts";
import { restricted } from "./documentResources.ts";
import type { ExternalResources } from "./externalResources.ts";
import type { OpenDocuments } from "./openDocuments.ts";

/** Handles the client's requests about WSDLs. In Restricted Mode nothing is read. */
export function registerContractRequests(
  connection: Connection,
  documents: OpenDocuments,
  resources: ExternalResources,
): void {
  const { contracts } = resources;
  connection.onRequest(protocol.OperationsRequest, async ({ wsdl, renew }) => {
    if (!resources.trusted) return service.noOperations(wsdl, restricted());
    const before = renew ? contracts.get(wsdl) : undefined;
    const contract = await contracts.load(wsdl, renew);
    if (before && before !== contract) resources.changed();
    return service.getOperations(contract);
  });
  connection.onRequest(protocol.NewRequestsRequest, async (params) => {
    if (!resources.trusted) return { text: "" };
    const contract = await contracts.load(params.wsdl);
    return service.getNewRequests(contract, params, documents.get(params.relativeTo ?? ""), resources.roots);
  });
  connection.onRequest(protocol.NewTestsRequest, async (params) => {
    if (!resources.trusted) return null;
    return service.getNewTests(await contracts.load(params.wsdl), params);
  });
  connection.onRequest(protocol.WsdlFilesRequest, async ({ wsdl }) => {
    if (!resources.trusted) return { files: [], unread: [{ uri: wsdl, why: restricted() }] };
    return service.getWsdlFiles(await contracts.load(wsdl));
  });
  connection.onRequest(protocol.CalledOperationsRequest, async ({ uri, text }) => {
    const called = await resources.settled(uri, () => {
      if (text !== undefined) {
        const closed = TextDocument.create(uri, protocol.languageId, 0, text);
        return service.getCalledOperations(closed, service.analyze(text, undefined, resources.of(uri)));
      }
      const context = documents.requestContext(uri);
      return context ? service.getCalledOperations(context.document, context.analysis) : { version: 0, requests: [] };
    });
    if (!documents.get(uri)) resources.release(uri);
    return called;
  });
  connection.onRequest(protocol.WsdlTextRequest, ({ uri }) => service.getWsdlText(contracts.files.get(uri)));
}
