import { memoized } from "../../text/memoized.ts";
import { emptyParticle } from "../anyType.ts";
import type { ComplexType, ElementDeclaration } from "../components.ts";
import { keyOf } from "../components.ts";
import { maySubstitute } from "../derivation.ts";
import type { Schemas } from "../schemas.ts";
import { ContentModel, type ContentState } from "./contentState.ts";
import { type LeafElements, Nodes, OneElement } from "./nodes.ts";

export const contentModelsOf = memoized((schemas: Schemas) => new ContentModels(schemas));

/** The content models of the types of schemas, each compiled at first use. */
export class ContentModels {
  readonly #schemas: Schemas;
  readonly #nodes: Nodes;
  readonly #starts = new WeakMap<ComplexType, ContentState>();
  readonly #elements = new WeakMap<ElementDeclaration, LeafElements>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
    this.#nodes = new Nodes((declaration) => this.#elementsOf(declaration));
  }

  start(type: ComplexType): ContentState {
    const cached = this.#starts.get(type);
    if (cached) return cached;
    const particle = type.content.kind === "elements" ? type.content.particle : emptyParticle;
    const { start } = new ContentModel(this.#nodes, this.#nodes.of(particle));
    this.#starts.set(type, start);
    return start;
  }

  /** The elements that may occur for a declaration: the element itself, and for a global element its substitution group. */
  #elementsOf(declaration: ElementDeclaration): LeafElements {
    if (!declaration.global) return new OneElement(declaration);
    const cached = this.#elements.get(declaration);
    if (cached) return cached;
    const substitutes = this.#schemas.substitutesOf(declaration.name).filter((one) => maySubstitute(one, declaration));
    const elements = new Map([declaration, ...substitutes].map((one) => [keyOf(one.name), one]));
    this.#elements.set(declaration, elements);
    return elements;
  }
}
