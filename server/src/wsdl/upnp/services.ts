import * as l10n from "@vscode/l10n";
import type { SourceAttribute, SourceElement } from "../../xsd/document.ts";
import { unboundMessage } from "../bodies.ts";
import type {
  AbstractOperation,
  Binding,
  BoundMessage,
  MessagePart,
  Operation,
  Port,
  Service,
  WsdlMessage,
} from "../model.ts";
import type { Problems } from "../problems.ts";
import { schemaOf } from "./schema.ts";
import {
  baseOf,
  childrenNamed,
  deviceUri,
  isAddress,
  isDeviceDescription,
  isScpd,
  servicesOf,
  textIn,
} from "./vocabulary.ts";

/** Maximum number of operations. Many services may share an SCPD. */
const maxOperations = 50_000;
const encodingStyle = "http://schemas.xmlsoap.org/soap/encoding/";
const errorElement = { namespace: "urn:schemas-upnp-org:control-1-0", local: "UPnPError" };

interface Device {
  readonly base: string;
  isReported: boolean;
}

/**
 * Converts the services of UPnP devices to WSDL: SOAP 1.1, rpc/literal, with the action in the namespace of the
 * service type (UPnP Device Architecture 1.1, section 3). A service of a device becomes a port, an SCPD becomes a
 * port type.
 */
export class UpnpServices {
  readonly services: Service[] = [];
  readonly bindings: Binding[] = [];
  readonly schemas: SourceElement[] = [];
  readonly #scpds: ReadonlyMap<string, SourceElement>;
  readonly #problems: Problems;
  readonly #names = new Map<SourceElement | undefined, string>();
  readonly #made = new Map<string, Binding>();
  #operations = 0;

  /** @param roots root elements of device descriptions and SCPDs; the first one is the given document's */
  constructor(roots: readonly SourceElement[], problems: Problems) {
    this.#scpds = new Map(roots.filter(isScpd).map((root) => [root.document.uri, root]));
    this.#problems = problems;
    for (const root of roots.filter(isDeviceDescription)) {
      const device = { base: baseOf(root), isReported: false };
      for (const service of servicesOf(root)) this.#add(device, service);
    }
    const [first] = roots;
    if (first && isScpd(first)) this.#addAlone(first);
  }

