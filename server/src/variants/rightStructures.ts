import * as l10n from "@vscode/l10n";
import { attributeText, elementText } from "../contract/write/namespaces.ts";
import type { Span } from "../text/span.ts";
import { xsiNamespace } from "../validation/attributes.ts";
import { attribute } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import { keyOf, simpleTypeOf, type Type } from "../xsd/components.ts";
import { type Base, children, type VariedElement } from "./base.ts";
import { after, branchIn, choicesIn, emptied, remove } from "./changes.ts";
import { rightValues } from "./valueChanges.ts";
import type { Candidate, RightKind } from "./variant.ts";
import { WrittenSamples } from "./writtenSample.ts";

type Right = Candidate<RightKind>;

/** The most occurrences of an element that are tried. */
const mostOccurrences = 5;
const maxDerived = 10;

/** What may be different in each element of a sample, in document order. */
export function* rightCandidates(base: Base): Generator<Right> {
  const written = new WrittenSamples(base.schema.schemas, base.document);
  for (const varied of base.elements) {
    yield* values(varied);
    yield* occurrences(base, varied);
    if (!isOfRpc(base, varied)) yield* nil(varied);
    yield* derivedTypes(base, varied, written);
    yield* substitutes(base, varied, written);
    yield* branches(varied, written);
  }
  yield* otherPrefixes(base);
}

function* values({ element, type, declaration }: VariedElement): Generator<Right> {
  const simple = simpleTypeOf(type);
  const { local } = element;
  if (simple && !element.selfClosing && !declaration?.given) {
    const span = { start: element.startTagEnd, end: element.endTag?.start ?? element.startTagEnd };
    for (const { kind, value } of rightValues(simple, local)) {
      yield { kind, title: valueTitle(local, value), edits: [{ ...span, newText: elementText(value) }], isValue: true };
    }
  }
  if (type.kind === "simple") return;
  for (const { namespace, local: name, valueStart, valueEnd } of element.attributes) {
    const use = type.attributes.get(keyOf({ namespace: namespace ?? "", local: name }));
    if (!use || use.given) continue;
    for (const { kind, value } of rightValues(use.type, name)) {
      const title = valueTitle(`${local} @${name}`, value);
      const edits = [{ start: valueStart, end: valueEnd, newText: attributeText(value) }];
      yield { kind, title, edits, isValue: true };
    }
  }
}

function valueTitle(owner: string, value: string): string {
  return value.length > 40
    ? l10n.t("{0} with {1} characters", owner, value.length)
    : l10n.t("{0} {1}", owner, JSON.stringify(value));
}

function* occurrences(base: Base, { element, declaration, parent }: VariedElement): Generator<Right> {
  const allowed = parent && declaration && base.schema.places.occurrence(parent.type, declaration);
  if (!allowed || children(parent.element).filter(({ name }) => name === element.name).length !== 1) return;
  const { min, max } = allowed;
  const { text } = base;
  const copy = text.slice(remove(text, element).start, element.end);
  const { local } = element;
  if (min === 0) yield { kind: "occurs", title: l10n.t("no {0}", local), edits: [remove(text, element)] };
  const most = Math.min(max, mostOccurrences);
  if (most > 1)
    yield {
      kind: "occurs",
      title: l10n.t("{0} {1} times", local, most),
      edits: [after(element, copy.repeat(most - 1))],
    };
}

/** Whether an element is the wrapper of an operation or a part of its message, which no schema declares (WS-I BP 1.1 R2211). */
function isOfRpc({ message: { contract } }: Base, { parent }: VariedElement): boolean {
  const isRpc = contract.kind === "found" && contract.operation?.operation.style === "rpc";
  return isRpc && parent?.parent === undefined;
}

function* nil({ element, declaration }: VariedElement): Generator<Right> {
  if (!declaration?.nillable || attribute(element, xsiNamespace, "nil")) return;
  yield {
    kind: "nil",
    title: l10n.t("{0} nil", element.local),
    edits: [
      { start: element.nameEnd, end: element.nameEnd, newText: ` xmlns:i="${xsiNamespace}" i:nil="true"` },
      ...emptied(element),
    ],
  };
}

function* derivedTypes(
  { schema }: Base,
  { element, declared, type, declaration }: VariedElement,
  written: WrittenSamples,
): Generator<Right> {
  // Each type of a schema is derived from a built-in one: those are no tests of this element.
  if (!declared?.name || !declared.source || !declaration || !element.parent) return;
  for (const derived of allDerived(schema.schemas.derivedFrom.bind(schema.schemas), declared)) {
    if (derived === type || !derived.name) continue;
    const title = l10n.t("{0} with the type {1}", element.local, derived.name.local);
    yield {
      kind: "xsi-type",
      title,
      edits: [{ ...spanOf(element), newText: written.typed(declaration.name, derived, element) }],
    };
  }
}

/** Concrete types that are derived from a type, in any number of steps. */
function allDerived(derivedFrom: (name: NonNullable<Type["name"]>) => readonly Type[], type: Type): readonly Type[] {
  const found = new Set<Type>();
  const open = [type];
  for (let one = open.pop(); one && found.size < maxDerived; one = open.pop()) {
    for (const derived of one.name ? derivedFrom(one.name) : []) {
      if (found.has(derived)) continue;
      found.add(derived);
      open.push(derived);
    }
  }
  return [...found].filter((one) => one.kind === "simple" || !one.abstract).slice(0, maxDerived);
}

function* substitutes(
  { schema }: Base,
  { element, declaration }: VariedElement,
  written: WrittenSamples,
): Generator<Right> {
  if (!declaration?.global || !element.parent) return;
  const head = (declaration.substitutes && schema.schemas.element(declaration.substitutes)) ?? declaration;
  for (const member of [head, ...schema.schemas.substitutesOf(head.name)].slice(0, maxDerived)) {
    if (member.abstract || member === declaration) continue;
    const title = l10n.t("{0} in place of {1}", member.name.local, element.local);
    yield { kind: "substitution", title, edits: [{ ...spanOf(element), newText: written.element(member, element) }] };
  }
}

function* branches({ element, type }: VariedElement, written: WrittenSamples): Generator<Right> {
  if (type.kind === "simple" || type.content.kind !== "elements") return;
  for (const group of choicesIn(type.content.particle)) {
    const taken = branchIn(element, group);
    if (!taken) continue;
    const { branch, first, last } = taken;
    for (const other of group.particles) {
      const newText = other === branch ? "" : written.branch(other, first);
      if (newText === "") continue;
      const title = l10n.t("another branch of the choice in {0}", element.local);
      yield { kind: "choice", title, edits: [{ start: first.start, end: last.end, newText }] };
    }
  }
}

/** The same message with other prefixes, and single quotes. */
function* otherPrefixes({ document }: Base): Generator<Right> {
  const edits: Right["edits"][number][] = [];
  const open = document.root ? [document.root] : [];
  const other = (prefix: string) => `${prefix}_`;
  for (let one = open.pop(); one; one = open.pop()) {
    open.push(...children(one));
    for (const named of [one, one.endTag]) {
      const isPrefixed = one.prefix !== "" && one.prefix !== "xml";
      if (named && isPrefixed)
        edits.push({ start: named.nameStart, end: named.nameStart + one.prefix.length, newText: other(one.prefix) });
    }
    for (const { prefix, local, name, nameStart, nameEnd, valueStart, valueEnd } of one.attributes) {
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
  yield { kind: "prefixes", title: l10n.t("other prefixes and quotes"), edits };
}

function spanOf({ start, end }: XmlElement): Span {
  return { start, end };
}
