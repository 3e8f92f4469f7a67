import {
  type RequestSection,
  type Section,
  sectionOfResponse,
  sectionsOfRequests,
} from "../../server/src/features/support/section.ts";
import { analyze } from "../../server/src/languageService.ts";
import { readReceived } from "../../server/src/response/received.ts";

/** A document of requests, as the features that follow structure see it. */
export function requestSections(text: string): readonly RequestSection[] {
  return sectionsOfRequests(analyze(text));
}

/** The document that shows a response, as they see it. */
export function responseSections(text: string): readonly Section[] {
  return [sectionOfResponse(readReceived(text, undefined))];
}

/** A request with a multipart body of two parts, the first of which is this XML. */
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
