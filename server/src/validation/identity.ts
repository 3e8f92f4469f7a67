import type { Budget } from "../text/budget.ts";
import { nameSpan } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import {
  type ElementDeclaration,
  type IdentityConstraint,
  type IdentityPath,
  keyOf,
  type NameTest,
  type QName,
} from "../xsd/components.ts";
import type { ReportProblem } from "./problems.ts";

/** Equal keys mean equal values. `complex`: the element has no comparable value. `unknown`: the value isn't known. */
export type FieldValue =
  | { readonly kind: "value"; readonly key: string }
  | { readonly kind: "complex" | "unknown" | "nil" };

export interface FieldAttribute {
  readonly name: QName;
  readonly value: () => FieldValue;
}

/** A path whose first steps have matched the open elements. `open`: the steps that must match next. */
interface Active {
  readonly path: IdentityPath;
  readonly open: readonly number[];
  readonly target: Target;
}

type Target = { readonly scope: Scope; readonly row: Row | undefined; readonly field: number };

/** An element that a selector has found, with the values of its fields. */
interface Row {
  readonly element: XmlElement;
  readonly values: (FieldValue | undefined)[];
  /** Elements and attributes with the values. Several paths of a field may find the same one. */
  readonly nodes: (XmlElement | FieldAttribute)[];
}

interface Scope {
  readonly constraint: IdentityConstraint;
  readonly element: XmlElement;
  readonly rows: Row[];
  /** For a keyref: the keys of the constraint that it refers to. Undefined for a key that isn't unique. */
  readonly keys: Map<string, XmlElement | undefined>;
}

/** The identity constraints that apply at an element. */
export interface IdentityState {
  readonly active: readonly Active[];
  readonly scopes: readonly Scope[];
  /** Fields whose value is the value of the element. */
  readonly fields: readonly Target[];
  readonly nillable: boolean;
}

const noActive: readonly Active[] = [];

/** Checks identity constraints as elements are read in order (XML Schema part 1, section 3.11.4), within a budget. */
export class IdentityConstraints {
  readonly #report: ReportProblem;
  readonly #budget: Budget;
  readonly #keyrefs: Scope[] = [];

  constructor(report: ReportProblem, budget: Budget) {
    this.#report = report;
    this.#budget = budget;
  }

