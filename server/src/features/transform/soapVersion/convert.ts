import * as l10n from "@vscode/l10n";
import type { Message } from "../../../message/message.ts";
import { firstMessage, replace } from "../../../rules/edits.ts";
import { applyEdits, difference } from "../../../rules/fixes.ts";
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
import { attribute, attributeValue, elements, valueSpan } from "../../../xml/query.ts";
import type { XmlElement } from "../../../xml/tree.ts";
import { rewrite, type Transform, type TransformContext } from "../transform.ts";
import { encodingEdits } from "./encoding.ts";
import { faultEdits } from "./fault.ts";
import { headEdits } from "./head.ts";

/** Converts a request to the other SOAP version: envelope, Fault, media type and action. */
export function convertSoapVersion(context: TransformContext): Transform[] {
  const { message, selection } = context;
  const { envelope } = message;
  if (!envelope?.version || message.isGet) return [];
  const to = otherVersion(envelope.version);
  const title = l10n.t("Convert to SOAP {0}", to);
  const at = placeFor(message, envelope, selection);
  const refused = reasonAgainst(envelope, to);
  return [{ ...rewrite(context, title, at, () => versionEdits(message, envelope, to)), refused }];
}

/** SOAP 1.1 section 4 allows elements after the Body, SOAP 1.2 part 1 section 5.1 doesn't. */
function reasonAgainst({ element, body }: Envelope, to: SoapVersion): string | undefined {
  const last = childElements(element).at(-1);
  if (to === "1.1" || !body || !last || last.start <= body.start) return undefined;
  return l10n.t("{0} comes after the Body, where SOAP 1.2 doesn't allow it.", last.name);
}

/** The selected place: the request line, a header with the version, or the Envelope's start tag. */
function placeFor(message: Message, { element }: Envelope, selection: Span): Span {
  const lines = ["content-type", "soapaction"].flatMap((name) => message.fieldsNamed(name).map(({ line }) => line));
  const places: readonly Span[] = [...lines, { start: element.start, end: element.startTagEnd }];
  const first = message.syntax.requestLine ?? message.syntax.first;
  return places.find(({ start, end }) => start <= selection.end && selection.start <= end) ?? first;
}

/** The edits that convert a request to the other SOAP version. */
export function versionEdits(message: Message, envelope: Envelope, to: SoapVersion): readonly Edit[] {
  const body = envelopeEdits(envelope, to);
  return [...headEdits(message, to), ...(envelope.fault ? withFault(message, body, to) : body)];
}

/** Converts the Fault after the edits inside it. */
function withFault(message: Message, edits: readonly Edit[], to: SoapVersion): readonly Edit[] {
  const text = applyEdits(message.text, edits);
  const changed = firstMessage(text, message.scope)?.envelope;
  return difference(message.text, changed ? applyEdits(text, faultEdits(changed, to)) : text);
}

function envelopeEdits(envelope: Envelope, to: SoapVersion): readonly Edit[] {
  const own = [...ownElements(envelope)];
  return [
    ...own.flatMap((element) => declarationEdits(envelope, element, to)),
    ...envelope.headerBlocks.flatMap(({ element }) => headerBlockEdits(envelope, element, to)),
    ...encodingEdits(envelope, own, to),
  ];
}

/** All elements except those of an inner envelope, which is data. */
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
    const at = one.namespace === XMLNS_NAMESPACE ? valueSpan(one) : undefined;
    const names = [envelopeNamespaces, encodingNamespaces].find((all) => all[from] === attributeValue(document, one));
    return at && names ? replace(at, names[to]) : [];
  });
}

/** For the ultimate receiver, SOAP 1.2 has a role (part 1 section 2.2), and SOAP 1.1 no actor. */
function headerBlockEdits({ document }: Envelope, element: XmlElement, to: SoapVersion): Edit[] {
  const from = otherVersion(to);
  const edits = blockEdits(document, element, from, to);
  const role = to === "1.1" ? attribute(element, envelopeNamespaces[from], "role") : undefined;
  if (!role || attributeValue(document, role)?.trim() !== ultimateReceiver) return edits;
  const removal = removeAttribute(document.text, role);
  return [...edits.filter(({ start, end }) => end <= removal.start || start >= removal.end), removal];
}
