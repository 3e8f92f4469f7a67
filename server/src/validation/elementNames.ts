import { nameSpan } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import { type ElementDeclaration, keyOf } from "../xsd/components.ts";
import type { ElementName } from "../xsd/content/nodes.ts";
import type { ReportProblem } from "./problems.ts";

interface InNamespace {
  readonly element: XmlElement;
  readonly expected: ElementDeclaration;
}

/** Reports elements in a wrong namespace. All elements with the same error share one report. */
export class WrongNamespaces {
  readonly #report: ReportProblem;
  /** Further elements with the same error as a reported one, by their namespace and the expected namespace. */
  readonly #others = new Map<string, InNamespace[]>();
  #count = 0;

  constructor(report: ReportProblem) {
    this.#report = report;
  }

  /** Number of elements so far. */
  get count(): number {
    return this.#count;
  }

  add(element: XmlElement, expected: ElementDeclaration): void {
    // Another rule reports an undeclared prefix.
    if (element.namespace === undefined) return;
    this.#count++;
    const key = `${element.namespace} ${expected.name.namespace}`;
    const declaration = this.#others.get(key);
    if (declaration) {
      declaration.push({ element, expected });
      return;
    }
    const others: InNamespace[] = [];
    this.#others.set(key, others);
    this.#report(element, nameSpan(element), { kind: "element-namespace", expected, others });
  }
}

/** Creates the names of elements. Returns the same object for the same name, as long as its prefix isn't redeclared. */
export class ElementNames {
  readonly #names = new Map<string, ElementName>();

  of({ name, local, namespace }: XmlElement): ElementName {
    const cached = this.#names.get(name);
    if (cached !== undefined && cached.namespace === namespace) return cached;
    const made = { namespace, local, key: keyOf({ namespace: namespace ?? "", local }) };
    this.#names.set(name, made);
    return made;
  }
}
