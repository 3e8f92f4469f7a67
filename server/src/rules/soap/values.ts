import * as l10n from "@vscode/l10n";
import type { Envelope } from "../../soap/envelope.ts";
import { envelopeNamespaces, type SoapVersion } from "../../soap/facts.ts";
import { isSimilar } from "../../text/similar.ts";
import { attribute, attributeValue, elementsIn, elementsWith, nameSpan, valueSpan } from "../../xml/query.ts";
import type { XmlAttribute, XmlElement } from "../../xml/tree.ts";
import { changeTo } from "../edits.ts";
import type { Report } from "../rule.ts";
import {
  attributePlace,
  hasProblemAt,
  hasVariable,
  isAnyUri,
  removeAttributeFix,
  type XmlMessage,
} from "./xmlMessage.ts";

export function* attributeValues({ envelope }: XmlMessage): Iterable<Report> {
  if (!envelope?.version) return;
  for (const { mustUnderstand, role, relay } of envelope.headerBlocks) {
    for (const flag of [mustUnderstand, relay]) if (flag) yield* checkFlag(envelope, flag, envelope.version);
    if (role) yield* checkUri(envelope, role);
  }
  for (const style of encodingStyles(envelope)) {
    yield* envelope.version === "1.1" ? checkStyle(envelope, style) : checkUri(envelope, style);
  }
}

/** Whether a value is a valid flag: `0` or `1` (SOAP 1.1 section 4.2.3), or an xs:boolean (SOAP 1.2 part 1 sections 5.2.3 and 5.2.4). */
function isFlag(value: string, version: SoapVersion): boolean {
  return version === "1.1" ? /^[01]$/.test(value) : /^(true|false|[01])$/.test(collapsed(value));
}

/** Whether a value is allowed for an attribute of a header block. */
export function isAllowedValue(local: string, value: string, version: SoapVersion): boolean {
  return local === "mustUnderstand" || local === "relay" ? isFlag(value, version) : isAnyUri(collapsed(value));
}

function* checkFlag(envelope: Envelope, flag: XmlAttribute, version: SoapVersion): Iterable<Report> {
  const value = knownValue(envelope, flag);
  if (value === undefined || isFlag(value, version)) return;
  const isTrue = /^\s*(true|1|yes|y|on)\s*$/i.test(value) || isSimilar(value, "true");
  const isFalse = /^\s*(false|0|no|n|off)\s*$/i.test(value) || isSimilar(value, "false");
  yield {
    at: attributePlace(flag),
    message:
      version === "1.1"
        ? l10n.t('{0} is "{1}", but must be 0 or 1 in SOAP 1.1.', flag.name, value)
        : l10n.t('{0} is "{1}", but must be true, false, 1, or 0.', flag.name, value),
    fixes: () => {
      const at = valueSpan(flag);
      return at && (isTrue || isFalse) ? [changeTo(at, isTrue ? "1" : "0")] : [];
    },
  };
}

function* checkUri(envelope: Envelope, attribute: XmlAttribute): Iterable<Report> {
  const value = knownValue(envelope, attribute);
  if (value === undefined || isAnyUri(collapsed(value))) return;
  yield { at: attributePlace(attribute), message: l10n.t('{0} is "{1}", but must be a URI.', attribute.name, value) };
}

/** Checks an encodingStyle: a list of URIs (SOAP 1.1 section 4.1.1), or one URI (SOAP 1.2 part 1 section 5.1.1). */
function* checkStyle(envelope: Envelope, style: XmlAttribute): Iterable<Report> {
  const value = knownValue(envelope, style);
  if (value === undefined || collapsed(value).split(" ").every(isAnyUri)) return;
  yield {
    at: attributePlace(style),
    message: l10n.t('{0} is "{1}", but must be a list of URIs separated by spaces.', style.name, value),
  };
}

export function* encodingStylePlace({ text, envelope }: XmlMessage): Iterable<Report> {
  if (envelope?.version !== "1.2") return;
  for (const element of elementsWithoutStyle(envelope)) {
    const style = attribute(element, envelopeNamespaces["1.2"], "encodingStyle");
    if (!style) continue;
    yield {
      at: nameSpan(style),
      // SOAP::Lite writes encodingStyle on every Envelope, and all SOAP libraries accept it.
      ...(element === envelope.element ? { severity: "warning" } : {}),
      message: l10n.t(
        "{0} isn't allowed on {1}. In SOAP 1.2 it is allowed only on header blocks, children of the Body, and elements inside them.",
        style.name,
        element.name,
      ),
      fixes: () => [removeAttributeFix(text, style)],
    };
  }
}

function* elementsWithoutStyle({ element, header, body, fault }: Envelope): Iterable<XmlElement> {
  for (const part of [element, header, body]) if (part) yield part;
  if (!fault || fault.namespace !== envelopeNamespaces["1.2"]) return;
  const detail = fault.markup.find((child) => child.kind === "element" && child.local === "Detail");
  for (const part of elementsIn([fault])) {
    if (part.namespace !== fault.namespace) continue;
    if (!detail || part.end <= detail.start || part.start >= detail.end || part === fault) yield part;
  }
}

/** All encodingStyle attributes in the envelope. Searches for the capital S, which is rarer than an e. */
function* encodingStyles({ document, version }: Envelope): Iterable<XmlAttribute> {
  for (const element of version ? elementsWith(document, "Style") : []) {
    const style = version && attribute(element, envelopeNamespaces[version], "encodingStyle");
    if (style) yield style;
  }
}

/** Returns the value of an attribute; `undefined` if it contains a variable, or if another rule reports the value. */
function knownValue({ document }: Envelope, attribute: XmlAttribute): string | undefined {
  const value = attributeValue(document, attribute);
  return value === undefined || hasVariable(value) || hasProblemAt(document, attribute) ? undefined : value;
}

/** Collapses whitespace as XML Schema does. */
function collapsed(value: string): string {
  return value.replace(/[ \t\r\n]+/g, " ").trim();
}
