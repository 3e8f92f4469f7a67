import * as l10n from "@vscode/l10n";
import { attributeText, elementText } from "../contract/write/namespaces.ts";
import type { Span } from "../text/span.ts";
import { xsiNamespace } from "../validation/attributes.ts";
import { attribute, valueSpan } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import { type IdentityConstraint, keyOf, type ModelGroup, type SimpleType, simpleTypeOf } from "../xsd/components.ts";
import { type Base, children, hasReferences, type VariedElement } from "./base.ts";
import { after, branchIn, choicesIn, emptied, insert, otherSiblingAfter, remove, renamed } from "./changes.ts";
import { wrongValues } from "./valueChanges.ts";
import type { Candidate, SchemaKind } from "./variant.ts";
import { WrittenSamples } from "./writtenSample.ts";

type Wrong = Candidate<SchemaKind>;

/** An element is repeated at most this many times beyond what is allowed. */
const maxRepeated = 20;

/** What can be wrong with each element of a sample, in document order. Not each of them is wrong in one way alone. */
export function* wrongCandidates(base: Base): Generator<Wrong> {
  const changes = new WrongChanges(base);
  for (const element of base.elements) yield* changes.of(element);
}

class WrongChanges {
  readonly #base: Base;
  readonly #written: WrittenSamples;
  readonly #hasIds: boolean;

  constructor(base: Base) {
    this.#base = base;
    this.#written = new WrittenSamples(base.schema.schemas, base.document);
    this.#hasIds = base.elements.some(hasReferences);
  }

  *of(varied: VariedElement): Generator<Wrong> {
    const { element, type, parent } = varied;
    if (parent) yield* this.#place(varied, parent);
    yield* this.#attributes(varied);
    yield* this.#instance(varied);
    const simple = simpleTypeOf(type);
    if (simple) yield* this.#values(varied, simple);
    else if (type.kind === "complex" && type.content.kind !== "simple") yield* this.#content(element, varied);
  }

