import * as l10n from "@vscode/l10n";
import type { Span } from "../text/span.ts";
import { keyOf, type QName } from "../xsd/components.ts";
import { attribute, hasSameText, qname } from "../xsd/declarations.ts";
import type { SourceElement } from "../xsd/document.ts";

/** A problem of a WSDL, and the assumption that was made because of it. */
export interface WsdlProblem {
  readonly uri: string;
  readonly span: Span;
  readonly message: string;
}

export class Problems {
  readonly all: WsdlProblem[] = [];

  add(source: SourceElement, message: string, about?: string): void {
    const span = (about === undefined ? undefined : source.attributes.get(about)?.span) ?? source.nameSpan;
    this.all.push({ uri: source.document.uri, span, message });
  }
}

interface Entry<T> {
  readonly name: QName;
  readonly value: T;
}

/** The components of one kind, by name. In the second map, undefined means that several components have the name. */
export class Components<T extends { readonly source: SourceElement }> {
  readonly #problems: Problems;
  /** Whether a document isn't read yet, so that it isn't certain that a component is missing. */
  readonly #incomplete: boolean;
  readonly #byName = new Map<string, Entry<T>>();
  readonly #byLocal = new Map<string, Entry<T> | undefined>();
  readonly #byLowerCase = new Map<string, Entry<T> | undefined>();

  constructor(problems: Problems, incomplete: boolean) {
    this.#problems = problems;
    this.#incomplete = incomplete;
  }

  /** Adds a component, unless another one has the name. Returns whether it was added. */
  add(name: QName, value: T): boolean {
    const component = this.#byName.get(keyOf(name));
    if (component !== undefined) {
      if (!hasSameText(component.value.source, value.source)) {
        const message = l10n.t("Duplicate definition of {0}. The first one is used.", name.local);
        this.#problems.add(value.source, message, "name");
      }
      return false;
    }
    const entry = { name, value };
    this.#byName.set(keyOf(name), entry);
    for (const [map, key] of [
      [this.#byLocal, name.local],
      [this.#byLowerCase, name.local.toLowerCase()],
    ] as const) {
      map.set(key, map.has(key) ? undefined : entry);
    }
    return true;
  }

  /** The component that an attribute names. `missing`: the message if there is none. */
  find(source: SourceElement, about: string, missing: (name: string) => string): T | undefined {
    const text = attribute(source, about);
    if (text !== undefined) return this.named(text, source, about, missing);
    this.#problems.add(source, l10n.t("The attribute {0} is missing.", about));
    return undefined;
  }

  /** The component with the name, else the only one with the local name, else the only one that differs in case. */
  named(text: string, source: SourceElement, about: string, missing: (name: string) => string): T | undefined {
    const name = qname(source, text);
    const exact = name === undefined ? undefined : this.#byName.get(keyOf(name));
    if (exact !== undefined) return exact.value;
    const local = text.slice(text.indexOf(":") + 1);
    const similar = this.#byLocal.get(local) ?? this.#byLowerCase.get(local.toLowerCase());
    if (!this.#incomplete) this.#problems.add(source, whyNotExact(text, name, similar) ?? missing(text), about);
    return similar?.value;
  }
}

function whyNotExact(text: string, name: QName | undefined, similar: Entry<unknown> | undefined): string | undefined {
  if (similar === undefined) return undefined;
  const { namespace, local } = similar.name;
  if (name === undefined) {
    return l10n.t("The prefix of {0} is not declared. The only {1} was assumed.", text, local);
  }
  if (name.local !== local) return l10n.t("{0} is not defined. {1} was assumed.", text, local);
  return namespace === ""
    ? l10n.t("{0} is not defined. The only {1} was assumed, which has no namespace.", text, local)
    : l10n.t("{0} is not defined. The only {1} was assumed, of the namespace {2}.", text, local, namespace);
}
