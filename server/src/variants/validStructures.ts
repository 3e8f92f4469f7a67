import * as l10n from "@vscode/l10n";
import { attributeText, elementText } from "../contract/write/namespaces.ts";
import { insert } from "../rules/edits.ts";
import { applyEdits } from "../text/edits.ts";
import type { Span } from "../text/span.ts";
import { xsiNamespace } from "../validation/attributes.ts";
import type { References } from "../validation/values.ts";
import { attribute, valueSpan } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import { anyType } from "../xsd/anyType.ts";
import { keyOf, simpleTypeOf, type Type } from "../xsd/components.ts";
import { type Base, children, type VariedElement } from "./base.ts";
import { after, branchIn, type Change, choicesIn, emptied, remove, removed, repeated } from "./changes.ts";
import { validValues, validValueTitle } from "./valueChanges.ts";
import { type Candidate, candidate, type ValidKind } from "./variant.ts";
import { branchName, WrittenSamples } from "./writtenSample.ts";

type Valid = Candidate<ValidKind>;

/** Maximum number of occurrences of an element that are tried. */
const mostOccurrences = 5;
const maxDerived = 10;

/** The possible valid changes of each element of a sample, in document order. */
export function* validCandidates(base: Base): Generator<Valid> {
  const written = new WrittenSamples(base.schema.schemas, base.document);
  for (const varied of base.elements) {
    yield* values(base, varied);
    yield* occurrences(base, varied);
    if (!isOfRpc(base, varied)) yield* nil(base, varied);
    yield* derivedTypes(base, varied, written);
    yield* substitutes(base, varied, written);
    yield* branches(base, varied, written);
  }
  yield* otherPrefixes(base);
}

function* values(base: Base, varied: VariedElement): Generator<Valid> {
  const { element, type, declaration } = varied;
  const simple = simpleTypeOf(type);
  const label = base.label(varied);
  if (simple && !element.selfClosing && !declaration?.given) {
    const span = { start: element.startTagEnd, end: element.endTag?.start ?? element.startTagEnd };
    for (const chosen of validValues(simple, element.local)) {
      const edits = [{ ...span, newText: elementText(chosen.value) }];
      yield candidate(chosen.kind, validValueTitle(label, chosen), edits, { isValue: true });
    }
  }
  if (type.kind === "simple") return;
  for (const { namespace, local: name, valueStart, valueEnd } of element.attributes) {
    const use = type.attributes.get(keyOf({ namespace: namespace ?? "", local: name }));
    if (!use || use.given) continue;
    for (const chosen of validValues(use.type, name)) {
      const edits = [{ start: valueStart, end: valueEnd, newText: attributeText(chosen.value) }];
      yield candidate(chosen.kind, validValueTitle(`${label} @${name}`, chosen), edits, { isValue: true });
    }
  }
}

function* occurrences(base: Base, varied: VariedElement): Generator<Valid> {
  const { element, declaration, parent } = varied;
  const allowed = parent && declaration && base.schema.places.occurrence(parent.type, declaration);
  if (!allowed || children(parent.element).filter(({ name }) => name === element.name).length !== 1) return;
  const { min, max } = allowed;
  const { text } = base;
  const label = base.label(varied);
  if (min === 0) yield candidate("occurs", l10n.t("no {0}", label), removed(text, element));
  const most = Math.min(max, mostOccurrences);
  if (most > 1)
    yield candidate(
      "occurs",
      l10n.t("{0} {1} times", label, most),
      copies(base, element, most - 1) ?? repeated(text, element, most - 1),
    );
}

/** Inserts copies with new IDs and references to them after an element; undefined if the element has no IDs. */
function copies({ text, references }: Base, element: XmlElement, count: number): Change | undefined {
  const isInside = ({ start, end }: Span) => start >= element.start && end <= element.end;
  const own = [...references.ids].flatMap(([value, { element: owner, attribute }]) => {
    const at = attribute ? valueSpan(attribute) : { start: owner.startTagEnd, end: owner.contentEnd };
    return at && isInside(at) ? [{ value, at }] : [];
  });
  if (own.length === 0) return undefined;
  const places = [...own, ...references.all.filter(({ at }) => isInside(at))];
  const { start } = remove(text, element);
  const copied = Array.from({ length: count }, (_, at) => {
    const ids = new Map(own.map(({ value }) => [value, unused(value, at + 2, references)]));
    const spans = new Map(places.map(({ at: span }) => [span.start, span]));
    const edits = [...spans.values()].map((span) => ({
      ...{ start: span.start - start, end: span.end - start },
      newText: text.slice(span.start, span.end).replace(/[^\s]+/g, (id) => ids.get(id) ?? id),
    }));
    return applyEdits(text.slice(start, element.end), edits);
  });
  return { edits: [after(element, copied.join(""))] };
}

/** A new ID: the ID with a number that isn't used yet. */
function unused(id: string, count: number, { ids }: References): string {
  let text = `${id}_${count}`;
  while (ids.has(text)) text += "_";
  return text;
}

