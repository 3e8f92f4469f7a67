import * as l10n from "@vscode/l10n";
import { attributeText, elementText } from "../contract/write/namespaces.ts";
import { insert } from "../rules/edits.ts";
import type { Span } from "../text/span.ts";
import { xsiNamespace } from "../validation/attributes.ts";
import { attribute, valueSpan } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import { anyType } from "../xsd/anyType.ts";
import { type IdentityConstraint, keyOf, type ModelGroup, type SimpleType, simpleTypeOf } from "../xsd/components.ts";
import { xsdNamespace } from "../xsd/declarations.ts";
import { type Base, children, type VariedElement } from "./base.ts";
import {
  after,
  branchIn,
  choicesIn,
  emptied,
  inOtherNamespace,
  otherSiblingAfter,
  remove,
  removed,
  renamed,
  repeated,
  swapped,
} from "./changes.ts";
import { invalidValues, invalidValueTitle, shownValue } from "./valueChanges.ts";
import { type Candidate, candidate, type SchemaKind } from "./variant.ts";
import { choiceName, WrittenSamples } from "./writtenSample.ts";

type Invalid = Candidate<SchemaKind>;

/** Maximum number of repetitions of an element beyond the allowed number. */
const maxRepeated = 20;

/** The possible errors for each element of a sample, in document order. Some make a request invalid in several ways. */
export function* invalidCandidates(base: Base): Generator<Invalid> {
  const changes = new InvalidChanges(base);
  for (const element of base.elements) yield* changes.of(element);
}

class InvalidChanges {
  readonly #base: Base;
  readonly #written: WrittenSamples;
  readonly #hasIds: boolean;

  constructor(base: Base) {
    this.#base = base;
    this.#written = new WrittenSamples(base.schema.schemas, base.document);
    this.#hasIds = base.references.ids.size > 0;
  }

  *of(varied: VariedElement): Generator<Invalid> {
    const { type, parent } = varied;
    if (parent) yield* this.#place(varied, parent);
    yield* this.#attributes(varied);
    yield* this.#instance(varied);
    const simple = simpleTypeOf(type);
    if (simple) yield* this.#values(varied, simple);
    else if (type.kind === "complex" && type.content.kind !== "simple") yield* this.#content(varied);
  }

