import type { ReadResult } from "../xsd/declarations.ts";
import { Bindings } from "./bindings.ts";
import { readFault, unboundMessage } from "./bodies.ts";
import { DocumentSet } from "./documents.ts";
import type { AbstractOperation, Operation, PortType, Wsdl } from "./model.ts";
import { Policies } from "./policy.ts";
import { PortTypes } from "./portTypes.ts";
import { addressOfEndpoint, addressOfPort, missingBinding, readServices } from "./services.ts";
import { UpnpServices } from "./upnp/services.ts";
import { Bindings2 } from "./v2/bindings.ts";
import { Interfaces } from "./v2/interfaces.ts";

/** Never throws. The host reads the `pending` documents and calls this again. URIs are absolute, without fragments. */
export function readWsdl(uri: string, read: (uri: string) => ReadResult): Wsdl {
  const { all: documents, descriptions, upnp, schemas, pending, problems } = new DocumentSet(uri, read);
  const incomplete = pending.size > 0;
  const policies = new Policies(
    descriptions.map(({ root }) => root),
    problems,
  );
  const common = { policies, problems, incomplete };
  const of1 = descriptions.filter(({ version }) => version === "1.1");
  const of2 = descriptions.filter(({ version }) => version === "2.0");

  const portTypes = new PortTypes(of1, schemas, problems, incomplete);
  const bindings = new Bindings(of1, portTypes, policies, problems, incomplete);
  const services = readServices(of1, {
    ...common,
    portTag: "port",
    bindingOf: (port) => bindings.byName.find(port, "binding", missingBinding),
    addressOf: addressOfPort,
  });

  const interfaces = new Interfaces(of2, problems, incomplete);
  const bindings2 = new Bindings2(of2, interfaces, policies, problems, incomplete);
  const services2 = readServices(of2, {
    ...common,
    portTag: "endpoint",
    bindingOf: (endpoint, service) => bindings2.of(endpoint, service),
    addressOf: addressOfEndpoint,
  });

  const devices = new UpnpServices(upnp, problems);

  const allBindings = [...bindings.all, ...bindings2.all, ...devices.bindings];
  const allPortTypes = [...portTypes.all, ...interfaces.all()];
  return {
    uri,
    documents,
    bindings: allBindings,
    portTypes: allPortTypes,
    schemas: [...schemas, ...devices.schemas],
    services: [...services, ...services2, ...devices.services],
    unbound: allBindings.length > 0 ? [] : allPortTypes.flatMap((portType) => unboundOperations(portType, policies)),
    pending: [...pending],
    problems: problems.all,
  };
}

function unboundOperations(portType: PortType, policies: Policies): readonly Operation[] {
  return portType.operations.map((abstract) => ({
    name: abstract.name,
    binding: undefined,
    abstract,
    overloaded: false,
    pattern: abstract.pattern,
    style: isRpc(abstract) ? "rpc" : "document",
    soapAction: undefined,
    soapActionRequired: false,
    method: "POST",
    location: undefined,
    input: abstract.input && unboundMessage(abstract.input),
    output: abstract.output && unboundMessage(abstract.output),
    faults: abstract.faults.map((fault) => readFault(fault, undefined)),
    policy: policies.of(portType.source, abstract.source, abstract.input?.source, abstract.input?.message?.source),
    documentation: abstract.documentation,
    source: abstract.source,
  }));
}

/** Whether an operation is in rpc style: its parts have types and so are parameters. */
function isRpc({ input }: AbstractOperation): boolean {
  return input?.message?.parts.some(({ element, type }) => element === undefined && type !== undefined) ?? false;
}