/** Whether an element is the wrapper of an rpc operation or a part of its message. No schema declares these (WS-I BP 1.1 R2211). */
function isOfRpc({ message: { contract } }: Base, { parent }: VariedElement): boolean {
  const isRpc = contract.kind === "found" && contract.operation?.operation.style === "rpc";
  return isRpc && parent?.parent === undefined;
}

function* nil(base: Base, varied: VariedElement): Generator<Valid> {
  const { element, declaration, type } = varied;
  if (!declaration?.nillable || type === anyType || attribute(element, xsiNamespace, "nil")) return;
  yield candidate("nil", l10n.t("{0} nil", base.label(varied)), [
    insert(element.nameEnd, ` xmlns:i="${xsiNamespace}" i:nil="true"`),
    ...emptied(element),
  ]);
}

function* derivedTypes({ schema, label }: Base, varied: VariedElement, written: WrittenSamples): Generator<Valid> {
  const { element, declared, type, declaration } = varied;
  // Each type of a schema is derived from a built-in type, so derived types of built-in types don't test this element.
  if (!declared?.name || !declared.source || !declaration || !element.parent) return;
  for (const derived of allDerived(schema.schemas.derivedFrom.bind(schema.schemas), declared)) {
    if (derived === type || !derived.name) continue;
    const title = l10n.t("{0} with the type {1}", label(varied), derived.name.local);
    yield candidate("xsi-type", title, [
      { ...spanOf(element), newText: written.typed(declaration.name, derived, element) },
    ]);
  }
}

/** Concrete types that are derived from a type, directly or indirectly. */
function allDerived(derivedFrom: (name: NonNullable<Type["name"]>) => readonly Type[], type: Type): readonly Type[] {
  const types = new Set<Type>();
  const open = [type];
  for (let current = open.pop(); current && types.size < maxDerived; current = open.pop()) {
    for (const derived of current.name ? derivedFrom(current.name) : []) {
      if (types.has(derived)) continue;
      types.add(derived);
      open.push(derived);
    }
  }
  return [...types].filter((one) => one.kind === "simple" || !one.abstract).slice(0, maxDerived);
}

function* substitutes({ schema, label }: Base, varied: VariedElement, written: WrittenSamples): Generator<Valid> {
  const { element, declaration } = varied;
  if (!declaration?.global || !element.parent) return;
  const head = (declaration.substitutes && schema.schemas.element(declaration.substitutes)) ?? declaration;
  for (const member of [head, ...schema.schemas.substitutesOf(head.name)].slice(0, maxDerived)) {
    if (member.abstract || member === declaration) continue;
    const title = l10n.t("{0} in place of {1}", member.name.local, label(varied));
    yield candidate("substitution", title, [{ ...spanOf(element), newText: written.element(member, element) }]);
  }
}

function* branches({ label }: Base, varied: VariedElement, written: WrittenSamples): Generator<Valid> {
  const { element, type } = varied;
  if (type.kind === "simple" || type.content.kind !== "elements") return;
  for (const group of choicesIn(type.content.particle)) {
    const taken = branchIn(element, group);
    if (!taken) continue;
    const { branch, first, last } = taken;
    for (const other of group.particles) {
      const newText = other === branch ? "" : written.branch(other, first);
      if (newText === "") continue;
      const title = l10n.t("{0} in place of {1} in {2}", branchName(other), branchName(branch), label(varied));
      yield candidate("choice", title, [{ start: first.start, end: last.end, newText }]);
    }
  }
}

/** Writes the same message with other prefixes, and with single quotes. */
function* otherPrefixes({ document }: Base): Generator<Valid> {
  const edits: Valid["edits"][number][] = [];
  const open = document.root ? [document.root] : [];
  const other = (prefix: string) => `${prefix}_`;
  for (let current = open.pop(); current; current = open.pop()) {
    open.push(...children(current));
    for (const named of [current, current.endTag]) {
      const isPrefixed = current.prefix !== "" && current.prefix !== "xml";
      if (named && isPrefixed)
        edits.push({
          start: named.nameStart,
          end: named.nameStart + current.prefix.length,
          newText: other(current.prefix),
        });
    }
    for (const { prefix, local, name, nameStart, nameEnd, valueStart, valueEnd } of current.attributes) {
      if (name.startsWith("xmlns:")) edits.push({ start: nameEnd - local.length, end: nameEnd, newText: other(local) });
      else if (prefix !== "" && prefix !== "xml")
        edits.push({ start: nameStart, end: nameStart + prefix.length, newText: other(prefix) });
      const value = document.text.slice(valueStart, valueEnd);
      if (valueStart < 0 || /['"]/.test(value)) continue;
      const isType = local === "type" && prefix !== "" && value.includes(":");
      edits.push({
        start: valueStart - 1,
        end: valueEnd + 1,
        newText: `'${isType ? value.replace(":", "_:") : value}'`,
      });
    }
  }
  yield candidate("prefixes", l10n.t("other prefixes and quotes"), edits);
}

function spanOf({ start, end }: XmlElement): Span {
  return { start, end };
}
