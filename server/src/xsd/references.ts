import * as l10n from "@vscode/l10n";
import { addTo } from "../text/grouped.ts";
import { keyOf, type QName } from "./components.ts";
import { attribute, type Declarations, type Declared, type Kind, qname } from "./declarations.ts";
import { childOf, type Place, placeOf } from "./place.ts";

/** Resolves names in schemas. Adds unknown names to the problems of the declarations. */
export class References {
  readonly #declarations: Declarations;
  /** For an element, the element that has its type: the element itself, or the first head of its substitution groups with a type. */
  readonly #typed = new Map<Declared, Declared | undefined>();

  constructor(declarations: Declarations) {
    this.#declarations = declarations;
  }

  /** The component that a name refers to. In a redefinition, the component's own name means the redefined component. */
  referred({ owner }: Place, kind: Kind, name: QName): Declared | undefined {
    if (owner?.redefines && owner.kind === kind && keyOf(owner.name) === keyOf(name)) return owner.redefines;
    return this.#declarations.find(kind, name);
  }

  byRef(place: Place, kind: Kind): Declared | undefined {
    const ref = attribute(place.source, "ref");
    const name = ref === undefined ? undefined : this.nameOf(place, ref, kind, "ref");
    const declared = name && this.referred(place, kind, name);
    if (declared === undefined && name !== undefined && ref !== undefined) this.unknown(place, "ref", ref);
    return declared;
  }

  unknown({ source }: Place, attributeName: string, text: string): void {
    const message = l10n.t("{0} is not defined. Any content is accepted for it.", text);
    this.#declarations.problems.push({ source, attribute: attributeName, message });
  }

  /** The expanded name of a QName. `report`: the attribute with the QName, if an undeclared prefix must be reported. */
  nameOf({ source, context }: Place, text: string, kind: Kind, report?: string): QName | undefined {
    const name = qname(source, text);
    if (name !== undefined) {
      return name.namespace === "" && context.chameleon ? { ...name, namespace: context.targetNamespace } : name;
    }
    const local = text.slice(text.indexOf(":") + 1).trim();
    const only = this.#declarations.findByLocal(kind, local);
    if (report !== undefined) {
      const message = only
        ? l10n.t("The prefix of {0} is not declared. The only {1} was assumed.", text, local)
        : l10n.t("The prefix of {0} is not declared. Any content is accepted for it.", text);
      this.#declarations.problems.push({ source, attribute: report, message });
    }
    return only?.name;
  }

  /** The first head of an element's substitution group (or of the head's own group, and so on) that has a type. */
  headWithType(place: Place): Declared | undefined {
    const passed: Declared[] = [];
    let head = this.#headOf(place);
    while (head && !this.#typed.has(head)) {
      const { source } = head;
      const isTyped = attribute(source, "type") !== undefined || childOf(source, "simpleType", "complexType");
      // A cycle of heads ends where it began.
      this.#typed.set(head, isTyped ? head : undefined);
      passed.push(head);
      if (!isTyped) head = this.#headOf(placeOf(head));
    }
    const type = head && this.#typed.get(head);
    for (const one of passed) this.#typed.set(one, type);
    return type;
  }

  #headOf(place: Place): Declared | undefined {
    const name = this.headName(place);
    return name && this.#declarations.find("element", name);
  }

  headName(place: Place): QName | undefined {
    const head = attribute(place.source, "substitutionGroup")?.split(/\s+/)[0];
    return head ? this.nameOf(place, head, "element") : undefined;
  }

  circular({ source, name }: Declared): void {
    this.#declarations.problems.push({
      source,
      attribute: "name",
      message: l10n.t("The definition of {0} is circular.", name.local),
    });
  }

  /** Components of a kind by the names in them. */
  index(kind: Kind, namesOf: (declared: Declared) => readonly string[]): Map<string, Declared[]> {
    const index = new Map<string, Declared[]>();
    for (const declared of this.#declarations.all(kind)) {
      for (const text of namesOf(declared)) {
        const name = this.nameOf(placeOf(declared), text, kind);
        if (name) addTo(index, keyOf(name), declared);
      }
    }
    return index;
  }

  closure(index: ReadonlyMap<string, readonly Declared[]>, name: QName): readonly Declared[] {
    const declarations = new Set(index.get(keyOf(name)));
    // The loop appends to the set that it iterates over.
    for (const declared of declarations)
      for (const referring of index.get(keyOf(declared.name)) ?? []) declarations.add(referring);
    return [...declarations].filter((declared) => keyOf(declared.name) !== keyOf(name));
  }
}
