import type { XmlElement, XmlMarkup } from "../xml/tree.ts";
import type { ElementDeclaration, Type } from "../xsd/components.ts";

/** By what an element was validated. `required`: whether it must have a type. */
export interface Governing {
  readonly declaration: ElementDeclaration | undefined;
  readonly declared: Type | undefined;
  readonly required: boolean;
}

/**
 * The elements that are valid with all their content, whatever is around them: after an edit they needn't be validated again.
 * An element has the same list of markup as long as its start tag and its content are the same (`xml/parseEdited.ts`).
 */
export class ValidSubtrees {
  readonly #governing = new WeakMap<readonly XmlMarkup[], Governing>();

  add({ markup }: XmlElement, { declaration, declared, required }: Governing): void {
    // Elements without markup share a list.
    if (markup.length > 0) this.#governing.set(markup, { declaration, declared, required });
  }

  has({ markup }: XmlElement, { declaration, declared, required }: Governing): boolean {
    const governing = this.#governing.get(markup);
    return (
      governing?.declaration === declaration && governing?.declared === declared && governing?.required === required
    );
  }
}
