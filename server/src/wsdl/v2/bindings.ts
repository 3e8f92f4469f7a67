import * as l10n from "@vscode/l10n";
import { localName } from "../../xml/query.ts";
import { attribute } from "../../xsd/declarations.ts";
import type { SourceElement } from "../../xsd/document.ts";
import { readFault, unboundMessage } from "../bodies.ts";
import type { Description } from "../documents.ts";
import type {
  AbstractMessage,
  AbstractOperation,
  Binding,
  BoundMessage,
  Header,
  HttpContent,
  Operation,
  PortType,
  Protocol,
} from "../model.ts";
import { joinedPolicy, type Policies, type Policy } from "../policy.ts";
import { componentsIn } from "../portTypes.ts";
import { Components, type Problems } from "../problems.ts";
import { missingBinding } from "../services.ts";
import { documentationOf, extension2, isOf, isTrue, wsdlChildren } from "../vocabulary.ts";
import { elementName, type Interfaces } from "./interfaces.ts";

/** Maximum number of operations of all bindings. Many bindings may share an interface with many operations. */
const maxOperations = 50_000;

interface Declared {
  readonly name: Binding["name"];
  readonly source: SourceElement;
}

/** Reads the bindings of WSDL 2.0. A binding without an interface is used for the interface of each service. */
export class Bindings2 {
  readonly #declared: Components<Declared>;
  readonly #interfaces: Interfaces;
  readonly #policies: Policies;
  readonly #problems: Problems;
  readonly #incomplete: boolean;
  readonly #made = new Map<SourceElement, Map<PortType | undefined, Binding>>();
  #operations = 0;

