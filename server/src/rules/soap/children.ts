import * as l10n from "@vscode/l10n";
import { childElements, type Envelope, inNamespaceOf } from "../../soap/envelope.ts";
import { trimmed } from "../../text/span.ts";
import { nameSpan } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { Fix, Report } from "../rule.ts";
import { intendedPart, isIntendedForSoap } from "./envelope.ts";
import {
  hasProblemAt,
  hasVariable,
  isClosed,
  qualified,
  removeNode,
  renameElement,
  type SoapRule,
} from "./xmlMessage.ts";

export const childUnexpected: SoapRule = {
  code: "soap-child-unexpected",
  severity: "error",
  source: "SOAP 1.2 part 1 section 5.1; SOAP 1.1 section 4",
  *check({ envelope }) {
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
  },
};

/** The text between the children of an element that holds elements only; not that of a variable alone. */
export function* textBetween(document: XmlDocument, element: XmlElement): Iterable<Report> {
  for (const child of element.children) {
    if (child.kind !== "text" && child.kind !== "cdata") continue;
    const at = trimmed(document.text, child);
    const text = document.text.slice(at.start, at.end);
    if (text === "" || hasVariable(text) || hasProblemAt(document, at)) continue;
    yield {
      at,
      message: l10n.t("Text isn't allowed in {0}, only elements.", element.name),
      // Where XML is broken, it may be a tag.
      fixes: () =>
        child.kind === "text" && document.problems.length === 0
          ? [{ title: l10n.t("Remove text"), edits: [removeNode(document.text, at)] }]
          : [],
    };
  }
}

function* checkChild(envelope: Envelope, child: XmlElement, bodySeen: boolean): Iterable<Report> {
  const { element, header, body, version } = envelope;
  // An undeclared prefix is reported as such.
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
      yield {
        at,
        message: l10n.t("Header must come before Body."),
        related: [{ at: nameSpan(body), message: l10n.t("The Body") }],
      };
    }
    return;
  }
  const meant = intendedPart(child);
  if (meant && !(meant === "Header" ? header : body)) {
    const name = qualified(element.prefix, meant);
    yield child.local === meant
      ? {
          at,
          message: inOtherNamespace(child, element),
          fixes: () => [{ title: l10n.t("Change to {0}", name), edits: renameElement(child, name) }],
        }
      : misspelled(child, name);
    return;
  }
  // Without a Body the missing Body is the cause, and its fix takes the child in.
  if (body) yield* checkOther(envelope, child, version !== "1.2" && bodySeen);
}

/** Pasted or typed twice: nothing is lost. */
export function removeCopy(text: string, first: XmlElement, second: XmlElement): readonly Fix[] {
  const isCopy = text.slice(first.start, first.end) === text.slice(second.start, second.end);
  const isEmpty =
    childElements(second).length === 0 &&
    text.slice(second.startTagEnd, second.endTag?.start ?? second.end).trim() === "";
  if (!isClosed(second) || (!isCopy && !isEmpty)) return [];
  return [{ title: l10n.t("Remove the second {0}", second.name), edits: [removeNode(text, second)] }];
}

/** SOAP 1.1 section 4: other elements may follow the Body, in a namespace of their own. */
function* checkOther({ element, body, version }: Envelope, child: XmlElement, mayFollow: boolean): Iterable<Report> {
  if (mayFollow && child.namespace !== "" && !inNamespaceOf(child, element)) return;
  const at = nameSpan(child);
  const related = body ? [{ at: nameSpan(body), message: l10n.t("The Body") }] : [];
  if (mayFollow && child.namespace === "") {
    yield { at, message: l10n.t("{0} has no namespace. Elements after the Body must have one.", child.name), related };
  } else {
    const message =
      version === "1.1"
        ? l10n.t(
            "{0} isn't allowed here. An Envelope contains a Header and a Body. Other elements are allowed only after the Body.",
            child.name,
          )
        : l10n.t("{0} isn't allowed here. An Envelope contains only a Header and a Body.", child.name);
    yield { at, message, related };
  }
}

function misspelled(child: XmlElement, name: string): Report {
  return {
    at: nameSpan(child),
    message: l10n.t("{0} isn't a SOAP element. Did you mean {1}?", child.name, name),
    fixes: () => [{ title: l10n.t("Change to {0}", name), edits: renameElement(child, name) }],
  };
}

function inOtherNamespace(child: XmlElement, envelope: XmlElement): string {
  return child.namespace === ""
    ? l10n.t(
        "{0} has no namespace. It must be in the namespace of its Envelope, {1}.",
        child.name,
        envelope.namespace ?? "",
      )
    : l10n.t(
        "{0} is in the namespace {1}, but must be in the namespace of its Envelope, {2}.",
        child.name,
        child.namespace ?? "",
        envelope.namespace ?? "",
      );
}
