import * as l10n from "@vscode/l10n";
import type { SoapVersion } from "../soap/facts.ts";
import { grouped } from "../text/grouped.ts";
import { attribute } from "../xsd/declarations.ts";
import type { SourceElement } from "../xsd/document.ts";
import { readFault, readWsdlBody } from "./bodies.ts";
import type { Description } from "./documents.ts";
import type { AbstractOperation, Binding, BindingStyle, Operation, PortType, Protocol } from "./model.ts";
import { joinedPolicy, type Policies, type Policy } from "./policy.ts";
import { componentName, componentsIn, type PortTypes } from "./portTypes.ts";
import { Components, type Problems } from "./problems.ts";
import { documentationOf, familyOf, isOf, isSoapElement, wsdlChildren } from "./vocabulary.ts";

/** Maximum number of copied parts, far more than real services have. */
const maxCopies = 1_000_000;

interface BindingContext {
  readonly binding: Binding;
  /** The element `soap:binding` or `http:binding`. */
  readonly extension: SourceElement | undefined;
  readonly candidates: Candidates;
  readonly policy: Policy;
}

/** Reads the bindings of WSDL 1.1: SOAP 1.1, SOAP 1.2 and HTTP. For other bindings, only the operations are known. */
export class Bindings {
  readonly byName: Components<Binding>;
  readonly all: Binding[] = [];
  readonly #portTypes: PortTypes;
  readonly #policies: Policies;
  readonly #problems: Problems;
  readonly #copies = { left: maxCopies };

  constructor(
    descriptions: readonly Description[],
    portTypes: PortTypes,
    policies: Policies,
    problems: Problems,
    incomplete: boolean,
  ) {
    this.byName = new Components(problems, incomplete);
    this.#portTypes = portTypes;
    this.#policies = policies;
    this.#problems = problems;
    for (const { source, name } of componentsIn(descriptions, "binding", problems)) {
      const binding = this.#binding(source, name);
      if (this.byName.add(name, binding)) this.all.push(binding);
    }
  }

  #binding(source: SourceElement, name: Binding["name"]): Binding {
    const portType = this.#portTypes.byName.find(source, "type", (text) =>
      l10n.t("The port type {0} is not defined. The content of the messages is unknown.", text),
    );
    const operations: Operation[] = [];
    const extension = source.children.find(
      (child) => isSoapElement(child, "binding") || isOf("http", child, "binding"),
    );
    const protocol = this.#protocol(source, extension);
    const binding: Binding = { name, protocol, portType, operations, documentation: documentationOf(source), source };
    const policy = this.#policies.of(source, portType?.source);
    const context = { binding, extension, candidates: new Candidates(portType), policy };
    for (const operation of wsdlChildren(source, "operation")) operations.push(this.#operation(operation, context));
    return binding;
  }

  #protocol(source: SourceElement, element: SourceElement | undefined): Protocol {
    if (element !== undefined) {
      if (familyOf(element) === "http") return { kind: "http" };
      return { kind: "soap", version: versionOf(element), transport: attribute(element, "transport") };
    }
    const [operation] = wsdlChildren(source, "operation").flatMap(({ children }) =>
      children.filter((child) => isSoapElement(child, "operation")),
    );
    if (operation === undefined) {
      return { kind: "other", namespace: source.children.find(({ local }) => local === "binding")?.namespace };
    }
    const version = versionOf(operation);
    this.#problems.add(
      source,
      l10n.t("The element {0} is missing. SOAP {1} was assumed from the operations.", "soap:binding", version),
    );
    return { kind: "soap", version, transport: undefined };
  }

  #operation(source: SourceElement, { binding, extension, candidates, policy }: BindingContext): Operation {
    const name = componentName(source, this.#problems);
    const [input] = wsdlChildren(source, "input");
    const [output] = wsdlChildren(source, "output");
    const { abstract, overloaded } = candidates.find(name, input, output);
    if (abstract === undefined && binding.portType !== undefined && name !== "") {
      const portType = binding.portType.name.local;
      const message = l10n.t("The port type {0} has no operation {1}. Its messages are unknown.", portType, name);
      this.#problems.add(source, message, "name");
    }
    const own = source.children.find((child) => isSoapElement(child, "operation") || isOf("http", child, "operation"));
    const style = styleOf(own, extension);
    const soapAction = own && attribute(own, "soapAction");
    const parameterOrder = style === "rpc" ? (abstract?.parameterOrder ?? []) : [];
    const { messages } = this.#portTypes;
    const read = (direction: "input" | "output", bound: SourceElement | undefined) =>
      readWsdlBody(abstract?.[direction], bound, {
        messages,
        problems: this.#problems,
        copies: this.#copies,
        parameterOrder,
        soapAction,
        direction,
      });
    const faultOf = new Map(wsdlChildren(source, "fault").map((fault) => [attribute(fault, "name"), fault]));
    return {
      name,
      binding,
      abstract,
      overloaded,
      pattern: abstract?.pattern ?? (output === undefined ? "one-way" : "request-response"),
      style,
      soapAction,
      soapActionRequired: soapAction !== undefined && (own && attribute(own, "soapActionRequired")) !== "false",
      method: (extension && attribute(extension, "verb")?.toUpperCase()) || "POST",
      location: own && attribute(own, "location"),
      input: read("input", input),
      output: read("output", output),
      faults: (abstract?.faults ?? []).map((fault) => readFault(fault, faultOf.get(fault.name))),
      policy: joinedPolicy([policy, this.#policyOf(source, input, abstract)]),
      documentation: abstract?.documentation || documentationOf(source),
      source,
    };
  }

  #policyOf(source: SourceElement, input: SourceElement | undefined, abstract: AbstractOperation | undefined): Policy {
    const message = abstract?.input?.message;
    return this.#policies.of(source, input, abstract?.source, abstract?.input?.source, message?.source);
  }
}

