import * as l10n from "@vscode/l10n";
import { parseDocument } from "../../../document.ts";
import { Message } from "../../../message.ts";
import { remove } from "../../../rules/edits.ts";
import { applyEdits, completeFix, difference } from "../../../rules/fixes.ts";
import type { Edit } from "../../../rules/rule.ts";
import { blockEdits } from "../../../rules/soap/attributes.ts";
import { removeAttribute } from "../../../rules/soap/xmlMessage.ts";
import { childElements, type Envelope } from "../../../soap/envelope.ts";
import {
  encodingNamespaces,
  envelopeNamespaces,
  otherVersion,
  type SoapVersion,
  ultimateReceiver,
  versionOfNamespace,
} from "../../../soap/facts.ts";
import type { Span } from "../../../text/span.ts";
import { XMLNS_NAMESPACE } from "../../../xml/names.ts";
import { attributeValue, elements } from "../../../xml/query.ts";
import type { XmlElement } from "../../../xml/tree.ts";
import { inDocument, type Transform, type TransformContext } from "../transform.ts";
import { encodingEdits } from "./encoding.ts";
import { faultEdits } from "./fault.ts";
import { headEdits } from "./head.ts";

/** The whole request in the other SOAP version: envelope, Fault, media type and action. */
export function convertSoapVersion({ message, section, selection }: TransformContext): Transform[] {
  const { envelope } = message;
  if (!envelope?.version || message.isGet) return [];
  const to = otherVersion(envelope.version);
  const refused = whyNot(envelope, to);
  return [
    {
      title: l10n.t("Convert to SOAP {0}", to),
      kind: "rewrite",
      at: placeFor(message, envelope, selection),
      edits: () => (refused === undefined ? inDocument(section, completed(message, envelope, to)) : []),
      ...(refused === undefined ? {} : { refused }),
    },
  ];
}

/** SOAP 1.1 section 4 lets elements follow the Body, SOAP 1.2 part 1 section 5.1 doesn't. */
function whyNot({ element, body }: Envelope, to: SoapVersion): string | undefined {
  const last = childElements(element).at(-1);
  if (to === "1.1" || !body || !last || last.start <= body.start) return undefined;
  return l10n.t("{0} comes after the Body, where SOAP 1.2 doesn't allow it.", last.name);
}

/** The request line, the fields that say the version, or the Envelope's start tag: whichever is selected. */
function placeFor(message: Message, { element }: Envelope, selection: Span): Span {
  const lines = ["content-type", "soapaction"].flatMap((name) => message.fieldsNamed(name).map(({ line }) => line));
  const places: readonly Span[] = [...lines, { start: element.start, end: element.startTagEnd }];
  const first = message.request.line ?? message.request.first;
  return places.find(({ start, end }) => start <= selection.end && selection.start <= end) ?? first;
}

function completed(message: Message, envelope: Envelope, to: SoapVersion): readonly Edit[] {
  const edits = envelopeEdits(envelope, to);
  const ofBody = envelope.fault ? withFault(message, edits, to) : edits;
  return completeFix(message, { edits: [...headEdits(message, to), ...ofBody] });
}

/** A Fault is written anew, with what has changed inside of it. */
function withFault(message: Message, edits: readonly Edit[], to: SoapVersion): readonly Edit[] {
  const text = applyEdits(message.text, edits);
  const segment = parseDocument(text).segments[0]?.segment;
  const changed = segment?.request && new Message(segment, segment.request, message.scope).envelope;
  return difference(message.text, changed ? applyEdits(text, faultEdits(changed, to)) : text);
}

/** What turns an envelope into one of the other version, its Fault left as it is. Spans as in its tree. */
function envelopeEdits(envelope: Envelope, to: SoapVersion): readonly Edit[] {
  const own = [...ownElements(envelope)];
  return [
    ...own.flatMap((element) => declarationEdits(envelope, element, to)),
    ...envelope.headerBlocks.flatMap(({ element }) => headerBlockEdits(envelope, element, to)),
    ...encodingEdits(envelope, own, to),
  ];
}

/** All elements but those of an envelope that is itself the content of this one: that is data. */
function* ownElements({ document, element: root }: Envelope): Generator<XmlElement, void, void> {
  let end = 0;
  for (const element of elements(document)) {
    if (element.start < end) continue;
    if (element !== root && element.local === "Envelope" && versionOfNamespace(element.namespace)) end = element.end;
    else yield element;
  }
}

function declarationEdits({ document }: Envelope, { attributes }: XmlElement, to: SoapVersion): Edit[] {
  const from = otherVersion(to);
  return attributes.flatMap((one) => {
    if (one.namespace !== XMLNS_NAMESPACE || one.valueStart < 0) return [];
    const value = attributeValue(document, one);
    const names = [envelopeNamespaces, encodingNamespaces].find((namespaces) => namespaces[from] === value);
    return names ? [{ start: one.valueStart, end: one.valueEnd, newText: names[to] }] : [];
  });
}

/** SOAP 1.1 says by the absence of an actor what SOAP 1.2 has a role for (SOAP 1.2 part 1 section 2.2). */
function headerBlockEdits({ document }: Envelope, element: XmlElement, to: SoapVersion): Edit[] {
  const from = otherVersion(to);
  const edits = blockEdits(document, element, from, to);
  const last =
    to === "1.1"
      ? element.attributes.find(
          (one) =>
            one.local === "role" &&
            one.namespace === envelopeNamespaces[from] &&
            attributeValue(document, one)?.trim() === ultimateReceiver,
        )
      : undefined;
  if (!last) return edits;
  const gone = remove(removeAttribute(document.text, last));
  return [...edits.filter(({ start, end }) => end <= gone.start || start >= gone.end), gone];
}
