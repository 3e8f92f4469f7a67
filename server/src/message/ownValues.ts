import * as l10n from "@vscode/l10n";
import type { SecretSource } from "../protocol/sendingProtocol.ts";
import { deepestDocument } from "../text/limits.ts";
import type { Slot } from "../text/slots.ts";
import { type Span, shift } from "../text/span.ts";
import { computedReference } from "../variables/computed/reader.ts";
import { atSending, type ComputedValue } from "../variables/value.ts";
import { elementContent } from "../variables/xmlContent.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { Scope } from "./scope.ts";

/*
 * Evaluates `{{$this.PATH}}`, which refers to an element of the text that contains the reference, with all other computed values
 * in it. The text is first rendered without these values, then with those that depend on no other of them, and so on.
 */

/** The path of a reference to its own text; `undefined` for other references. */
export function ownPath(name: string): string | undefined {
  const source = computedReference(name)?.source ?? name;
  return source.startsWith(prefix) ? source.slice(prefix.length).trim() : undefined;
}

const prefix = "$this.";

/** Value of a slot that marks a value which is only known when sending, or which is unknown. */
export const sampledMark = -2;
export const unknownMark = -3;
/** Value of the slot of the first reference to the text itself. Further references have smaller values. */
export const ownMark = -10;
const maxOwn = 200;

interface OwnPlace {
  readonly name: string;
  readonly start: number;
}

export interface Rendering {
  readonly text: string;
  readonly xml: Span;
  /** The slots mark the places of values of `{{$this.PATH}}`, of samples, and of signatures. */
  readonly slots: readonly Slot[];
  /** Returns the state of the signature that a slot marks: whether it has its value; `undefined` for other slots. */
  readonly signature: (slot: Slot) => "done" | "open" | undefined;
}

interface OwnPlaces {
  readonly places: readonly OwnPlace[];
  readonly scope: Scope;
  readonly sources: readonly SecretSource[];
}

/** Values before the first step, by offset. `render` returns the text with them; `signs`: with those of signatures. */
export function findOwnValues(
  { places, scope, sources }: OwnPlaces,
  values: Map<number, ComputedValue>,
  render: (signs: boolean) => Rendering,
): void {
  const open = new Map(places.slice(0, maxOwn).map((place, index) => [index, place]));
  const tooMany = l10n.t("A text has at most {0} values of $this.", maxOwn);
  for (const { start } of places.slice(maxOwn)) values.set(start, { kind: "undefined", why: tooMany });
  let signs = false;
  for (let pass = 0; open.size > 0; pass++) {
    const rendering = render(signs);
    const document = parseXml(rendering.text.slice(rendering.xml.start, rendering.xml.end));
    const slots = rendering.slots.map((slot) => shift(slot, -rendering.xml.start));
    const ready = new Map<number, ComputedValue>();
    let needsSignature = false;
    for (const [index, { name }] of open) {
      const region = regionOf(name, document, scope);
      if ("why" in region) {
        ready.set(index, { kind: "undefined", why: region.why });
        continue;
      }
      const inside = slots.filter(
        (slot) => isIn(region.element, slot) && !region.without.some((one) => isIn(one, slot)),
      );
      const isOpen = (slot: Slot) => slot.value <= ownMark && open.has(ownMark - slot.value);
      const signatures = inside.map(rendering.signature);
      if (inside.some(({ value }) => value === ownMark - index)) ready.set(index, containsItself(region.element));
      else if (inside.some(isOpen)) continue;
      else if (signatures.some((one) => one !== undefined) && !signs) needsSignature = true;
      else {
        const value = elementValue(document, region.element, inside, signatures.includes("open"));
        ready.set(index, value.kind === "text" ? { ...value, sources: [...sources] } : value);
      }
    }
    const isDeep = pass === deepestDocument;
    if (ready.size === 0 && (isDeep || !needsSignature))
      for (const [index, { name }] of open) ready.set(index, isDeep ? tooDeep() : cyclic(name));
    for (const [index, value] of ready) {
      const place = open.get(index);
      if (place) values.set(place.start, value);
      open.delete(index);
    }
    signs ||= needsSignature;
  }
}

/** The value before the first step, for a reference in the header section above the text. */
export function ownValueIn(
  document: XmlDocument,
  name: string,
  scope: Scope,
  body?: { readonly isSampled: boolean; readonly slots: readonly Slot[]; readonly sources: readonly SecretSource[] },
): ComputedValue {
  if (body && body.slots.length > 0)
    return { kind: "undefined", why: l10n.t("An export can't compute {0}.", `{{${name}}}`) };
  const region = regionOf(name, document, scope);
  if ("why" in region) return { kind: "undefined", why: region.why };
  const value = elementValue(document, region.element, [], body?.isSampled ?? false);
  return value.kind === "text" && body ? { ...value, sources: body.sources } : value;
}

function isIn(element: Span, { start, end }: Span): boolean {
  return element.start < start && end < element.end;
}

type Region = { readonly element: XmlElement; readonly without: readonly Span[] } | { readonly why: string };

/** The only element that a path finds, and the parts that the first steps remove from it. */
function regionOf(name: string, document: XmlDocument, scope: Scope): Region {
  const path = ownPath(name) ?? "";
  const values = scope.find(path, document);
  if ("why" in values) return { why: `${path}: ${values.why}` };
  const [first, second] = values;
  if (!first) return { why: l10n.t("{0} finds nothing.", path) };
  if (second) return { why: l10n.t("{0} finds several values.", path) };
  if (!first.element) return { why: l10n.t("{0} finds something that isn't an element.", path) };
  const without: Span[] = [];
  for (const { word, start, end } of computedReference(name)?.steps ?? []) {
    if (word !== "without") break;
    const removed = scope.find(name.slice(start + word.length, end).trim(), document);
    // The step itself reports an invalid path.
    if (!("why" in removed)) without.push(...removed.flatMap(({ element }) => element ?? []));
  }
  return { element: first.element, without };
}

function elementValue(
  document: XmlDocument,
  element: XmlElement,
  inside: readonly Slot[],
  hasOpenSignature: boolean,
): ComputedValue {
  const xml = elementContent(document, element);
  if (inside.some(({ value }) => value === unknownMark)) return atSending;
  if (hasOpenSignature || inside.some(({ value }) => value === sampledMark))
    return { kind: "atSending", sample: xml.text, xml };
  const hasChild = element.markup.some(({ kind }) => kind === "element");
  const notText = l10n.t("{0} has child elements, not a text. Write a longer path, or add | xml.", element.local);
  return {
    kind: "text",
    text: xml.text,
    xml,
    origin: l10n.t("this file"),
    secret: false,
    isReadable: true,
    ...(hasChild ? { notText } : {}),
  };
}

const cycleCode = "computed-cycle";

function containsItself({ local }: XmlElement): ComputedValue {
  const why = l10n.t("The value is a part of {0}. Add without PATH.", local);
  return { kind: "undefined", code: cycleCode, why };
}

function cyclic(name: string): ComputedValue {
  const why = l10n.t("{0} and other values of $this depend on each other.", `{{${name}}}`);
  return { kind: "undefined", code: cycleCode, why };
}

function tooDeep(): ComputedValue {
  const why = l10n.t("The values of $this depend on each other more than {0} deep.", deepestDocument);
  return { kind: "undefined", code: cycleCode, why };
}