  #add(device: Device, source: SourceElement): void {
    const type = textIn(source, "serviceType");
    if (type === undefined) {
      this.#problems.add(source, l10n.t("The element {0} is missing. The service is ignored.", "serviceType"));
      return;
    }
    const location = textIn(source, "SCPDURL")?.value;
    const uri = location === undefined ? undefined : deviceUri(device.base, location);
    const scpd = this.#scpds.get(uri?.split("#", 1)[0] ?? "");
    const id = textIn(source, "serviceId")?.value ?? type.value;
    this.#service(
      type.value,
      lastPart(id),
      source,
      scpd && this.#binding(scpd, type.value),
      this.#address(device, source),
    );
  }

  #addAlone(scpd: SourceElement): void {
    const [path = ""] = scpd.document.uri.split(/[?#]/, 1);
    const [name = ""] = path.slice(path.lastIndexOf("/") + 1).split(".", 1);
    const file = name.replace(/[^\w-]/g, "") || "Service";
    const type = `urn:schemas-upnp-org:service:${file}:1`;
    const message = l10n.t(
      "An SCPD contains neither the type nor the address of its service. The type {0} was assumed. Use the device description, which has both.",
      type,
    );
    this.#problems.add(scpd, message);
    this.#service(type, file, scpd, this.#binding(scpd, type), undefined);
  }

  #service(
    type: string,
    port: string,
    source: SourceElement,
    binding: Binding | undefined,
    address: SourceAttribute | undefined,
  ): void {
    const ports: Port[] = [];
    const name = { namespace: type, local: typeName(type) };
    const service: Service = { name, ports, documentation: this.#friendlyName(source), source };
    ports.push({ name: port, service, binding, address, policy: {}, documentation: "", source });
    this.services.push(service);
  }

  #friendlyName({ parent }: SourceElement): string {
    const device = parent?.parent;
    const name = this.#names.get(device) ?? textIn(device, "friendlyName")?.value ?? "";
    this.#names.set(device, name);
    return name;
  }

  #address(device: Device, source: SourceElement): SourceAttribute | undefined {
    const written = textIn(source, "controlURL");
    if (written === undefined) return undefined;
    const address = deviceUri(device.base, written.value);
    if (address !== undefined && isAddress(address)) return { value: address, span: written.span };
    if (device.isReported) return written;
    device.isReported = true;
    const [place = source] = childrenNamed(source, "controlURL");
    const message = l10n.t(
      "The host of the device is unknown: add a URLBase element, or use the address of the description.",
    );
    this.#problems.add(place, message);
    return written;
  }

  #binding(scpd: SourceElement, type: string): Binding | undefined {
    const key = `${scpd.document.uri}#${type}`;
    const cached = this.#made.get(key);
    if (cached) return cached;
    const [list] = childrenNamed(scpd, "actionList");
    const actions = childrenNamed(list, "action");
    this.#operations += actions.length;
    if (this.#operations > maxOperations) {
      const message = l10n.t("The bindings have more than {0} operations. The rest is left out.", maxOperations);
      this.#problems.add(scpd, message);
      return undefined;
    }
    this.schemas.push(schemaOf(scpd, key, type, this.#problems));
    const name = { namespace: type, local: typeName(type) };
    const operations: Operation[] = [];
    const abstract: AbstractOperation[] = [];
    const portType = { name, operations: abstract, documentation: "", source: scpd };
    const protocol = { kind: "soap", version: "1.1", transport: undefined } as const;
    const binding: Binding = { name, protocol, portType, operations, documentation: "", source: scpd };
    const reader = new Actions(scpd, key, binding, this.#problems);
    for (const action of actions) {
      const operation = reader.read(action);
      if (operation?.abstract) abstract.push(operation.abstract);
      if (operation) operations.push(operation);
    }
    this.#made.set(key, binding);
    this.bindings.push(binding);
    return binding;
  }
}

class Actions {
  readonly #types: string;
  readonly #binding: Binding;
  readonly #variables: ReadonlySet<string>;
  readonly #problems: Problems;

  /** @param types namespace of the types of the state variables */
  constructor(scpd: SourceElement, types: string, binding: Binding, problems: Problems) {
    const [table] = childrenNamed(scpd, "serviceStateTable");
    const variables = childrenNamed(table, "stateVariable");
    this.#types = types;
    this.#binding = binding;
    this.#variables = new Set(variables.map((variable) => textIn(variable, "name")?.value ?? ""));
    this.#problems = problems;
  }

  read(source: SourceElement): Operation | undefined {
    const name = this.#nameOf(source);
    if (name === undefined) return undefined;
    const { namespace } = this.#binding.name;
    const action = `${namespace}#${name}`;
    const [list] = childrenNamed(source, "argumentList");
    const messages = { input: [] as MessagePart[], output: [] as MessagePart[] };
    for (const argument of childrenNamed(list, "argument")) {
      const part = this.#part(argument);
      if (part) messages[this.#directionOf(argument)].push(part);
    }
    const input = bound(name, namespace, messages.input, source);
    const output = bound(`${name}Response`, namespace, messages.output, source);
    const fault = bound(errorElement.local, namespace, [errorPart(source)], source);
    const ofPortType = ({ name: own, message }: typeof input) => {
      return { name: own, message, action: { explicit: false, value: action }, source };
    };
    const abstract: AbstractOperation = {
      name,
      declaredBy: this.#binding.name,
      pattern: "request-response",
      parameterOrder: [],
      safe: false,
      input: ofPortType(input),
      output: ofPortType(output),
      faults: [ofPortType(fault)],
      documentation: "",
      source,
    };
    return {
      name,
      binding: this.#binding,
      abstract,
      overloaded: false,
      pattern: "request-response",
      style: "rpc",
      soapAction: action,
      soapActionRequired: true,
      method: "POST",
      location: undefined,
      ...{ input, output, faults: [fault], policy: {}, documentation: "", source },
    };
  }

  #nameOf(source: SourceElement): string | undefined {
    const name = textIn(source, "name")?.value;
    if (name === undefined)
      this.#problems.add(source, l10n.t("The name is missing. This {0} is ignored.", source.local));
    return name;
  }

  #part(source: SourceElement): MessagePart | undefined {
    const name = this.#nameOf(source);
    if (name === undefined) return undefined;
    const variable = textIn(source, "relatedStateVariable")?.value ?? "";
    const isKnown = this.#variables.has(variable);
    if (!isKnown) {
      const [place = source] = childrenNamed(source, "relatedStateVariable");
      const message = l10n.t("The state variable {0} is not defined. Any content is accepted for {1}.", variable, name);
      this.#problems.add(place, message);
    }
    return {
      name,
      element: undefined,
      type: isKnown ? { namespace: this.#types, local: variable } : undefined,
      source,
    };
  }

  #directionOf(argument: SourceElement): "input" | "output" {
    const direction = textIn(argument, "direction")?.value.toLowerCase();
    if (direction !== "in" && direction !== "out") {
      this.#problems.add(argument, l10n.t("The direction must be in or out. “in” was assumed."));
    }
    return direction === "out" ? "output" : "input";
  }
}

function bound(name: string, namespace: string, parts: readonly MessagePart[], source: SourceElement): BoundMessage {
  const byName = new Map(parts.map((part) => [part.name, part]));
  const message: WsdlMessage = { name: { namespace, local: name }, parts, byName, source };
  const plain = unboundMessage({ name, message, action: { explicit: false, value: "" }, source });
  return { ...plain, encodingStyle, namespace, action: undefined };
}

function errorPart(source: SourceElement): MessagePart {
  return { name: errorElement.local, element: errorElement, type: undefined, source };
}

/** The type's name in its URN: `ContentDirectory` in `urn:schemas-upnp-org:service:ContentDirectory:1`. */
function typeName(type: string): string {
  return /:service:([^:]+)/.exec(type)?.[1] ?? lastPart(type);
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf(":") + 1);
}
