import { joinedBytes } from "../text/bytes.ts";
import { decodeText } from "../text/decode.ts";
import type { TextEdit } from "../text/edits.ts";
import { encodePart, readFileBody } from "../text/fileBody.ts";
import type { Span } from "../text/span.ts";
import { baseOf, deviceUri, isDeviceDescription, scpdReferences, servicesOf, textIn } from "../wsdl/upnp/vocabulary.ts";
import { resolveUri } from "../xsd/declarations.ts";
import type { SourceDocument, SourceElement } from "../xsd/document.ts";

export interface Location {
  /** The absolute URI without a fragment. */
  readonly uri: string;
  readonly span: Span;
  /** `address`: the address of a service, which stays an absolute address when the document is saved elsewhere. */
  readonly kind: "document" | "address";
  readonly source?: SourceElement;
}

/** The places where a document refers to other documents, in the order of the text. */
export function locationsIn(document: SourceDocument): readonly Location[] {
  const { uri, root } = document;
  if (root && isDeviceDescription(root)) return locationsOfDevice(root);
  const locations: Location[] = [];
  const open: SourceElement[] = root ? [root] : [];
  for (let current = open.pop(); current; current = open.pop()) {
    if (/^(?:import|include|redefine)$/.test(current.local)) {
      const location = current.attributes.get("schemaLocation") ?? current.attributes.get("location");
      const target = location && resolveUri(location.value.trim(), uri)?.split("#", 1)[0];
      if (location && target !== undefined)
        locations.push({ uri: target, span: location.span, kind: "document", source: current });
    }
    // The components of a schema never refer to documents, so their content isn't searched.
    if (current.parent?.local !== "schema") for (const child of current.children.toReversed()) open.push(child);
  }
  return locations;
}

/** The locations in a device description. The paths of the SCPDs are relative to the file here, so `URLBase` isn't used. */
function locationsOfDevice(root: SourceElement): readonly Location[] {
  const base = baseOf(root);
  const written = textIn(root, "URLBase");
  const scpds = scpdReferences(root).flatMap(({ uri, span }): Location[] =>
    uri === undefined ? [] : [{ uri, span, kind: "document" }],
  );
  const controls = servicesOf(root).flatMap((service): Location[] => {
    const control = textIn(service, "controlURL");
    const uri = control && deviceUri(base, control.value);
    return control && uri ? [{ uri, span: control.span, kind: "address" }] : [];
  });
  const all = [...(written ? [{ uri: "", span: written.span, kind: "address" } as const] : []), ...scpds, ...controls];
  return all.sort((a, b) => a.span.start - b.span.start);
}

/**
 * The bytes of a document with replaced texts; all other bytes stay the same. Unchanged if the bytes aren't valid in the
 * document's charset.
 * @param edits spans in the document's text, in its order
 */
export function withTexts(document: SourceDocument, bytes: Uint8Array, edits: readonly TextEdit[]): Uint8Array {
  const changes = edits.filter(({ start, end, newText }) => newText !== document.text.slice(start, end));
  if (changes.length === 0) return bytes;
  const { charset, hasMark } = decodeText(bytes);
  const mark = hasMark ? charset.byteLength("\ufeff") : 0;
  const { text, offsets } = readFileBody(bytes.subarray(mark), charset, false);
  if (text !== document.text) return bytes;
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, newText } of changes) {
    pieces.push(bytes.subarray(from, mark + (offsets[start] ?? 0)), encodePart(newText, charset));
    from = mark + (offsets[end] ?? 0);
  }
  pieces.push(bytes.subarray(from));
  return joinedBytes(pieces);
}
