import { anyAttributes } from "./anyType.ts";
import { anySimpleType } from "./builtInTypes.ts";
import { type AttributeUse, type ComplexType, type Derivation, keyOf, type Type, type Wildcard } from "./components.ts";
import { attribute, type Declarations, type Declared, xsdNamespace } from "./declarations.ts";
import { givenBy, type Place, placeOf, wildcardOf } from "./place.ts";
import type { References } from "./references.ts";
import { intersected, united } from "./wildcards.ts";

type Attributes = Pick<ComplexType, "attributes" | "anyAttribute">;

export class AttributeUses {
  readonly #declarations: Declarations;
  readonly #references: References;
  readonly #typeOf: (place: Place) => Type | undefined;

  constructor(declarations: Declarations, references: References, typeOf: (place: Place) => Type | undefined) {
    this.#declarations = declarations;
    this.#references = references;
    this.#typeOf = typeOf;
  }

  /**
   * The attributes of a type, by its definition, or by its `extension` or `restriction` (XML Schema part 1, section
   * 3.4.2).
   * @param base undefined if the base isn't defined; any attributes are then accepted
   */
  of(place: Place, base: Type | undefined, derivation: Derivation): Attributes {
    const inherited = base?.kind === "complex" ? base : undefined;
    const attributes = new Map(inherited?.attributes);
    // The type's own wildcard and the wildcards of its attribute groups must all accept an attribute.
    const wildcards: Wildcard[] = [];
    const queue: Place[] = [place];
    const seen = new Set<Declared>();
    let isUnknown = base === undefined;
    // The loop appends to the queue that it iterates over.
    for (const at of queue) {
      for (const source of at.source.children) {
        if (source.namespace !== xsdNamespace) continue;
        const child: Place = { ...at, source };
        if (source.local === "attribute") this.#add(child, attributes, at === place && derivation === "restriction");
        else if (source.local === "anyAttribute") wildcards.push(wildcardOf(child));
        else if (source.local === "attributeGroup") {
          const declared = this.#references.byRef(child, "attributeGroup");
          if (declared === undefined) isUnknown = true;
          else if (!seen.has(declared)) {
            seen.add(declared);
            queue.push(placeOf(declared));
          }
        }
      }
    }
    const [first, ...others] = wildcards;
    const own = first && others.reduce(intersected, first);
    const ofBase = derivation === "extension" ? inherited?.anyAttribute : undefined;
    const anyAttribute = own && ofBase ? united(own, ofBase) : (own ?? ofBase);
    return { attributes, anyAttribute: isUnknown ? anyAttributes : anyAttribute };
  }

  global(declared: Declared): AttributeUse {
    const { name, source } = declared;
    const place = placeOf(declared);
    return { name, required: false, type: this.#simpleTypeOf(place), given: givenBy(source), source };
  }

  #simpleTypeOf(place: Place): AttributeUse["type"] {
    const type = this.#typeOf(place);
    return type?.kind === "simple" ? type : anySimpleType;
  }

  /** @param prohibits whether `use="prohibited"` removes an attribute of the base; only directly in a restriction */
  #add(place: Place, attributes: Map<string, AttributeUse>, prohibits: boolean): void {
    const { source, context } = place;
    const ref = attribute(source, "ref");
    const local = attribute(source, "name");
    const form = attribute(source, "form");
    const qualified = form === undefined ? context.attributesQualified : form === "qualified";
    const name =
      ref !== undefined
        ? this.#references.nameOf(place, ref, "attribute", "ref")
        : local === undefined
          ? undefined
          : { namespace: qualified ? context.targetNamespace : "", local };
    if (name === undefined) return;
    const use = attribute(source, "use");
    if (use === "prohibited") {
      if (prohibits) attributes.delete(keyOf(name));
      return;
    }
    const declared = ref === undefined ? undefined : this.#declarations.find("attribute", name);
    if (ref !== undefined && declared === undefined) this.#references.unknown(place, "ref", ref);
    const at: Place = declared ? placeOf(declared) : place;
    attributes.set(keyOf(name), {
      name,
      required: use === "required",
      source,
      type: this.#simpleTypeOf(at),
      given: givenBy(source) ?? givenBy(at.source),
    });
  }
}
