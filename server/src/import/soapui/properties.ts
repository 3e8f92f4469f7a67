import { child, childrenNamed, childText, type ProjectElement } from "./projectXml.ts";

export interface Property {
  readonly name: string;
  readonly value: string;
}

/** The properties of a project, suite, case or step. Names are case-insensitive, as in SoapUI. */
export class Properties {
  /** The properties in their order. Of several with the same name, only the last. */
  readonly all: readonly Property[];
  readonly #prefix: string;
  readonly #byName: ReadonlyMap<string, Property>;
  readonly #byLowerCase: ReadonlyMap<string, Property>;

  /** @param prefix prefix for the names of their variables, such as `case_` */
  constructor(prefix: string, properties: readonly Property[]) {
    this.#prefix = prefix;
    this.#byName = new Map(properties.map((one) => [one.name, one]));
    this.all = [...this.#byName.values()];
    this.#byLowerCase = new Map(this.all.toReversed().map((one) => [one.name.toLowerCase(), one]));
  }

  find(name: string): Property | undefined {
    return this.#byName.get(name) ?? this.#byLowerCase.get(name.toLowerCase());
  }

  /** The name of the variable for a property, which may be undefined. */
  variable(name: string): string {
    return this.#prefix + (this.find(name)?.name ?? name);
  }
}

/** The properties in the child element `properties` of an element. */
export function propertiesOf(element: ProjectElement | undefined): readonly Property[] {
  return childrenNamed(child(element, "properties"), "property").map((property) => ({
    name: childText(property, "name") ?? "",
    value: childText(property, "value") ?? "",
  }));
}
