import type { XmlElement } from "../xml/tree.ts";
import { keyOf } from "../xsd/components.ts";
import type { ElementName } from "../xsd/content/nodes.ts";

/** The names of elements; the same object for the same name, as long as its prefix isn't redeclared. */
export class ElementNames {
  readonly #known = new Map<string, ElementName>();

  of({ name, local, namespace }: XmlElement): ElementName {
    const known = this.#known.get(name);
    if (known !== undefined && known.namespace === namespace) return known;
    const made = { namespace, local, key: keyOf({ namespace: namespace ?? "", local }) };
    this.#known.set(name, made);
    return made;
  }
}
