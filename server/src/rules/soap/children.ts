import * as l10n from "@vscode/l10n";
import { childElements, type Envelope, inNamespaceOf } from "../../soap/envelope.ts";
import { slice, trimmed } from "../../text/span.ts";
import { nameSpan } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { fix } from "../edits.ts";
import type { Fix, Report } from "../rule.ts";
import { intendedPart, isIntendedForSoap, misspelled } from "./envelope.ts";
import {
  hasProblemAt,
  hasVariable,
  isClosed,
  qualified,
  removeNode,
  renameFix,
  type XmlMessage,
} from "./xmlMessage.ts";

export function* childUnexpected({ envelope }: XmlMessage): Iterable<Report> {
  if (!envelope) return;
  const { document, element, header, body } = envelope;
  for (const part of [element, header, body]) {
    if (part) yield* textBetween(document, part);
  }
  let bodySeen = false;
  for (const child of childElements(element)) {
    yield* checkChild(envelope, child, bodySeen);
    bodySeen ||= child === body;
  }
  for (const child of body ? childElements(body) : []) {
    if (child.local === "Fault" || !inNamespaceOf(child, element) || !isIntendedForSoap(child, "Fault")) continue;
    yield misspelled(child, qualified(child.prefix, "Fault"));
  }
}

/** Reports text in an element that can contain only elements. A variable is allowed, because its value may be elements. */
export function* textBetween(document: XmlDocument, element: XmlElement): Iterable<Report> {
  for (const child of element.children) {
    if (child.kind !== "text" && child.kind !== "cdata") continue;
    const at = trimmed(document.text, child);
    const text = slice(document.text, at);
    if (text === "" || hasVariable(text) || hasProblemAt(document, at)) continue;
    // If the XML is malformed, the text may be a tag.
    const isRemovable = child.kind === "text" && document.problems.length === 0;
    yield {
      at,
      message: l10n.t("Text isn't allowed in {0}, only elements.", element.name),
      fixes: () => (isRemovable ? [fix(l10n.t("Remove text"), removeNode(document.text, at))] : []),
    };
  }
}

function* checkChild(envelope: Envelope, child: XmlElement, bodySeen: boolean): Iterable<Report> {
  const { element, header, body, version } = envelope;
  // Another rule reports undeclared prefixes.
  if (child.namespace === undefined) return;
  const at = nameSpan(child);
  if (inNamespaceOf(child, element) && (child.local === "Header" || child.local === "Body")) {
    const first = child.local === "Header" ? header : body;
    if (first && child !== first) {
      yield {
        at,
        message: l10n.t("Duplicate {0}. An Envelope can have only one.", child.local),
        related: [{ at: nameSpan(first), message: l10n.t("The first one") }],
        fixes: () => removeCopy(envelope.document.text, first, child),
      };
    } else if (child === header && body && bodySeen) {
      yield { at, message: l10n.t("Header must come before Body."), related: bodyPlace(body) };
    }
    return;
  }
  const intended = intendedPart(child);
  if (intended && !(intended === "Header" ? header : body)) {
    const name = qualified(element.prefix, intended);
    yield child.local === intended
      ? { at, message: inOtherNamespace(child, element), fixes: () => [renameFix(child, name)] }
      : misspelled(child, name);
  } else if (body) {
    // Without a Body, only the missing Body is reported. Its fix moves the child into it.
    yield* checkOther(envelope, child, body, version !== "1.2" && bodySeen);
  }
}

function bodyPlace(body: XmlElement): NonNullable<Report["related"]> {
  return [{ at: nameSpan(body), message: l10n.t("The Body") }];
}

/** Removes the second element if it is a copy of the first, or empty. */
export function removeCopy(text: string, first: XmlElement, second: XmlElement): readonly Fix[] {
  const isCopy = slice(text, first) === slice(text, second);
  const isEmpty =
    childElements(second).length === 0 &&
    text.slice(second.startTagEnd, second.endTag?.start ?? second.end).trim() === "";
  if (!isClosed(second) || (!isCopy && !isEmpty)) return [];
  return [fix(l10n.t("Remove the second {0}", second.name), removeNode(text, second))];
}

/** Reports other children. `mayFollow`: in SOAP 1.1 (section 4), elements in other namespaces may follow the Body. */
function* checkOther(
  { element, version }: Envelope,
  child: XmlElement,
  body: XmlElement,
  mayFollow: boolean,
): Iterable<Report> {
  if (mayFollow && child.namespace !== "" && !inNamespaceOf(child, element)) return;
  yield {
    at: nameSpan(child),
    message:
      mayFollow && child.namespace === ""
        ? l10n.t("{0} has no namespace. Elements after the Body must have one.", child.name)
        : version === "1.1"
          ? l10n.t(
              "{0} isn't allowed here. An Envelope contains a Header and a Body. Other elements are allowed only after the Body.",
              child.name,
            )
          : l10n.t("{0} isn't allowed here. An Envelope contains only a Header and a Body.", child.name),
    related: bodyPlace(body),
  };
}

function inOtherNamespace({ name, namespace = "" }: XmlElement, envelope: XmlElement): string {
  const expected = envelope.namespace ?? "";
  return namespace === ""
    ? l10n.t("{0} has no namespace. It must be in the namespace of its Envelope, {1}.", name, expected)
    : l10n.t(
        "{0} is in the namespace {1}, but must be in the namespace of its Envelope, {2}.",
        name,
        namespace,
        expected,
      );
}
