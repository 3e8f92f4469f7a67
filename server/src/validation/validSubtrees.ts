import type { XmlElement, XmlMarkup } from "../xml/tree.ts";
import type { ElementDeclaration, Type } from "../xsd/components.ts";

/** The declaration and type that an element was validated by. `required`: whether the element must have a type. */
export interface Governing {
  readonly declaration: ElementDeclaration | undefined;
  readonly declared: Type | undefined;
  readonly required: boolean;
}

/**
 * Remembers elements that are valid with all their content, independently of what is around them, so that they
 * needn't be validated again after an edit. An unchanged element keeps its list of markup through edits
 * (`xml/parseEdited.ts`), which identifies it here.
 */
export class ValidSubtrees {
  readonly #governing = new WeakMap<readonly XmlMarkup[], Governing>();

  add({ markup }: XmlElement, { declaration, declared, required }: Governing): void {
    // All elements without markup share the same empty list.
    if (markup.length > 0) this.#governing.set(markup, { declaration, declared, required });
  }

  has({ markup }: XmlElement, { declaration, declared, required }: Governing): boolean {
    const governing = this.#governing.get(markup);
    return (
      governing?.declaration === declaration && governing?.declared === declared && governing?.required === required
    );
  }
}
