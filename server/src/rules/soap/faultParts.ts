import * as l10n from "@vscode/l10n";
import type { Envelope } from "../../soap/envelope.ts";
import { type FaultCode, readQName } from "../../soap/fault.ts";
import { type Span, trimmed } from "../../text/span.ts";
import { nameSpan, textContent } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { Report } from "../rule.ts";
import { removeCopy } from "./children.ts";
import { hasVariable, isClosed, isCutOff, isQNameText } from "./xmlMessage.ts";

/** Reports each part after the first of its name. */
export function* duplicates({ document }: Envelope, parts: readonly XmlElement[]): Iterable<Report> {
  const seen = new Map<string, XmlElement>();
  for (const part of parts) {
    const first = seen.get(part.local);
    if (!first) seen.set(part.local, part);
    else {
      yield {
        at: nameSpan(part),
        message: l10n.t("Duplicate {0}. Only one is allowed.", part.name),
        related: [{ at: nameSpan(first), message: l10n.t("The first one") }],
        fixes: () => removeCopy(document.text, first, part),
      };
    }
  }
}

/** Reports a missing part, unless the parent has no end tag. Then the part may be elsewhere. */
export function* missingPart(
  { document }: Envelope,
  parent: XmlElement,
  parts: readonly XmlElement[],
  local: string,
  name: string,
): Iterable<Report> {
  if (parts.some((part) => part.local === local) || !isClosed(parent) || isCutOff(document)) return;
  yield { at: nameSpan(parent), message: l10n.t("{0} has no {1}. It must have one.", parent.name, name) };
}

/** Reads a fault code, and reports one that isn't a qualified name. `undefined` for that, and for a variable. */
export function* faultCodeIn(
  envelope: Envelope,
  element: XmlElement,
  example: string,
): Generator<Report, (FaultCode & { readonly at: Span }) | undefined, void> {
  const { text, at } = valueIn(envelope, element);
  if (hasVariable(text)) return undefined;
  if (isQNameText(text)) return { ...readQName(envelope.document, element, text), at };
  yield {
    at,
    message:
      text === ""
        ? l10n.t("{0} is empty. Expected a qualified name such as {1}.", element.name, example)
        : l10n.t("{0} isn't a qualified name. Expected a fault code such as {1}.", text, example),
  };
  return undefined;
}

/** The text of an element without whitespace around it, and its place: the element's name if it is empty. */
export function valueIn({ document }: Envelope, element: XmlElement): { readonly text: string; readonly at: Span } {
  const text = textContent(document, element).trim();
  const [first, ...others] = element.children;
  const at =
    first && others.length === 0 && text !== ""
      ? trimmed(document.text, first)
      : { start: element.startTagEnd, end: element.endTag?.start ?? element.startTagEnd };
  return { text, at: text === "" ? nameSpan(element) : at };
}
