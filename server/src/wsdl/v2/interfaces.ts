import * as l10n from "@vscode/l10n";
import { keyOf, type QName } from "../../xsd/components.ts";
import { attribute, qname } from "../../xsd/declarations.ts";
import type { SourceElement } from "../../xsd/document.ts";
import type { Description } from "../documents.ts";
import type {
  AbstractMessage,
  AbstractOperation,
  ExchangePattern,
  MessagePart,
  PortType,
  WsdlMessage,
} from "../model.ts";
import { actionOf, componentName, componentsIn } from "../portTypes.ts";
import { Components, type Problems } from "../problems.ts";
import { documentationOf, isTrue, wsdlChildren } from "../vocabulary.ts";

interface Own {
  readonly name: QName;
  readonly source: SourceElement;
  readonly operations: AbstractOperation[];
  readonly faults: ReadonlyMap<string, SourceElement>;
  readonly extended: Own[];
}

/** Maximum number of inherited operations and interfaces in total. Only inheritance can multiply the size of a document. */
const maxInherited = 50_000;

export class Interfaces {
  readonly #own: Components<Own>;
  readonly #all: Own[] = [];
  readonly #problems: Problems;
  readonly #portTypes = new Map<Own, PortType>();
  #inherited = 0;

  constructor(descriptions: readonly Description[], problems: Problems, incomplete: boolean) {
    this.#own = new Components(problems, incomplete);
    this.#problems = problems;
    for (const { source, name } of componentsIn(descriptions, "interface", problems)) {
      const faults = new Map(wsdlChildren(source, "fault").map((fault) => [componentName(fault, problems), fault]));
      const own: Own = { name, source, operations: [], faults, extended: [] };
      if (this.#own.add(name, own)) this.#all.push(own);
    }
    for (const own of this.#all) this.#extend(own);
    for (const own of this.#all) {
      for (const operation of wsdlChildren(own.source, "operation")) {
        own.operations.push(this.#operation(operation, own));
      }
    }
  }

  all(): readonly PortType[] {
    return this.#all.map((own) => this.#portType(own));
  }

  find(source: SourceElement): PortType | undefined {
    const own = this.#own.find(source, "interface", (text) =>
      l10n.t("The interface {0} is not defined. The operations are unknown.", text),
    );
    return own && this.#portType(own);
  }

  #extend(own: Own): void {
    const names = (attribute(own.source, "extends") ?? "").split(/\s+/).filter((name) => name !== "");
    for (const text of names) {
      const extended = this.#own.named(text, own.source, "extends", () =>
        l10n.t("The interface {0} is not defined. Its operations are unknown.", text),
      );
      if (extended !== undefined) own.extended.push(extended);
    }
  }

  /** An interface and all interfaces that it extends, each once. Interfaces may extend each other in cycles. */
  #lineage(own: Own): readonly Own[] {
    const lineage = new Set([own]);
    for (const ancestor of lineage) {
      this.#inherited++;
      if (this.#inherited > maxInherited) break;
      for (const extended of ancestor.extended) lineage.add(extended);
    }
    return [...lineage];
  }

