import { type Envelope, readEnvelope } from "../soap/envelope.ts";
import { memoized } from "../text/memoized.ts";
import { contains, type Span } from "../text/span.ts";
import { elementAt } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { isSecurity, securityHeaders } from "./header.ts";

/** A text with `{{$signature …}}` in it. */
export interface Unsigned {
  readonly document: XmlDocument;
  /** The placeholder, and all placeholders of signatures and encryptions. Offsets as in the document. */
  readonly at: Span;
  readonly all: readonly Span[];
}

/** Where a signature is. */
export interface SignaturePlace {
  readonly document: XmlDocument;
  /** Of a SOAP message. */
  readonly envelope: Envelope | undefined;
  readonly parent: XmlElement;
  /** Whether the parent is a header block `wsse:Security`, in which it is the last element. */
  readonly isInSecurity: boolean;
}

export type PlaceProblem = "outside" | "not-last" | "ill-formed" | "dtd";

/** The place in the content of an element. */
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

/** The place of a signature. In `wsse:Security`, only whitespace, comments and other placeholders may follow. */
export function placeOf(unsigned: Unsigned): SignaturePlace | { readonly why: PlaceProblem } {
  const place = contentPlace(unsigned);
  if ("why" in place || !place.isInSecurity) return place;
  const isLast = lastContent(place.document, place.parent, unsigned.all) <= unsigned.at.start;
  return isLast ? place : { why: "not-last" };
}

/**
 * Where the last content of each security header ends that isn't whitespace, a comment or a placeholder. For all
 * placeholders of a document at once, because there may be thousands.
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