  /** The element missing, in another place, too often, in another namespace, or as its abstract head. */
  *#place({ element, declaration }: VariedElement, parent: VariedElement): Generator<Wrong> {
    const { local } = element;
    const inside = parent.element.local;
    const next = otherSiblingAfter(element);
    yield {
      kind: "element-missing",
      title: l10n.t("{0} missing in {1}", local, inside),
      edits: [remove(this.#base.text, element)],
    };
    if (next) {
      const texts = [next, element].map((one) => this.#base.text.slice(one.start, one.end));
      yield {
        kind: "element-order",
        title: l10n.t("{0} after {1}", local, next.local),
        edits: [element, next].map(({ start, end }, at) => ({ start, end, newText: texts[at] ?? "" })),
      };
    }
    const most = declaration && this.#base.schema.places.occurrence(parent.type, declaration)?.max;
    const there = children(parent.element).filter(({ name }) => name === element.name).length;
    if (most !== undefined && there <= most && most - there < maxRepeated) {
      const copy = this.#copy(element);
      const title = l10n.t("{0} more often than {1} times in {2}", local, most, inside);
      yield { kind: "element-too-many", title, edits: [after(element, copy.repeat(most - there + 1))] };
    }
    yield {
      kind: "element-namespace",
      title: l10n.t("{0} in another namespace", local),
      edits: renamed(element, `other:${local}`, ' xmlns:other="urn:other"'),
    };
    const head = declaration?.substitutes && this.#base.schema.schemas.element(declaration.substitutes);
    if (head?.abstract) {
      const name = element.prefix === "" ? head.name.local : `${element.prefix}:${head.name.local}`;
      yield {
        kind: "abstract",
        title: l10n.t("{0}, which is abstract", head.name.local),
        edits: renamed(element, name),
      };
    }
    for (const kind of constraintsAround(parent, ["key", "unique"])) {
      yield {
        kind,
        title: l10n.t("{0} twice, with the same values", local),
        edits: [after(element, this.#copy(element))],
      };
    }
    if (this.#hasIds) {
      yield {
        kind: "id",
        title: l10n.t("{0} twice, with the same ID", local),
        edits: [after(element, this.#copy(element))],
      };
    }
  }

  *#attributes({ element, type }: VariedElement): Generator<Wrong> {
    if (type.kind === "simple") return;
    for (const one of element.attributes) {
      const use = type.attributes.get(keyOf({ namespace: one.namespace ?? "", local: one.local }));
      const span = valueSpan(one);
      if (!use || !span) continue;
      const title = l10n.t("attribute {0} missing in {1}", use.name.local, element.local);
      yield { kind: "attribute-missing", title, edits: [{ start: one.start - 1, end: one.end, newText: "" }] };
      const owner = `${element.local} @${use.name.local}`;
      if (use.given?.kind === "fixed") yield fixed(owner, span, attributeText);
      else yield* valueCandidates(owner, use.type, span, attributeText);
    }
    const title = l10n.t("attribute unexpected in {0}", element.local);
    yield {
      kind: "attribute-unexpected",
      title,
      edits: [{ start: element.nameEnd, end: element.nameEnd, newText: ' unexpected="x"' }],
    };
  }

  /** `xsi:nil` and `xsi:type` where they aren't allowed. */
  *#instance({ element, declaration }: VariedElement): Generator<Wrong> {
    const insertion = (text: string) => ({
      start: element.nameEnd,
      end: element.nameEnd,
      newText: ` xmlns:i="${xsiNamespace}" ${text}`,
    });
    if (attribute(element, xsiNamespace, "nil") || attribute(element, xsiNamespace, "type")) return;
    if (declaration && !declaration.nillable) {
      const title = l10n.t("{0} nil, which it must not be", element.local);
      for (const content of [[], emptied(element)])
        yield { kind: "nil", title, edits: [insertion('i:nil="true"'), ...content] };
    }
    const title = l10n.t("{0} with a type that isn't derived from its own", element.local);
    for (const name of ["NMTOKENS", "boolean", "unknown"]) {
      const other = `xmlns:xs="http://www.w3.org/2001/XMLSchema" i:type="xs:${name}"`;
      yield { kind: "xsi-type", title, edits: [insertion(other)] };
    }
  }

  *#values({ element, declaration, parent }: VariedElement, type: SimpleType): Generator<Wrong> {
    const span = { start: element.startTagEnd, end: element.endTag?.start ?? element.startTagEnd };
    if (element.selfClosing) return;
    if (declaration?.given?.kind === "fixed") yield fixed(element.local, span, elementText);
    else yield* valueCandidates(element.local, type, span, elementText);
    for (const kind of constraintsAround(parent, ["keyref"])) {
      const title = l10n.t("{0} refers to a key that isn't there", element.local);
      for (const newText of unknownKeys) yield { kind, title, edits: [{ ...span, newText }] };
    }
  }

  /** An element or a text that isn't allowed inside, and wrong branches of choices. */
  *#content(element: XmlElement, { type }: VariedElement): Generator<Wrong> {
    const { local } = element;
    if (element.selfClosing) return;
    const end = element.endTag?.start ?? element.end;
    yield {
      kind: "element-unexpected",
      title: l10n.t("an unexpected element in {0}", local),
      edits: [insert(end, "<unexpected/>")],
    };
    yield { kind: "text", title: l10n.t("text in {0}", local), edits: [insert(element.startTagEnd, "text")] };
    if (type.kind === "simple" || type.content.kind !== "elements") return;
    for (const group of choicesIn(type.content.particle)) yield* this.#choice(element, group);
  }

  *#choice(element: XmlElement, group: ModelGroup): Generator<Wrong> {
    const taken = branchIn(element, group);
    if (!taken) return;
    const { first, last, branch } = taken;
    const span = { start: remove(this.#base.text, first).start, end: last.end, newText: "" };
    yield { kind: "choice-empty", title: l10n.t("no branch of the choice in {0}", element.local), edits: [span] };
    for (const other of group.particles) {
      if (other === branch) continue;
      const text = this.#written.branch(other, first);
      if (text === "") continue;
      const title = l10n.t("two branches of the choice in {0}", element.local);
      yield { kind: "choice-both", title, edits: [after(last, `\n${text}`)] };
      return;
    }
  }

  #copy(element: XmlElement): string {
    const { text } = this.#base;
    const { start } = remove(text, element);
    return text.slice(start, element.end);
  }
}

/** Values of the usual types of keys. */
const unknownKeys = ["unknown", "99", "9"];

function constraintsAround<Kind extends IdentityConstraint["kind"]>(
  element: VariedElement | undefined,
  kinds: readonly Kind[],
): readonly Kind[] {
  const found = new Set<string>();
  for (let one = element; one; one = one.parent)
    for (const { kind } of one.declaration?.constraints ?? []) found.add(kind);
  return kinds.filter((kind) => found.has(kind));
}

function* valueCandidates(
  owner: string,
  type: SimpleType,
  span: Span,
  escaped: (text: string) => string,
): Generator<Wrong> {
  for (const { kind, value, limit } of wrongValues(type, owner)) {
    const shown = value.length > 40 ? l10n.t("of {0} characters", value.length) : `"${value}"`;
    const title =
      limit === ""
        ? l10n.t("{0} {1}, against {2}", owner, shown, kind)
        : l10n.t("{0} {1}, against {2} {3}", owner, shown, kind, limit);
    yield { kind, title, edits: [{ start: span.start, end: span.end, newText: escaped(value) }], isValue: true };
  }
}

function fixed(owner: string, { start, end }: Span, escaped: (text: string) => string): Wrong {
  return {
    kind: "fixed",
    title: l10n.t("{0} with another value than the fixed one", owner),
    edits: [{ start, end, newText: escaped("other") }],
  };
}
