import * as l10n from "@vscode/l10n";
import { keyOf, type QName } from "../xsd/components.ts";
import { attribute, qname, xsdNamespace } from "../xsd/declarations.ts";
import type { SourceElement } from "../xsd/document.ts";
import type { Description } from "./documents.ts";
import type {
  AbstractMessage,
  AbstractOperation,
  ExchangePattern,
  MessagePart,
  PortType,
  WsdlMessage,
} from "./model.ts";
import { Components, type Problems } from "./problems.ts";
import { documentationOf, familyOfNamespace, wsdlChildren } from "./vocabulary.ts";

export class PortTypes {
  readonly messages: Components<WsdlMessage>;
  readonly byName: Components<PortType>;
  readonly all: PortType[] = [];
  readonly #problems: Problems;
  readonly #schemaNames: SchemaNames;

  constructor(
    descriptions: readonly Description[],
    schemas: readonly SourceElement[],
    problems: Problems,
    incomplete: boolean,
  ) {
    this.messages = new Components(problems, incomplete);
    this.byName = new Components(problems, incomplete);
    this.#problems = problems;
    this.#schemaNames = new SchemaNames(schemas);
    for (const { source, name } of componentsIn(descriptions, "message", problems))
      this.messages.add(name, this.#message(source, name));
    for (const { source, name } of componentsIn(descriptions, "portType", problems)) {
      const portType = this.#portType(source, name);
      if (this.byName.add(name, portType)) this.all.push(portType);
    }
  }

  #message(source: SourceElement, name: QName): WsdlMessage {
    const parts = wsdlChildren(source, "part").map((part): MessagePart => {
      const element = this.#partName(part, "element", name.namespace);
      const type = this.#partName(part, "type", name.namespace);
      if (element === undefined && type === undefined) {
        const message = l10n.t("The part has neither an element nor a type. Any content is accepted for it.");
        this.#problems.add(part, message);
      }
      return { name: componentName(part, this.#problems), element, type, source: part };
    });
    return { name, parts, byName: new Map(parts.map((part) => [part.name, part])), source };
  }

  /** A part's element or type. Without a namespace, the only declaration in the schemas with this local name. */
  #partName(part: SourceElement, about: "element" | "type", targetNamespace: string): QName | undefined {
    const text = attribute(part, about);
    if (text === undefined || text === "") return undefined;
    const name = qname(part, text);
    if (name !== undefined && familyOfNamespace(name.namespace) === undefined) return name;
    const local = text.slice(text.indexOf(":") + 1);
    const namespace = this.#schemaNames.namespaceOf(about, local);
    const assumed = namespace ?? targetNamespace;
    const message =
      name === undefined
        ? l10n.t("The prefix of {0} is not declared. The namespace {1} was assumed.", text, assumed)
        : l10n.t("{0} is in the namespace of WSDL itself. The namespace {1} was assumed.", text, assumed);
    this.#problems.add(part, message, about);
    return { namespace: assumed, local };
  }

  #portType(source: SourceElement, name: QName): PortType {
    const operations = wsdlChildren(source, "operation").map((one) => this.#operation(one, name));
    return { name, operations, documentation: documentationOf(source), source };
  }

  #operation(source: SourceElement, portType: QName): AbstractOperation {
    const name = componentName(source, this.#problems);
    const [input] = wsdlChildren(source, "input");
    const [output] = wsdlChildren(source, "output");
    const pattern = patternOf(input, output);
    const read = (element: SourceElement, itsName: string, ...path: readonly string[]): AbstractMessage => {
      const message = this.messages.find(element, "message", (text) =>
        l10n.t("The message {0} is not defined. Any content is accepted for it.", text),
      );
      return { name: itsName, message, action: actionOf(element, portType.namespace, path), source: element };
    };
    const direct = (element: SourceElement | undefined, direction: "input" | "output") => {
      if (element === undefined) return undefined;
      const itsName = attribute(element, "name") || defaultName(name, pattern, direction);
      return read(element, itsName, portType.local, itsName);
    };
    const faults = wsdlChildren(source, "fault").map((fault) => {
      const itsName = componentName(fault, this.#problems);
      return read(fault, itsName, portType.local, name, "Fault", itsName);
    });
    return {
      name,
      declaredBy: portType,
      pattern,
      faults,
      safe: false,
      source,
      input: direct(input, "input"),
      output: direct(output, "output"),
      parameterOrder:
        attribute(source, "parameterOrder")
          ?.split(/\s+/)
          .filter((part) => part !== "") ?? [],
      documentation: documentationOf(source),
    };
  }
}

export function* componentsIn(
  descriptions: readonly Description[],
  kind: string,
  problems: Problems,
): Iterable<{ readonly source: SourceElement; readonly name: QName }> {
  for (const { root, targetNamespace: namespace } of descriptions)
    for (const source of wsdlChildren(root, kind))
      yield { source, name: { namespace, local: componentName(source, problems) } };
}

/** The name of a component; "" if it is missing. */
export function componentName(source: SourceElement, problems: Problems): string {
  const name = attribute(source, "name");
  if (name === undefined || name === "") problems.add(source, l10n.t("The attribute {0} is missing.", "name"), "name");
  return name ?? "";
}

/** The exchange pattern. If both elements exist, the first one is sent first. */
function patternOf(input: SourceElement | undefined, output: SourceElement | undefined): ExchangePattern {
  if (output === undefined) return "one-way";
  if (input === undefined) return "notification";
  return input.span.start < output.span.start ? "request-response" : "solicit-response";
}

/** The default name of an input or output (WSDL 1.1 section 2.4.5). */
function defaultName(operation: string, pattern: ExchangePattern, direction: "input" | "output"): string {
  if (pattern === "request-response") return operation + (direction === "input" ? "Request" : "Response");
  if (pattern === "solicit-response") return operation + (direction === "output" ? "Solicit" : "Response");
  return operation;
}

/** The explicit action of an input, an output or a fault: `wsam:Action`, or the attribute of a draft. */
function explicitAction({ attributes }: SourceElement): string | undefined {
  for (const [name, { value }] of attributes) {
    if (name.endsWith("}Action") && name.includes("addressing")) return value.trim();
  }
  return undefined;
}

/** The explicit action of a message or fault, else the default (WS-Addressing Metadata, sections 4.4.2 and 4.4.4). */
export function actionOf(
  source: SourceElement,
  targetNamespace: string,
  path: readonly string[],
): AbstractMessage["action"] {
  const explicit = explicitAction(source);
  if (explicit !== undefined) return { explicit: true, value: explicit };
  const delimiter = /^urn:/i.test(targetNamespace) ? ":" : "/";
  const start = targetNamespace.endsWith("/") && delimiter === "/" ? targetNamespace : targetNamespace + delimiter;
  return { explicit: false, value: start + path.join(delimiter) };
}

/** The namespaces of top-level elements and types in the schemas, by local name. Read at first use. */
class SchemaNames {
  readonly #schemas: readonly SourceElement[];
  /** The value is undefined if several namespaces have the name. */
  #namespaces: Map<string, string | undefined> | undefined;

  constructor(schemas: readonly SourceElement[]) {
    this.#schemas = schemas;
  }

  namespaceOf(kind: "element" | "type", local: string): string | undefined {
    this.#namespaces ??= this.#read();
    return this.#namespaces.get(keyOf({ namespace: kind, local }));
  }

  #read(): Map<string, string | undefined> {
    const names = new Map<string, string | undefined>();
    for (const schema of this.#schemas) {
      const namespace = attribute(schema, "targetNamespace") ?? "";
      for (const child of schema.children) {
        if (child.namespace !== xsdNamespace) continue;
        const kind = child.local === "element" ? "element" : "type";
        const key = keyOf({ namespace: kind, local: attribute(child, "name") ?? "" });
        names.set(key, names.has(key) && names.get(key) !== namespace ? undefined : namespace);
      }
    }
    return names;
  }
}
