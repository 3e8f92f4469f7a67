import { type HoverParams, type Hover as LspHover, MarkupKind } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { segmentAt } from "../document.ts";
import { type Hover, hover } from "../features/hover/hover.ts";
import { hoverResponse, type ShownResponse } from "../features/hover/response.ts";
import { parameter } from "../http/mediaType.ts";
import { messageOf } from "../languageService.ts";
import { readReceived } from "../response/received.ts";
import { findCharset } from "../text/charset.ts";
import { shift } from "../text/span.ts";
import { toRange } from "./documents.ts";
import { guarded, type LspFeature, type Opened } from "./feature.ts";

/** What a header, an element, a character … means, in requests and in responses. */
export const hovers: LspFeature = {
  capabilities: { hoverProvider: true },
  register: ({ connection, handler, openResponse }) => {
    const ofRequest = handler<HoverParams, LspHover | null>(null, (opened, { position }) =>
      requestHover(opened, opened.document.offsetAt(position)),
    );
    const shown = new ShownResponses();
    connection.onHover((params, token) => {
      const document = openResponse(params.textDocument.uri);
      if (!document) return ofRequest(params, token);
      return guarded<LspHover | null>(connection, null, () =>
        toHover(document, hoverResponse(shown.of(document), document.offsetAt(params.position))),
      );
    });
  },
};

function requestHover({ document, analysis }: Opened, offset: number): LspHover | null {
  const placed = segmentAt(analysis.document, offset);
  if (!placed) return null;
  const { segment, start } = placed;
  const message = messageOf(analysis, segment);
  const found = hover({ segment, message, scope: analysis.scope }, offset - start);
  return toHover(document, found && { ...found, ...shift(found, start) });
}

function toHover(document: TextDocument, found: Hover | undefined): LspHover | null {
  if (!found) return null;
  return { contents: { kind: MarkupKind.Markdown, value: found.markdown }, range: toRange(document, found) };
}

/** The response that was hovered over last: the mouse moves on in the same document. */
class ShownResponses {
  private last: { readonly uri: string; readonly version: number; readonly response: ShownResponse } | undefined;

  of(document: TextDocument): ShownResponse {
    const { uri, version } = document;
    if (this.last?.uri === uri && this.last.version === version) return this.last.response;
    const response = readShown(document.getText());
    this.last = { uri, version, response };
    return response;
  }
}

/** A response for hovering: what its text alone tells. */
export function readShown(text: string): ShownResponse {
  const { response, contentType, anyXml: xml } = readReceived(text, undefined);
  const declared = xml?.declaration?.encoding;
  const name =
    parameter(contentType?.mediaType, "charset")?.value ?? (declared && text.slice(declared.start, declared.end));
  return { ...response, xml, charset: findCharset(name ?? "utf-8")?.charset };
}
