import {
  type MessageSection,
  type Section,
  sectionOfReceived,
  sectionsOfSegments,
} from "../../server/src/features/support/section.ts";
import { readReceived } from "../../server/src/response/receivedMessage.ts";
import { analyze } from "../../server/src/service/languageService.ts";

/** Returns the sections of a document with requests. */
export function requestSections(text: string): readonly MessageSection[] {
  return sectionsOfSegments(analyze(text));
}

/** Returns the section of a document that shows a response. */
export function responseSections(text: string): readonly Section[] {
  return [sectionOfReceived(readReceived(text, undefined))];
}

/** Returns a request with a multipart body of two parts, the first one with this XML. */
export function multipartRequest(root: string): string {
  return [
    "POST /s HTTP/1.1",
    "Host: h",
    'Content-Type: multipart/related; boundary=b; start="<root>"; type="text/xml"',
    "",
    "--b",
    "Content-Type: text/xml",
    "Content-ID: <root>",
    "",
    root,
    "--b",
    "Content-Type: image/png",
    "Content-ID: <picture>",
    "",
    "…",
    "--b--",
  ].join("\n");
}
