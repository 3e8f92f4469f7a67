import * as l10n from "@vscode/l10n";
import { references } from "../text/references.ts";
import { joinSlotted, type SlottedText } from "../text/slots.ts";
import { argumentsIn, builtInOf } from "../variables/builtInReferences.ts";
import { nonceBytes, passwordIn } from "../variables/passwordDigest.ts";
import type { VariableValue } from "../variables/value.ts";
import { argumentSources, namedIn } from "../variables/valueArguments.ts";
import { cdataText, elementAt, walk } from "../xml/query.ts";
import { resolveReferences } from "../xml/references.ts";
import type { XmlDocument, XmlElement, XmlNode } from "../xml/tree.ts";
import type { PlacedValue, Scope } from "./scope.ts";

/** Returns the value of the reference at an offset of the XML. */
type ValueAt = (name: string, at: number) => VariableValue;

/**
 * The value of a reference that may depend on its place: `$wsse.digest` depends on the Nonce and Created of its UsernameToken.
 * @param valueAt returns the other values in the XML, the same value for each call
 */
export function placedValue(
  scope: Scope,
  xmlOf: () => XmlDocument | undefined,
  name: string,
  at: number,
  valueAt: ValueAt = (other) => scope.lookup(other),
  placed?: PlacedValue,
): VariableValue {
  const value = scope.lookup(name, placed, xmlOf);
  if (!isDigest(name) || value.kind !== "atSending") return value;
  const xml = xmlOf();
  const token = xml && usernameTokenAt(xml, at);
  if (!token) return { kind: "undefined", why: misplaced() };
  const nonce = childText(xml, token, "Nonce", valueAt);
  const created = childText(xml, token, "Created", valueAt);
  if (nonce.kind === "text" && nonceBytes(nonce.text) === undefined) {
    return { kind: "undefined", why: l10n.t("The Nonce of its UsernameToken isn't Base64.") };
  }
  const password = passwordIn(argumentsIn(name), name, (other) => scope.lookup(other));
  if (!scope.isForSending || password?.kind !== "texts" || nonce.kind === "unknown" || created.kind === "unknown")
    return value;
  const [typed = { text: "" }] = password.texts;
  const given = argumentsIn(name);
  const variable = namedIn(given)[0]?.name;
  const sources = argumentSources(given, (other) => scope.lookup(other));
  const parts = { nonce: partOf(nonce), created: partOf(created), password: typed, variable };
  return {
    kind: "text",
    ...scope.digest(parts, sources),
    origin: l10n.t("the UsernameToken"),
    secret: false,
    secrets: [typed.text],
    sources,
  };
}

function isDigest(reference: string): boolean {
  return builtInOf(reference)?.placedIn === "UsernameToken";
}

function misplaced(): string {
  return l10n.t("Write it into the Password of a UsernameToken, whose Nonce and Created are a part of the digest.");
}

function usernameTokenAt(xml: XmlDocument, at: number): XmlElement | undefined {
  let element = elementAt(xml, at);
  while (element && element.local !== "UsernameToken") element = element.parent;
  return element;
}

type ChildText = ({ readonly kind: "text" } & SlottedText) | { readonly kind: "missing" | "unknown" };

function partOf(child: ChildText): SlottedText | undefined {
  return child.kind === "text" ? child : undefined;
}

function childText(xml: XmlDocument, parent: XmlElement, local: string, valueAt: ValueAt): ChildText {
  const child = parent.markup.find((one) => one.kind === "element" && one.local === local);
  if (child?.kind !== "element") return { kind: "missing" };
  const pieces: SlottedText[] = [];
  for (const node of walk(child.children)) {
    if (node.kind !== "text" && node.kind !== "cdata") continue;
    for (const piece of piecesOf(xml, node, valueAt)) {
      if (!piece) return { kind: "unknown" };
      pieces.push(piece);
    }
  }
  return { kind: "text", ...joinSlotted(pieces) };
}

/** The pieces of a node's text as a service reads them: typed texts and values; `undefined` for an unknown value. */
function* piecesOf({ text }: XmlDocument, node: XmlNode, valueAt: ValueAt): Iterable<SlottedText | undefined> {
  const isText = node.kind === "text";
  const [start, end] = isText ? [node.start, node.end] : cdataEdges(text, node);
  const typed = (from: number, to: number) => ({
    text: isText
      ? resolveReferences(text, from, to)
      : cdataText(`<![CDATA[${text.slice(from, to)}]]>`, 0, to - from + 12),
  });
  let at = start;
  for (const reference of references(text, start, end)) {
    yield typed(at, reference.start);
    const value = isDigest(reference.name) ? undefined : valueAt(reference.name, reference.start);
    yield value?.kind === "text" ? value : undefined;
    at = reference.end;
  }
  yield typed(at, end);
}

function cdataEdges(text: string, { start, end }: XmlNode): readonly [number, number] {
  return [start + "<![CDATA[".length, text.startsWith("]]>", end - 3) ? end - 3 : end];
}