class Candidates {
  readonly #byName: ReadonlyMap<string, readonly AbstractOperation[]>;
  /** Operations whose name isn't unique, by name. */
  readonly #overloads = new Map<string, Overloads>();

  constructor(portType: PortType | undefined) {
    this.#byName = grouped(portType?.operations ?? [], ({ name }) => name);
  }

  find(
    name: string,
    input: SourceElement | undefined,
    output: SourceElement | undefined,
  ): { readonly abstract: AbstractOperation | undefined; readonly overloaded: boolean } {
    const same = this.#byName.get(name) ?? [];
    if (same.length < 2) return { abstract: same[0], overloaded: false };
    const overloads = this.#overloads.get(name) ?? new Overloads(same);
    this.#overloads.set(name, overloads);
    const abstract = overloads.next(input && attribute(input, "name"), output && attribute(output, "name"));
    return { abstract, overloaded: true };
  }
}

/** Operations with one name: a binding's operation is found by the names of input and output, or by position. */
class Overloads {
  readonly #all: readonly AbstractOperation[];
  readonly #byMessages = new Map<string, AbstractOperation>();
  #place = 0;

  constructor(all: readonly AbstractOperation[]) {
    this.#all = all;
    for (const operation of all) {
      const { input, output } = operation;
      for (const key of [keyOf(input?.name), keyOf(input?.name, output?.name)]) {
        if (!this.#byMessages.has(key)) this.#byMessages.set(key, operation);
      }
    }
  }

  next(input: string | undefined, output: string | undefined): AbstractOperation | undefined {
    const place = Math.min(this.#place++, this.#all.length - 1);
    if (input === undefined) return this.#all[place];
    return this.#byMessages.get(keyOf(input, output)) ?? this.#byMessages.get(keyOf(input)) ?? this.#all[place];
  }
}

function keyOf(...names: readonly (string | undefined)[]): string {
  return names.map((name) => name ?? "").join("\n");
}

function versionOf(element: SourceElement): SoapVersion {
  return familyOf(element) === "soap12" ? "1.2" : "1.1";
}

/** The style of the operation, else of the binding, else `document`. */
function styleOf(operation: SourceElement | undefined, binding: SourceElement | undefined): BindingStyle {
  const style = (operation && attribute(operation, "style")) ?? (binding && attribute(binding, "style"));
  return style?.toLowerCase() === "rpc" ? "rpc" : "document";
}