  #portType(own: Own): PortType {
    const cached = this.#portTypes.get(own);
    if (cached !== undefined) return cached;
    const operations = new Map<string, AbstractOperation>();
    for (const ancestor of this.#lineage(own)) {
      if (ancestor !== own) this.#inherited += ancestor.operations.length;
      if (this.#inherited > maxInherited) {
        const message = l10n.t("The interfaces inherit more than {0} operations. The rest is left out.", maxInherited);
        this.#problems.add(own.source, message, "extends");
        break;
      }
      for (const operation of ancestor.operations) {
        const key = keyOf({ namespace: ancestor.name.namespace, local: operation.name });
        if (!operations.has(key)) operations.set(key, operation);
      }
    }
    const { name, source } = own;
    const documentation = documentationOf(source);
    const portType: PortType = { name, operations: [...operations.values()], documentation, source };
    this.#portTypes.set(own, portType);
    return portType;
  }

  #operation(source: SourceElement, own: Own): AbstractOperation {
    const name = componentName(source, this.#problems);
    const [input] = wsdlChildren(source, "input");
    const [output] = wsdlChildren(source, "output");
    const pattern = patternOf(source, input, output);
    const direct = (element: SourceElement | undefined, token: string): AbstractMessage | undefined =>
      element && {
        name: attribute(element, "messageLabel") ?? (element === input ? "In" : "Out"),
        message: this.#message(element, own.name.namespace),
        action: actionOf(element, own.name.namespace, [own.name.local, name + token]),
        source: element,
      };
    const single = input === undefined || output === undefined;
    const begins = pattern === "solicit-response" ? "Solicit" : "Request";
    return {
      name,
      declaredBy: own.name,
      pattern,
      parameterOrder: [],
      source,
      input: direct(input, single ? "" : pattern === "solicit-response" ? "Response" : begins),
      output: direct(output, single ? "" : pattern === "solicit-response" ? begins : "Response"),
      faults: [...wsdlChildren(source, "outfault"), ...wsdlChildren(source, "infault")].map((fault) =>
        this.#fault(fault, own),
      ),
      safe: isTrue(attributeNamed(source, "safe")),
      documentation: documentationOf(source),
    };
  }

  #fault(source: SourceElement, own: Own): AbstractMessage {
    const ref = attribute(source, "ref") ?? "";
    const name = ref.slice(ref.indexOf(":") + 1);
    const declared = own.faults.get(name) ?? this.#inheritedFault(own, name);
    if (declared === undefined) {
      const message = l10n.t("The fault {0} is not defined. Any content is accepted for it.", ref);
      this.#problems.add(source, message, "ref");
    }
    const message = declared && this.#message(declared, own.name.namespace);
    return { name, message, action: actionOf(declared ?? source, own.name.namespace, [own.name.local, name]), source };
  }

  #inheritedFault(own: Own, name: string): SourceElement | undefined {
    for (const { faults } of this.#lineage(own)) {
      const fault = faults.get(name);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /** The message of an input or output (WSDL 2.0 part 1, section 2.5.1). A missing element means `#other`. */
  #message(source: SourceElement, namespace: string): WsdlMessage {
    const text = attribute(source, "element") ?? "#other";
    const name = { namespace, local: attribute(source, "messageLabel") ?? source.local };
    const element = text.startsWith("#") ? undefined : elementName(source, text, this.#problems);
    const part = text === "#none" ? undefined : { name: "", element, type: undefined, source };
    const parts: readonly MessagePart[] = part === undefined ? [] : [part];
    return { name, parts, byName: new Map(parts.map((one) => [one.name, one])), source };
  }
}

/** The name in the attribute `element`; undefined, with a problem, if its prefix isn't declared. */
export function elementName(source: SourceElement, text: string, problems: Problems): QName | undefined {
  const name = qname(source, text);
  if (name === undefined) {
    const message = l10n.t("The prefix of {0} is not declared. Any content is accepted for it.", text);
    problems.add(source, message, "element");
  }
  return name;
}

function patternOf(
  source: SourceElement,
  input: SourceElement | undefined,
  output: SourceElement | undefined,
): ExchangePattern {
  const uri = attribute(source, "pattern") ?? "";
  const pattern = uri.slice(uri.lastIndexOf("/") + 1);
  if (pattern === "out-in" || pattern === "out-opt-in") return "solicit-response";
  if (output === undefined) return "one-way";
  return input === undefined ? "notification" : "request-response";
}

/** The value of an attribute in any namespace, because `safe` occurs in several namespaces. */
function attributeNamed({ attributes }: SourceElement, local: string): string | undefined {
  for (const [name, { value }] of attributes) if (name === local || name.endsWith(`}${local}`)) return value;
  return undefined;
}
