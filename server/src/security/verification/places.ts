import * as l10n from "@vscode/l10n";
import { childElements, type Envelope } from "../../soap/envelope.ts";
import { addressingNamespace, utilityNamespace, versionOfNamespace } from "../../soap/facts.ts";
import { textContent } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { isSecurity, securityHeaders } from "../header.ts";

/** The parts of an envelope that a receiver processes, each at its regular place. */
export interface EnvelopePlaces {
  readonly envelope: Envelope;
  /** Each Body, each Timestamp and UsernameToken in `wsse:Security`, and all other header blocks. */
  readonly parts: readonly XmlElement[];
}

export function placesOf(envelope: Envelope): EnvelopePlaces {
  const blocks = envelope.headerBlocks.map(({ element }) => element).filter((one) => !isSecurity(one));
  const tokens = securityHeaders(envelope)
    .flatMap((one) => childElements(one))
    .filter((one) => isTimestamp(one) || one.local === "UsernameToken");
  // The schema of SOAP 1.1 allows a second Body. A lax receiver may read it, with any namespace.
  const bodies = childElements(envelope.element).filter(({ local }) => local === "Body");
  return { envelope, parts: [...bodies, ...tokens, ...blocks] };
}

/** The parts that a signed element is or contains, if the element is at its regular place. */
export function coveredBy({ parts }: EnvelopePlaces, element: XmlElement): readonly XmlElement[] {
  return parts.filter((part) => element.start <= part.start && part.end <= element.end);
}

/** The unsigned parts that have the same name as a signed part: a receiver may read the wrong one. */
export function uncoveredTwins(
  { envelope, parts }: EnvelopePlaces,
  covered: ReadonlySet<XmlElement>,
): readonly XmlElement[] {
  const nameOf = (part: XmlElement) =>
    part.parent === envelope.element ? part.local : `${part.namespace} ${part.local}`;
  const signed = new Set(parts.filter((part) => covered.has(part)).map(nameOf));
  return parts.filter((part) => !covered.has(part) && signed.has(nameOf(part)));
}

/** Whether an element only looks like a part that is processed: an attacker may have moved it with its signature. */
export function isMoved({ envelope }: EnvelopePlaces, element: XmlElement): boolean {
  const { header, body, element: root } = envelope;
  if (element === root || element === header || element === body) return false;
  if (["Header", "Body"].includes(element.local) && versionOfNamespace(element.namespace) !== undefined) return true;
  const { parent } = element;
  const isInSecurity = parent !== undefined && isSecurity(parent) && parent.parent === header;
  if (isTimestamp(element)) return !isInSecurity;
  if (parent === header) return false;
  if (isBlockLike(envelope, element)) return true;
  return ![header, body].some((one) => one && one.start <= element.start && element.end <= one.end);
}

function isBlockLike({ headerBlocks, namespace }: Envelope, element: XmlElement): boolean {
  if (isSecurity(element) || element.namespace === addressingNamespace) return true;
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

export function expiredTimestamps(
  envelope: Envelope,
  now: Date,
): { readonly code: "timestamp-expired"; readonly message: string; readonly at: XmlElement }[] {
  const timestamps = securityHeaders(envelope).flatMap((security) => childElements(security).filter(isTimestamp));
  return timestamps.flatMap((timestamp) => {
    const expires = expiresIn(timestamp);
    if (!expires) return [];
    const text = textContent(envelope.document, expires).trim();
    // The form of xs:dateTime. A time without a time zone is in UTC (WS-Security 1.1 section 10).
    const time = /^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/.test(text)
      ? Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
      : Number.NaN;
    if (Number.isNaN(time) || time >= now.getTime()) return [];
    const message = l10n.t("The Timestamp expired at {0}. The response may be a replay.", text);
    return [{ code: "timestamp-expired", message, at: timestamp }];
  });
}

function expiresIn(timestamp: XmlElement): XmlElement | undefined {
  return childElements(timestamp).find((one) => one.namespace === utilityNamespace && one.local === "Expires");
}