  constructor(
    descriptions: readonly Description[],
    interfaces: Interfaces,
    policies: Policies,
    problems: Problems,
    incomplete: boolean,
  ) {
    this.#declared = new Components(problems, incomplete);
    this.#interfaces = interfaces;
    this.#policies = policies;
    this.#problems = problems;
    this.#incomplete = incomplete;
    for (const declared of componentsIn(descriptions, "binding", problems)) {
      const { name, source } = declared;
      if (!this.#declared.add(name, declared)) continue;
      if (source.attributes.has("interface")) this.#bind(declared, interfaces.find(source));
    }
  }

  get all(): readonly Binding[] {
    return [...this.#made.values()].flatMap((one) => [...one.values()]);
  }

  of(endpoint: SourceElement, service: SourceElement): Binding | undefined {
    const declared = this.#declared.find(endpoint, "binding", missingBinding);
    if (declared === undefined) return undefined;
    const [own] = this.#made.get(declared.source)?.values() ?? [];
    if (declared.source.attributes.has("interface")) return own;
    return this.#bind(declared, this.#interfaces.find(service));
  }

  #bind({ name, source }: Declared, portType: PortType | undefined): Binding {
    const made = this.#made.get(source) ?? new Map<PortType | undefined, Binding>();
    this.#made.set(source, made);
    const cached = made.get(portType);
    if (cached !== undefined) return cached;
    const operations: Operation[] = [];
    const protocol = protocolOf(source);
    const binding: Binding = { name, protocol, portType, operations, documentation: documentationOf(source), source };
    made.set(portType, binding);
    this.#operations += portType?.operations.length ?? 0;
    if (this.#operations > maxOperations) {
      const message = l10n.t("The bindings have more than {0} operations. The rest is left out.", maxOperations);
      this.#problems.add(source, message);
      return binding;
    }
    const details = this.#details(source, portType);
    const policy = this.#policies.of(source, portType?.source);
    const faults = new Map(
      wsdlChildren(source, "fault").map((fault) => [localName(attribute(fault, "ref") ?? ""), fault]),
    );
    for (const abstract of portType?.operations ?? []) {
      operations.push(this.#operation(abstract, details.get(abstract), binding, policy, faults));
    }
    return binding;
  }

  /** The details of operations in the binding. It needn't mention all operations. */
  #details(source: SourceElement, portType: PortType | undefined): ReadonlyMap<AbstractOperation, SourceElement> {
    const byName = new Components<AbstractOperation>(this.#problems, this.#incomplete);
    for (const operation of portType?.operations ?? []) {
      byName.add({ namespace: operation.declaredBy.namespace, local: operation.name }, operation);
    }
    const operations = new Map<AbstractOperation, SourceElement>();
    for (const operation of portType === undefined ? [] : wsdlChildren(source, "operation")) {
      const abstract = byName.find(operation, "ref", (text) =>
        l10n.t("The interface {0} has no operation {1}. It is ignored.", portType?.name.local ?? "", text),
      );
      if (abstract !== undefined) operations.set(abstract, operation);
    }
    return operations;
  }

  #operation(
    abstract: AbstractOperation,
    source: SourceElement | undefined,
    binding: Binding,
    policy: Policy,
    faults: ReadonlyMap<string, SourceElement>,
  ): Operation {
    const soapAction = source && extension2(source, "soap", "action");
    const method = methodOf(abstract, source, binding);
    const read = (message: AbstractMessage | undefined, tag: string, action?: string) => {
      const bound = source && wsdlChildren(source, tag)[0];
      return message && this.#message(message, bound, source, binding, method, action);
    };
    const input = read(abstract.input, "input", soapAction);
    return {
      name: abstract.name,
      binding,
      abstract,
      overloaded: false,
      pattern: abstract.pattern,
      style: "document",
      soapAction,
      soapActionRequired: soapAction !== undefined,
      method,
      input,
      location: source && extension2(source, "http", "location"),
      output: read(abstract.output, "output"),
      faults: abstract.faults.map((fault) => readFault(fault, faults.get(fault.name))),
      policy: joinedPolicy([policy, this.#policies.of(source, abstract.source, abstract.input?.source)]),
      documentation: abstract.documentation || (source === undefined ? "" : documentationOf(source)),
      source: source ?? abstract.source,
    };
  }

  #message(
    abstract: AbstractMessage,
    bound: SourceElement | undefined,
    operation: SourceElement | undefined,
    binding: Binding,
    method: string,
    soapAction: string | undefined,
  ): BoundMessage {
    const { action } = abstract;
    const type = operation && extension2(operation, "http", "inputSerialization");
    return {
      ...unboundMessage(abstract),
      headers: (bound?.children ?? [])
        .filter((child) => isOf("soap2", child, "header"))
        .map((one) => this.#header(one)),
      http: binding.protocol.kind === "http" ? httpContent(abstract, method, type) : undefined,
      action: (!action.explicit && soapAction) || action.value,
      source: bound ?? abstract.source,
    };
  }

  #header(source: SourceElement): Header {
    const element = elementName(source, attribute(source, "element") ?? "", this.#problems);
    return {
      use: "literal",
      encodingStyle: undefined,
      namespace: undefined,
      part: element && { name: element.local, element, type: undefined, source },
      required: isTrue(attribute(source, "required")),
      mustUnderstand: isTrue(attribute(source, "mustUnderstand")),
      faults: [],
      source,
    };
  }
}

/** The protocol by the binding's type, or by attributes of SOAP. The default SOAP version is 1.2. */
function protocolOf(source: SourceElement): Protocol {
  const type = attribute(source, "type") ?? "";
  if (type.endsWith("/http")) return { kind: "http" };
  const transport = extension2(source, "soap", "protocol");
  if (!type.endsWith("/soap") && transport === undefined) return { kind: "other", namespace: type || undefined };
  return { kind: "soap", version: extension2(source, "soap", "version") === "1.1" ? "1.1" : "1.2", transport };
}

/** The HTTP method (WSDL 2.0 part 2): for SOAP 1.2 by exchange pattern (section 5.10.3), for HTTP by section 6.4.2. */
function methodOf(
  abstract: AbstractOperation,
  source: SourceElement | undefined,
  { source: binding, protocol }: Binding,
) {
  if (protocol.kind === "soap") {
    const mep = (source && extension2(source, "soap", "mep")) ?? extension2(binding, "soap", "mepDefault") ?? "";
    return /\/soap-response\/?$/.test(mep) ? "GET" : "POST";
  }
  const own = (source && extension2(source, "http", "method")) ?? extension2(binding, "http", "methodDefault");
  return own?.toUpperCase() ?? (abstract.safe ? "GET" : "POST");
}

/** Where an HTTP binding puts the content (WSDL 2.0 part 2, section 6.4.3): for GET and DELETE as a form, for other methods as XML. */
function httpContent({ message, source }: AbstractMessage, method: string, type: string | undefined): HttpContent {
  if (type === undefined && (method === "GET" || method === "DELETE")) return { kind: "query" };
  return { kind: "body", alternatives: [{ part: message?.parts[0], type: type ?? "application/xml", source }] };
}
