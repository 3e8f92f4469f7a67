import type { CollectionHeader, Text, TextInsertion, Variable } from "../collection.ts";
import type { Item } from "../ledger.ts";

/** `Authorization: Basic {{$basic user password}}`. */
export function basicHeader(user: Text, password: Text): CollectionHeader {
  return {
    name: "Authorization",
    value: ["Basic ", { kind: "credentials", name: "$basic", args: [user, password] }],
  };
}

/** The secrets of a source: variables of the private environment, which is kept out of version control. */
export class Secrets {
  /** The variables, by their values. */
  readonly #names = new Map<string, string>();
  readonly #taken: Set<string>;
  /** The next number for a name. */
  readonly #next = new Map<string, number>();
  readonly #variables: Variable[] = [];

  /** @param taken names of other variables of the collection */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** To be added to the variables of the collection. */
  get variables(): readonly Variable[] {
    return this.#variables;
  }

  /** The variable that has a secret. Equal secrets have one variable; `name` gets a number if another one has it. */
  add(name: string, value: string, item?: Item): TextInsertion {
    const known = this.#names.get(value);
    if (known !== undefined) return { kind: "variable", name: known };
    let count = this.#next.get(name) ?? 1;
    const numbered = () => (count === 1 ? name : `${name}-${count}`);
    while (this.#taken.has(numbered())) count++;
    const own = numbered();
    this.#next.set(name, count + 1);
    this.#taken.add(own);
    this.#names.set(value, own);
    this.#variables.push({ item, name: own, value: [value], isSecret: true });
    return { kind: "variable", name: own };
  }
}
