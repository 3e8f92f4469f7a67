import type { XmlElement, XmlNode } from "../xml/tree.ts";
import type { ElementDeclaration, Type } from "../xsd/components.ts";

/** By what an element was validated. `required`: whether it must have a type. */
export interface Governing {
  readonly declaration: ElementDeclaration | undefined;
  readonly declared: Type | undefined;
  readonly required: boolean;
}

/**
 * The elements that are valid with all their content, whatever is around them: after an edit they needn't be validated again.
 * An element has the same list of children as long as its start tag and its content are the same (`xml/parseEdited.ts`).
 */
export class ValidSubtrees {
  readonly #known = new WeakMap<readonly XmlNode[], Governing>();

  add({ children }: XmlElement, { declaration, declared, required }: Governing): void {
    // Elements without children share a list.
    if (children.length > 0) this.#known.set(children, { declaration, declared, required });
  }

  has({ children }: XmlElement, { declaration, declared, required }: Governing): boolean {
    const known = this.#known.get(children);
    return known?.declaration === declaration && known?.declared === declared && known?.required === required;
  }
}
