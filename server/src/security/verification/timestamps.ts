import * as l10n from "@vscode/l10n";
import { childElements, type Envelope } from "../../soap/envelope.ts";
import { utilityNamespace } from "../../soap/facts.ts";
import { textContent } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { securityHeaders } from "../header.ts";
import { isTimestamp } from "./places.ts";

/** The Timestamps of a message whose Expires has passed. */
export function expiredTimestamps(
  envelope: Envelope,
  now: Date,
): { readonly code: "timestamp-expired"; readonly message: string; readonly at: XmlElement }[] {
  const timestamps = securityHeaders(envelope).flatMap((security) => childElements(security).filter(isTimestamp));
  return timestamps.flatMap((timestamp) => {
    const expires = expiresIn(timestamp);
    if (!expires) return [];
    const text = textContent(envelope.document, expires).trim();
    // xs:dateTime; without a time zone it is UTC (WS-Security 1.1 section 10).
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