  /** Errors of the element's place: missing, misplaced, too often, in another namespace, or replaced by its abstract head. */
  *#place(varied: VariedElement, parent: VariedElement): Generator<Invalid> {
    const { element, declaration } = varied;
    const { local } = element;
    const { text } = this.#base;
    const label = this.#base.label(varied);
    const inside = parent.element.local;
    const next = otherSiblingAfter(element);
    yield candidate("element-missing", l10n.t("{0} missing in {1}", local, inside), removed(text, element));
    if (next) {
      yield candidate("element-order", l10n.t("{0} after {1}", label, next.local), swapped(text, element, next), {
        names: [local, next.local],
      });
    }
    const most = declaration && this.#base.schema.places.occurrence(parent.type, declaration)?.max;
    const there = children(parent.element).filter(({ name }) => name === element.name).length;
    if (most !== undefined && there <= most && most - there < maxRepeated) {
      const title =
        most === 1
          ? l10n.t("{0} twice in {1}, allowed once", local, inside)
          : l10n.t("{0} {1} times in {2}, allowed {3} times", local, most + 1, inside, most);
      yield candidate("element-too-many", title, repeated(text, element, most - there + 1));
    }
    yield candidate("element-namespace", l10n.t("{0} in another namespace", label), inOtherNamespace(element));
    const head = declaration?.substitutes && this.#base.schema.schemas.element(declaration.substitutes);
    if (head?.abstract) {
      const name = element.prefix === "" ? head.name.local : `${element.prefix}:${head.name.local}`;
      yield candidate(
        "abstract",
        l10n.t("the abstract {0} in place of {1}", head.name.local, label),
        renamed(element, name),
      );
    }
    for (const kind of constraintsAround(parent, ["key", "unique"])) {
      yield candidate(
        kind,
        l10n.t("{0} repeated with the same values, which must be unique", label),
        repeated(text, element, 1),
      );
    }
    if (this.#hasIds) {
      yield candidate("id", l10n.t("{0} repeated with the same ID", label), repeated(text, element, 1));
    }
  }

  *#attributes(varied: VariedElement): Generator<Invalid> {
    const { element, type } = varied;
    if (type.kind === "simple") return;
    const label = this.#base.label(varied);
    for (const attribute of element.attributes) {
      const use = type.attributes.get(keyOf({ namespace: attribute.namespace ?? "", local: attribute.local }));
      const span = valueSpan(attribute);
      if (!use || !span) continue;
      const title = l10n.t("attribute {0} missing in {1}", use.name.local, label);
      yield candidate("attribute-missing", title, [{ start: attribute.start - 1, end: attribute.end, newText: "" }]);
      const owner = `${label} @${use.name.local}`;
      if (use.given?.kind === "fixed") yield fixed(owner, use.given.value, span, attributeText);
      else yield* valueCandidates({ owner, ...use }, span, attributeText);
    }
    const title = l10n.t("an unexpected attribute in {0}", label);
    yield candidate("attribute-unexpected", title, [insert(element.nameEnd, ' unexpected="x"')]);
  }

  /** Errors with `xsi:nil` and `xsi:type` where they aren't allowed. */
  *#instance(varied: VariedElement): Generator<Invalid> {
    const { element, declaration, declared, type } = varied;
    const label = this.#base.label(varied);
    const insertion = (text: string) => insert(element.nameEnd, ` xmlns:i="${xsiNamespace}" ${text}`);
    const derived = attribute(element, xsiNamespace, "type");
    if (derived && declared?.kind === "complex" && declared.abstract) {
      const title = l10n.t("{0} without xsi:type, though its type is abstract", label);
      yield candidate("abstract", title, [{ start: derived.start - 1, end: derived.end, newText: "" }]);
    }
    if (derived || attribute(element, xsiNamespace, "nil")) return;
    if (declaration && !declaration.nillable && type !== anyType) {
      const title = l10n.t("{0} nil, which isn't allowed", label);
      for (const content of [[], emptied(element)])
        yield candidate("nil", title, [insertion('i:nil="true"'), ...content]);
    }
    const ofType = (name: string) => [insertion(`xmlns:xs="${xsdNamespace}" i:type="xs:${name}"`)];
    const title = l10n.t("{0} with a type that isn't derived from its own", label);
    for (const name of ["NMTOKENS", "boolean"]) yield candidate("xsi-type", title, ofType(name));
    // Each known type is derived from xs:anyType, so only an unknown type is an error.
    if (type === anyType) yield candidate("xsi-type", l10n.t("{0} with an unknown type", label), ofType("unknown"));
  }

  *#values(varied: VariedElement, type: SimpleType): Generator<Invalid> {
    const { element, declaration, parent } = varied;
    const owner = this.#base.label(varied);
    const span = { start: element.startTagEnd, end: element.endTag?.start ?? element.startTagEnd };
    if (element.selfClosing) return;
    if (declaration?.given?.kind === "fixed") yield fixed(owner, declaration.given.value, span, elementText);
    else yield* valueCandidates({ owner, name: element, type }, span, elementText);
    for (const kind of constraintsAround(parent, ["keyref"])) {
      const title = l10n.t("{0} refers to a key that doesn't exist", owner);
      for (const newText of unknownKeys) yield candidate(kind, title, [{ ...span, newText }]);
    }
  }

  /** Errors in the content: an unexpected element or text, and invalid branches of choices. */
  *#content(varied: VariedElement): Generator<Invalid> {
    const { element, type } = varied;
    const label = this.#base.label(varied);
    if (element.selfClosing) return;
    const end = element.endTag?.start ?? element.end;
    yield candidate("element-unexpected", l10n.t("an unexpected element in {0}", label), [
      insert(end, "<unexpected/>"),
    ]);
    yield candidate("text", l10n.t("text between the elements of {0}", label), [insert(element.startTagEnd, "text")]);
    if (type.kind === "simple" || type.content.kind !== "elements") return;
    for (const group of choicesIn(type.content.particle)) yield* this.#choice(label, element, group);
  }

  *#choice(label: string, element: XmlElement, group: ModelGroup): Generator<Invalid> {
    const taken = branchIn(element, group);
    if (!taken) return;
    const { first, last, branch } = taken;
    const span = { start: remove(this.#base.text, first).start, end: last.end, newText: "" };
    yield candidate("choice-empty", l10n.t("no branch of the choice {0} in {1}", choiceName(group), label), [span]);
    for (const other of group.particles) {
      if (other === branch) continue;
      const text = this.#written.branch(other, first);
      if (text === "") continue;
      const title = l10n.t("two branches of the choice {0} in {1}", choiceName(group), label);
      yield candidate("choice-both", title, [after(last, `\n${text}`)]);
      return;
    }
  }
}

/** Unknown values for keys, of the usual types. */
const unknownKeys = ["unknown", "99", "9"];

function constraintsAround<Kind extends IdentityConstraint["kind"]>(
  element: VariedElement | undefined,
  kinds: readonly Kind[],
): readonly Kind[] {
  const names = new Set<string>();
  for (let ancestor = element; ancestor; ancestor = ancestor.parent)
    for (const { kind } of ancestor.declaration?.constraints ?? []) names.add(kind);
  return kinds.filter((kind) => names.has(kind));
}

interface ValueOwner {
  /** Name of the element or attribute in titles. */
  readonly owner: string;
  readonly name: { readonly local: string };
  readonly type: SimpleType;
}

function* valueCandidates(
  { owner, name, type }: ValueOwner,
  span: Span,
  escaped: (text: string) => string,
): Generator<Invalid> {
  for (const chosen of invalidValues(type, name.local)) {
    const edits = [{ start: span.start, end: span.end, newText: escaped(chosen.value) }];
    yield candidate(chosen.kind, invalidValueTitle(owner, chosen), edits, { isValue: true });
  }
}

function fixed(owner: string, value: string, { start, end }: Span, escaped: (text: string) => string): Invalid {
  return {
    kind: "fixed",
    title: l10n.t("{0} with another value than {1}", owner, shownValue(value)),
    edits: [{ start, end, newText: escaped("other") }],
  };
}
