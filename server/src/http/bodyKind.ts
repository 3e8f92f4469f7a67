export type BodyKind = "xml" | "json" | "html" | "text" | "binary";

/** The media type is in lower case, without parameters, or "". The text decides about an Envelope and binary data. */
export function bodyKind(essence: string, text: string): BodyKind {
  const head = text.slice(0, kindSample);
  if (isEnvelope(head)) return "xml";
  const declared = declaredKind(essence);
  if (declared === "binary") return isXmlDeclared(head) ? "xml" : "binary";
  if (looksBinary(head)) return "binary";
  if (declared !== undefined && declared !== "text") return declared;
  if (isXmlDeclared(head)) return "xml";
  if (/^\s*<(?:!doctype\s+html|html)[\s>]/i.test(head)) return "html";
  return declared ?? (/^\s*[[{]/.test(head) ? "json" : "text");
}

export function declaredKind(essence: string): BodyKind | undefined {
  if (essence === "text/html" || essence === "application/xhtml+xml") return "html";
  if (/^(?:text|application)\/xml$|\+xml$/.test(essence)) return "xml";
  if (/^(?:text|application)\/json$|\+json$/.test(essence)) return "json";
  if (essence.startsWith("text/")) return "text";
  return /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)$/.test(essence)
    ? "binary"
    : undefined;
}

/** Maximum length of the examined text in UTF-16 units. */
export const kindSample = 8192;

function isEnvelope(head: string): boolean {
  return /^\s*(?:<\?[^>]*\?>\s*|<!--[^>]*-->\s*)*<(?:[\w.-]+:)?Envelope[\s/>]/.test(head);
}

function isXmlDeclared(head: string): boolean {
  return /^\s*<\?xml\s/.test(head);
}

/** Whether a text contains NUL, or consists of control characters and undecodable bytes by more than a tenth. */
function looksBinary(head: string): boolean {
  const strange = head.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g)?.length ?? 0;
  return head.includes("\0") || strange * 10 > head.length;
}
