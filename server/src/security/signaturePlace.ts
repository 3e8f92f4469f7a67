import { type Envelope, readEnvelope } from "../soap/envelope.ts";
import { memoized } from "../text/memoized.ts";
import { contains, type Span } from "../text/span.ts";
import { elementAt } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { isSecurity, securityHeaders } from "./header.ts";

export interface Unsigned {
  readonly document: XmlDocument;
  /** Span of the placeholder, as an offset in the document. */
  readonly at: Span;
  readonly all: readonly Span[];
}

export interface SignaturePlace {
  readonly document: XmlDocument;
  /** Envelope of a SOAP message; undefined for other XML. */
  readonly envelope: Envelope | undefined;
  readonly parent: XmlElement;
  /** Whether the parent is the header block `wsse:Security` and the signature is its last element. */
  readonly isInSecurity: boolean;
}

export type PlaceProblem = "outside" | "not-last" | "ill-formed" | "dtd";

export function contentPlace({
  document,
  at,
}: Pick<Unsigned, "document" | "at">): SignaturePlace | { readonly why: Exclude<PlaceProblem, "not-last"> } {
  const parent = elementAt(document, at.start);
  const own = parent?.children.find((child) => contains(child, at));
  if (!parent || own?.kind !== "text") return { why: "outside" };
  if (document.doctype) return { why: "dtd" };
  if (document.problems.length > 0) return { why: "ill-formed" };
  const envelope = readEnvelope(document);
  const isInSecurity = envelope !== undefined && isSecurity(parent) && securityHeaders(envelope).includes(parent);
  return { document, envelope, parent, isInSecurity };
}

/** The surroundings of a signature. In `wsse:Security`, only whitespace, comments and other placeholders may follow it. */
export function placeOf(unsigned: Unsigned): SignaturePlace | { readonly why: PlaceProblem } {
  const place = contentPlace(unsigned);
  if ("why" in place || !place.isInSecurity) return place;
  const isLast = lastContent(place.document, place.parent, unsigned.all) <= unsigned.at.start;
  return isLast ? place : { why: "not-last" };
}

/**
 * For each security header, the end of the last content that isn't whitespace, a comment or a placeholder. Computed
 * once for all placeholders of a document, because there may be thousands.
 */
const lastContents = memoized((_: Unsigned["all"]) => new Map<XmlElement, number>());

function lastContent({ text }: XmlDocument, security: XmlElement, placeholders: Unsigned["all"]): number {
  const content = lastContents(placeholders).get(security);
  if (content !== undefined) return content;
  const comments = security.children.filter(({ kind }) => kind === "comment");
  let end = security.endTag?.start ?? security.end;
  let last: number | undefined;
  for (const span of [...placeholders, ...comments].sort((a, b) => b.start - a.start)) {
    if (span.end > end || last !== undefined) continue;
    const between = text.slice(span.end, end).trimEnd();
    if (between !== "") last = span.end + between.length;
    end = span.start;
  }
  last ??= security.start + text.slice(security.start, end).trimEnd().length;
  lastContents(placeholders).set(security, last);
  return last;
}
