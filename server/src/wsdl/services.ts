import * as l10n from "@vscode/l10n";
import { keyOf } from "../xsd/components.ts";
import { attribute, resolveUri } from "../xsd/declarations.ts";
import type { SourceAttribute, SourceElement } from "../xsd/document.ts";
import type { Description } from "./documents.ts";
import type { Binding, Port, Service } from "./model.ts";
import { joinedPolicy, type Policies } from "./policy.ts";
import { componentName, componentsIn } from "./portTypes.ts";
import { Components, type Problems } from "./problems.ts";
import { contentSpan } from "./upnp/vocabulary.ts";
import { documentationOf, isWsdl, wsdlChildren } from "./vocabulary.ts";

export interface ServiceContext {
  readonly policies: Policies;
  readonly problems: Problems;
  readonly incomplete: boolean;
  readonly portTag: "port" | "endpoint";
  bindingOf(port: SourceElement, service: SourceElement): Binding | undefined;
  addressOf(port: SourceElement): SourceAttribute | undefined;
}

/** The services with their ports. A port that is defined twice occurs once. */
export function readServices(descriptions: readonly Description[], context: ServiceContext): readonly Service[] {
  const { policies, problems } = context;
  const names = new Set<string>();
  const interfaces = new Components<{ readonly source: SourceElement }>(problems, context.incomplete);
  const all: Service[] = [];
  for (const { source, name } of componentsIn(descriptions, "service", problems)) {
    const ports: Port[] = [];
    const service: Service = { name, ports, documentation: documentationOf(source), source };
    const policy = policies.of(source);
    for (const port of wsdlChildren(source, context.portTag)) {
      const itsName = componentName(port, problems);
      const address = context.addressOf(port);
      if (!interfaces.add({ namespace: `${name.namespace} ${name.local}`, local: itsName }, { source: port })) continue;
      if (address) checkAddress(address, port, problems);
      ports.push({
        name: itsName,
        service,
        source: port,
        binding: context.bindingOf(port, source),
        address,
        policy: joinedPolicy([policy, policies.of(port)]),
        documentation: documentationOf(port),
      });
    }
    // The ports of a service may be in several documents.
    if (ports.length > 0 || !names.has(keyOf(name))) all.push(service);
    names.add(keyOf(name));
  }
  return all;
}

/** Reports an address that no request can be sent to. A missing address isn't reported: the author of a request adds one. */
function checkAddress({ value, span }: SourceAttribute, { document }: SourceElement, problems: Problems): void {
  const isFile = /^file:/i.test(value);
  if (value === "" || (!isFile && resolveUri(value, "about:blank") !== undefined && !/[<>\s]/.test(value))) return;
  const why = isFile ? l10n.t("{0} is a file.", value) : l10n.t("{0} isn't a URL.", value);
  const message = `${why} ${l10n.t("The address of a port must be a URL such as http://localhost/service.")}`;
  problems.all.push({ uri: document.uri, span, message });
}

export function missingBinding(name: string): string {
  return l10n.t("The binding {0} is not defined. The operations of the port are unknown.", name);
}

/** The address of a port of WSDL 1.1, for any protocol, or in its endpoint reference. */
export function addressOfPort(port: SourceElement): SourceAttribute | undefined {
  const extensions = port.children.filter((child) => !isWsdl(child));
  const location = extensions.find((child) => child.local === "address")?.attributes.get("location");
  if (location !== undefined) return { value: location.value.trim(), span: location.span };
  const address = extensions
    .find(({ local }) => local === "EndpointReference")
    ?.children.find(({ local }) => local === "Address");
  return address && { value: address.text.trim(), span: contentSpan(address) };
}

export function addressOfEndpoint(endpoint: SourceElement): SourceAttribute | undefined {
  const address = endpoint.attributes.get("address");
  return address && { value: attribute(endpoint, "address") ?? "", span: address.span };
}
