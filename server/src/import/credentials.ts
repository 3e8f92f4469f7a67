import type { Header, Insertion, Text, Variable } from "./collection.ts";
import type { Item } from "./ledger.ts";

/** `Authorization: Basic {{$basic user password}}`. */
export function basicHeader(user: Text, password: Text): Header {
  return {
    name: "Authorization",
    value: ["Basic ", { kind: "credentials", name: "$basic", args: [user, password] }],
  };
}

/** The secrets of a source: variables of the private environment, which is kept out of version control. */
export class Secrets {
  readonly #names = new Map<string, string>();
  readonly #variables: Variable[] = [];

  /** To be added to the variables of the collection. */
  get variables(): readonly Variable[] {
    return this.#variables;
  }

  /** The variable that has a secret. Equal secrets have one variable; `name` gets a number if another one has it. */
  add(name: string, value: string, item?: Item): Insertion {
    const known = this.#names.get(value);
    if (known !== undefined) return { kind: "variable", name: known };
    const taken = new Set(this.#names.values());
    let own = name;
    for (let count = 2; taken.has(own); count++) own = `${name}-${count}`;
    this.#names.set(value, own);
    this.#variables.push({ item, name: own, value: [value], isSecret: true });
    return { kind: "variable", name: own };
  }
}
