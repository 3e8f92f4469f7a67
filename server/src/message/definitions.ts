import * as l10n from "@vscode/l10n";
import { deepestDocument } from "../text/limits.ts";
import { variableUses } from "../variables/builtInReferences.ts";
import { definitionValue } from "../variables/definitionValue.ts";
import type { Sending } from "../variables/sending.ts";
import { atSending, type ComputedValue } from "../variables/value.ts";
import { receivedValue } from "./exchangeValues.ts";
import type { FileVariables } from "./fileVariables.ts";
import type { KeptSecrets } from "./keptSecrets.ts";

/** A document of the file. Its text is rendered with the values of a scope. */
export interface DocumentSource<Scope> {
  uses(scope: Scope): readonly string[];
  value(scope: Scope): ComputedValue;
}

interface Defined<Scope> {
  readonly variables: FileVariables;
  readonly documents: ReadonlyMap<string, DocumentSource<Scope>>;
  withoutDefinition(name: string): ComputedValue;
  readonly secrets: KeptSecrets;
}

/** The values of definitions and documents. Each is evaluated once, after the names that it uses. */
export class Definitions<Scope> {
  /** The values that were looked up so far, including those of names without a definition. */
  readonly values: Map<string, ComputedValue>;
  readonly #scope: Scope;
  readonly #defined: Defined<Scope>;
  readonly #constants: Map<string, ComputedValue>;
  readonly #depths = new Map<string, number>();

  constructor(scope: Scope, defined: Defined<Scope>, sending: Sending | undefined) {
    this.#scope = scope;
    this.#defined = defined;
    const { definitions, later, constants } = defined.variables;
    this.values = new Map(sending ? [] : [...later].map((name) => [name, atSending]));
    // If a value of the sending replaces a definition, the kept values of definitions that use it would be wrong.
    const replaces = [...(sending?.values?.keys() ?? [])].some((name) => definitions.has(name) && !later.has(name));
    this.#constants = replaces ? new Map() : constants;
    for (const [name, value] of sending?.values ?? [])
      this.values.set(name, defined.secrets.keep(receivedValue(name, value)));
  }

  has(name: string): boolean {
    return this.#defined.variables.definitions.has(name) || this.#defined.documents.has(name);
  }

  /** The value of a name. Not recursive, because a chain of definitions may be as long as the file. */
  value(name: string): ComputedValue {
    const { values } = this;
    const isEvaluated = (one: string) => values.has(one) || this.#constants.has(one);
    const path: { readonly name: string; readonly needs: readonly string[]; next: number }[] = [];
    const onPath = new Set<string>();
    const enter = (usedName: string) => {
      path.push({ name: usedName, needs: this.#usesOf(usedName), next: 0 });
      onPath.add(usedName);
    };
    if (!isEvaluated(name)) enter(name);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const need = top.needs[top.next++];
      if (isEvaluated(top.name) || need === undefined) {
        if (!isEvaluated(top.name)) values.set(top.name, this.#defined.secrets.keep(this.#evaluate(top)));
        onPath.delete(top.name);
        path.pop();
      } else if (onPath.has(need)) {
        const cycle = path.slice(path.findIndex((one) => one.name === need)).map((one) => one.name);
        // All names in the cycle share one object, by which a rule recognizes the cycle.
        const value: ComputedValue = { kind: "cycle", names: new Set(cycle) };
        for (const member of cycle) values.set(member, value);
      } else if (this.has(need) && !isEvaluated(need)) {
        enter(need);
      }
    }
    return values.get(name) ?? this.#constants.get(name) ?? { kind: "broken", name, missing: undefined };
  }

  #usesOf(name: string): readonly string[] {
    const { documents, variables } = this.#defined;
    const document = documents.get(name);
    if (document) return document.uses(this.#scope);
    const { definitions, uses } = variables;
    const { text = "", literal } = definitions.get(name) ?? {};
    const names = uses.get(name) ?? (literal ? [] : variableUses(text).map((reference) => reference.name));
    uses.set(name, names);
    return names;
  }

  #evaluate({ name, needs }: { readonly name: string; readonly needs: readonly string[] }): ComputedValue {
    const { documents, variables, withoutDefinition } = this.#defined;
    const document = documents.get(name);
    const inner = needs.reduce((most, need) => Math.max(most, this.#depths.get(need) ?? 0), 0);
    const depth = inner + (document ? 1 : 0);
    this.#depths.set(name, depth);
    if (depth > deepestDocument)
      return { kind: "undefined", why: l10n.t("The documents are nested more than {0} deep.", deepestDocument) };
    if (document) return document.value(this.#scope);
    const definition = variables.definitions.get(name);
    if (!definition) return { kind: "undefined" };
    const { value, isConstant } = definitionValue(name, definition, {
      lookup: (need) => this.#constants.get(need) ?? this.values.get(need) ?? withoutDefinition(need),
      isConstant: (need) => this.#constants.has(need),
      isDefinition: (need) => variables.definitions.has(need),
    });
    if (isConstant && !variables.later.has(name)) this.#constants.set(name, value);
    return value;
  }
}