  /** Undefined if no constraint applies, as for nearly all elements. */
  start(
    element: XmlElement,
    declaration: ElementDeclaration | undefined,
    parent: IdentityState | undefined,
    attributes: () => readonly FieldAttribute[],
  ): IdentityState | undefined {
    const constraints = declaration?.constraints ?? [];
    const inherited = parent?.active ?? noActive;
    if (constraints.length === 0 && inherited.length === 0) return undefined;
    const steps = inherited.reduce((sum, { open }) => sum + open.length, 0);
    if (!this.#spend(element, steps)) return undefined;
    const scopes = constraints.map((constraint): Scope => ({ constraint, element, rows: [], keys: new Map() }));
    for (const scope of scopes) if (scope.constraint.kind === "keyref") this.#keyrefs.push(scope);
    const entered = [
      ...inherited.flatMap((one) => advanced(one, element)),
      ...scopes.flatMap((scope) => begun(scope.constraint.selector, { scope, row: undefined, field: -1 })),
    ];
    const fields: Target[] = [];
    let keyAttributes: readonly FieldAttribute[] | undefined;
    // The loop appends to the list that it iterates over: the fields of rows that are found here can begin here.
    for (const entry of entered) {
      const { path, open, target } = entry;
      if (!open.includes(path.steps.length)) continue;
      if (target.row === undefined) for (const field of rowAt(target.scope, element)) entered.push(field);
      else if (path.attribute) {
        keyAttributes ??= attributes();
        if (!this.#spend(element, keyAttributes.length)) return undefined;
        this.#takeAttributes(path.attribute, target, keyAttributes);
      } else fields.push(target);
    }
    const active = entered.filter(({ path, open }) => path.anyDepth || open.some((at) => at < path.steps.length));
    return { active, scopes, fields, nillable: declaration?.nillable === true };
  }

  end(state: IdentityState, element: XmlElement, value: () => FieldValue): void {
    const rows = state.scopes.reduce((sum, scope) => sum + scope.rows.length, state.fields.length);
    if (!this.#spend(element, rows)) return;
    if (state.fields.length > 0) {
      const own = value();
      for (const target of state.fields) {
        const { constraint } = target.scope;
        // A nillable element can't be part of a key (4.2.3).
        this.#take(target, element, constraint.kind === "key" && state.nillable ? { kind: "complex" } : own);
      }
    }
    for (const scope of state.scopes) if (scope.constraint.kind !== "keyref") this.#checkKeys(scope);
    for (const scope of state.scopes) if (scope.constraint.kind === "keyref") this.#checkReferences(scope);
  }

  /** Counts steps. Reports the element at which the budget is spent. */
  #spend(element: XmlElement, steps: number): boolean {
    if (this.#budget.isSpent) return false;
    if (this.#budget.spend(steps)) return true;
    this.#report(element, nameSpan(element), { kind: "keys-unchecked" });
    return false;
  }

  #takeAttributes(test: NameTest, target: Target, attributes: readonly FieldAttribute[]): void {
    for (const attribute of attributes)
      if (matches(test, attribute.name)) this.#take(target, attribute, attribute.value());
  }

  #take({ scope, row, field }: Target, node: XmlElement | FieldAttribute, value: FieldValue): void {
    if (row === undefined || row.nodes[field] === node) return;
    row.nodes[field] = node;
    const isSecond = row.values[field] !== undefined;
    if (isSecond || value.kind === "complex") {
      const { constraint } = scope;
      this.#report(row.element, nameSpan(row.element), { kind: "key-field-invalid", constraint, field });
    }
    row.values[field] = isSecond || value.kind === "complex" ? { kind: "unknown" } : value;
  }

  #checkKeys({ constraint, element, rows }: Scope): void {
    const first = new Map<string, XmlElement>();
    for (const row of rows) {
      const key = this.#keyIn(row, constraint);
      if (key === undefined) continue;
      const same = first.get(key);
      if (same === undefined) first.set(key, row.element);
      else this.#report(row.element, nameSpan(row.element), { kind: "key-duplicate", constraint, first: same });
    }
    const name = keyOf(constraint.name);
    for (const { constraint: reference, keys, element: around } of this.#keyrefs) {
      if (reference.refer === undefined || keyOf(reference.refer) !== name) continue;
      if (!this.#spend(element, first.size)) return;
      // A key of the element itself wins. A key that occurs twice in its descendants can't be referred to.
      for (const [key, row] of first) {
        const earlier = keys.get(key);
        keys.set(key, around === element || !keys.has(key) || earlier === row ? row : undefined);
      }
    }
  }

  #checkReferences(scope: Scope): void {
    const { constraint, rows, keys } = scope;
    this.#keyrefs.splice(this.#keyrefs.indexOf(scope), 1);
    const { refer } = constraint;
    for (const row of rows) {
      const key = this.#keyIn(row, constraint);
      if (key === undefined || refer === undefined || keys.get(key) !== undefined) continue;
      this.#report(row.element, nameSpan(row.element), { kind: "key-not-found", constraint, refer });
    }
  }

  /** The key of a row; undefined if a field has no value that can be compared. */
  #keyIn({ element, values }: Row, constraint: IdentityConstraint): string | undefined {
    const keys: string[] = [];
    for (const field of constraint.fields.keys()) {
      const value = values[field];
      if (value?.kind === "value") keys.push(value.key);
      else if (value === undefined || value.kind === "nil") {
        if (constraint.kind !== "key") return undefined;
        this.#report(element, nameSpan(element), { kind: "key-field-missing", constraint, field });
        return undefined;
      } else return undefined;
    }
    return JSON.stringify(keys);
  }
}

function rowAt(scope: Scope, element: XmlElement): readonly Active[] {
  const row: Row = { element, values: [], nodes: [] };
  // Several alternatives of the selector may find the same element.
  if (scope.rows.at(-1)?.element === element) return [];
  scope.rows.push(row);
  return scope.constraint.fields.flatMap((paths, field) => begun(paths, { scope, row, field }));
}

function begun(paths: readonly IdentityPath[], target: Target): readonly Active[] {
  return paths.map((path) => ({ path, open: [0], target }));
}

/** The path after one more element; empty if it can no longer match. */
function advanced({ path, open, target }: Active, { namespace = "", local }: XmlElement): readonly Active[] {
  const next = new Set<number>(path.anyDepth ? [0] : []);
  for (const at of open) {
    const test = path.steps[at];
    if (test && matches(test, { namespace, local })) next.add(at + 1);
  }
  return next.size === 0 ? [] : [{ path, open: [...next], target }];
}

function matches(test: NameTest, { namespace, local }: QName): boolean {
  return (
    (test.local === undefined || test.local === local) && (test.namespace === undefined || test.namespace === namespace)
  );
}
