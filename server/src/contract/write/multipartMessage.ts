import { mediaTypes, type SoapVersion } from "../../soap/facts.ts";
import { fromBase64, toBinary } from "../../text/base64.ts";
import { lines, type Snippet, stop } from "../../text/snippet.ts";
import type { BoundMessage, MimeContent } from "../../wsdl/model.ts";
import { isLocalName } from "../../xml/characters.ts";
import type { QName } from "../../xsd/components.ts";
import type { SampleElement } from "./sampleElement.ts";

interface Part {
  /** Content-ID without the angle brackets. */
  readonly id: string;
  readonly type: string;
  readonly content: string;
}

/** The boundary is a constant text that appears in no line of a message. */
const boundary = "soaphttp-part-boundary";
const rootId = "envelope@example.com";
const include: QName = { namespace: "http://www.w3.org/2004/08/xop/include", local: "Include" };

/** Binary values of an envelope that become parts of a multipart message (XML-binary Optimized Packaging). */
export class OptimizedParts {
  readonly all: Part[] = [];

  /** Moves a Base64 value to a part, and returns the reference to it; undefined if the bytes aren't text. */
  replace(base64: string, { local }: QName): SampleElement | undefined {
    const isCanonical = base64.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(base64);
    const content = isCanonical ? toBinary(fromBase64(base64)) : "";
    if (!/^[ -~]+$/.test(content)) return undefined;
    const id = `${local.replace(/[^\w.-]/g, "_")}-${this.all.length + 1}@example.com`;
    this.all.push({ id, type: "application/octet-stream", content });
    const href = { name: { namespace: "", local: "href" }, value: `cid:${id}`, fixed: true };
    return { name: include, attributes: [href], content: [], inline: true };
  }
}

/** The parts of a MIME binding (WSDL 1.1 section 5.4), with the Content-ID of the WS-I Attachments Profile 1.0, R2933. */
export function attachedParts(message: BoundMessage | undefined): readonly Part[] {
  return (message?.attachments ?? []).map(({ name, alternatives }): Part => {
    const part = alternatives[0]?.part?.name ?? name ?? "part";
    return { id: `${encodeURIComponent(part)}=1@example.com`, ...sampleContent(alternatives, part) };
  });
}

/** Sample content in the first media type without a wildcard: XML or a text with the name of the part. */
export function sampleContent(alternatives: readonly MimeContent[], part: string): Pick<Part, "type" | "content"> {
  const type = alternatives.find((one) => !one.type.includes("*"))?.type ?? "application/octet-stream";
  return { type, content: /[/+]xml$/i.test(type) ? `<${isLocalName(part) ? part : "part"}/>` : part };
}

/** A multipart/related message: MTOM if its envelope may refer to parts, else SOAP with Attachments. */
export function multipartMessage(
  envelope: Snippet,
  parts: readonly Part[],
  {
    version,
    action,
    optimized,
  }: { readonly version: SoapVersion; readonly action: string; readonly optimized: boolean },
): { readonly contentType: string; readonly body: Snippet } {
  const soapType = mediaTypes[version];
  const type = optimized ? "application/xop+xml" : soapType;
  const rootType = optimized ? `${type}; charset=utf-8; type="${soapType}"` : `${type}; charset=utf-8`;
  const startInfo = optimized ? `; start-info="${soapType}"` : "";
  const stops = envelope.filter((piece) => typeof piece !== "string").length;
  const head = (contentType: string, encoding: string, id: string) => [
    `--${boundary}`,
    `Content-Type: ${contentType}`,
    `Content-Transfer-Encoding: ${encoding}`,
    `Content-ID: <${id}>`,
    "",
  ];
  return {
    contentType: `multipart/related; boundary="${boundary}"; type="${type}"; start="<${rootId}>"${startInfo}${action}`,
    body: lines([
      ...head(rootType, "8bit", rootId),
      envelope,
      ...parts.flatMap((part, at) => [...head(part.type, "binary", part.id), [stop(stops + at + 1, part.content)]]),
      `--${boundary}--`,
    ]),
  };
}
