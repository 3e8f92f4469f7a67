import type { XmlElement } from "../xml/tree.ts";
import { keyOf } from "../xsd/components.ts";
import type { ElementName } from "../xsd/content/nodes.ts";

/** The names of elements; the same object for the same name, as long as its prefix isn't redeclared. */
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
