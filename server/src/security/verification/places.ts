import { childElements, type Envelope } from "../../soap/envelope.ts";
import { addressingNamespace, utilityNamespace, versionOfNamespace } from "../../soap/facts.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { isSecurity, securityHeaders } from "../header.ts";

/** The parts of an envelope that a receiver acts on, each at its place. */
export interface EnvelopePlaces {
  readonly envelope: Envelope;
  /** The Body, each Timestamp and UsernameToken in `wsse:Security`, and the other header blocks. */
  readonly parts: readonly XmlElement[];
}

export function placesOf(envelope: Envelope): EnvelopePlaces {
  const blocks = envelope.headerBlocks.map(({ element }) => element).filter((one) => !isSecurity(one));
  const tokens = securityHeaders(envelope)
    .flatMap((one) => childElements(one))
    .filter((one) => isTimestamp(one) || one.local === "UsernameToken");
  return { envelope, parts: [...(envelope.body ? [envelope.body] : []), ...tokens, ...blocks] };
}

/** The parts that a signed element is or contains, if it is at its place. */
export function coveredBy({ parts }: EnvelopePlaces, element: XmlElement): readonly XmlElement[] {
  return parts.filter((part) => element.start <= part.start && part.end <= element.end);
}

/**
 * Whether a signed element looks like a part that a receiver acts on, but isn't at the place of one. An attacker may have moved it
 * there, with its signature, and put another element in its place.
 */
export function isMoved({ envelope }: EnvelopePlaces, element: XmlElement): boolean {
  const { header, body, element: root } = envelope;
  if (element === root || element === header || element === body) return false;
  if (element.parent === header) return false;
  if (element.parent && isSecurity(element.parent) && element.parent.parent === header) return false;
  const isInside = [header, body].some((one) => one && one.start <= element.start && element.end <= one.end);
  return !isInside || isPartLike(envelope, element);
}

function isPartLike({ headerBlocks, namespace }: Envelope, element: XmlElement): boolean {
  if (element.local === "Body" && versionOfNamespace(element.namespace) !== undefined) return true;
  if (isTimestamp(element) || isSecurity(element) || element.namespace === addressingNamespace) return true;
  const isForReceiver = element.attributes.some(
    (one) => one.namespace === namespace && ["mustUnderstand", "actor", "role"].includes(one.local),
  );
  return (
    isForReceiver ||
    headerBlocks.some((one) => one.element.local === element.local && one.element.namespace === element.namespace)
  );
}

function isTimestamp({ namespace, local }: XmlElement): boolean {
  return namespace === utilityNamespace && local === "Timestamp";
}
