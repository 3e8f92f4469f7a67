import * as l10n from "@vscode/l10n";
import { parseDocument } from "../../../document.ts";
import { Message } from "../../../message.ts";
import { applyEdits, completeFix, difference } from "../../../rules/fixes.ts";
import type { Edit } from "../../../rules/rule.ts";
import { childElements, type Envelope } from "../../../soap/envelope.ts";
import { otherVersion, type SoapVersion } from "../../../soap/facts.ts";
import type { Span } from "../../../text/span.ts";
import { inDocument, type Transform, type TransformContext } from "../transform.ts";
import { envelopeEdits } from "./envelope.ts";
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
