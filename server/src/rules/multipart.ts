import * as l10n from "@vscode/l10n";
import { type MediaType, mediaTypeOfFile, type Parameter, parameter } from "../http/mediaType.ts";
import { type Multipart, partOf } from "../http/multipart.ts";
import { replacedFileParts } from "../message/fileParts.ts";
import type { Field, Message } from "../message/message.ts";
import { mediaTypes, type SoapVersion } from "../soap/facts.ts";
import { percentDecoded } from "../text/escapes.ts";
import { type Span, shift, slice } from "../text/span.ts";
import { trimTrailing } from "../text/trailing.ts";
import { elements, valueSpan } from "../xml/query.ts";
import type { XmlAttribute, XmlDocument } from "../xml/tree.ts";
import { addParameterFix, changeTo, insertFix, lineEndsFix } from "./edits.ts";
import { type Report, type Rule, rule, withTraits } from "./rule.ts";

/** Rules for the multipart body of a POST request: MTOM/XOP and SOAP with Attachments. */
export const multipartRules: readonly Rule[] = [
  multipartRule("multipart-boundary-missing", "RFC 2046 section 5.1.1", boundaryMissing),
  multipartRule("multipart-boundary-not-found", "RFC 2046 section 5.1.1", boundaryNotFound),
  multipartRule("multipart-unclosed", "RFC 2046 section 5.1.1", unclosed),
  multipartRule("multipart-part-header", "RFC 2046 section 5.1", partHeader),
  multipartRule("multipart-line-ends", "RFC 2046 section 5.1.1", lineEnds),
  ...withTraits({ ofSoap: true }, [
    multipartRule("multipart-start", "RFC 2387 section 3.2", rootMissing),
    multipartRule("multipart-type", "RFC 2387 section 3.1", rootType),
    multipartRule("multipart-start-info", "MTOM section 4.2; RFC 3902", startInfo),
    multipartRule("multipart-cid-unknown", "RFC 2392; XOP section 2.1", cidUnknown),
  ]),
  rule("multipart-boundary-in-file", "error", "RFC 2046 section 5.1.1", boundaryInFile, { preventsSending: true }),
  multipartRule("multipart-file-replaced", "the .soaphttp format", fileReplaced),
  rule("multipart-part-type", "information", "RFC 2046 section 5.1", partType),
];

interface MultipartMessage {
  readonly multipart: Multipart;
  readonly field: Field;
  readonly mediaType: MediaType;
  readonly message: Message;
}

function multipartRule(code: string, source: string, check: (message: MultipartMessage) => Iterable<Report>): Rule {
  return rule(code, "error", source, (message) => {
    const { multipart, contentType, isPost } = message;
    return multipart && contentType && isPost ? check({ multipart, ...contentType, message }) : [];
  });
}

function* boundaryMissing({ multipart, field, mediaType, message }: MultipartMessage): Iterable<Report> {
  if (multipart.boundary !== undefined) return;
  const boundary = otherBoundary(multipart, message);
  const named = parameter(mediaType, "boundary");
  yield {
    at: field.value.at(named ?? mediaType.essenceSpan),
    message: l10n.t(
      "Missing boundary parameter. A multipart Content-Type must specify the line that separates the parts.",
    ),
    fixes: () => (boundary && !named ? [addParameterFix(field, `boundary="${boundary}"`)] : []),
  };
}

function* boundaryNotFound({ multipart, field, mediaType, message }: MultipartMessage): Iterable<Report> {
  const { boundary, otherBoundary: other, parts } = multipart;
  const named = parameter(mediaType, "boundary");
  if (boundary === undefined || !named || parts.length > 0 || !message.hasBody) return;
  const possible = otherBoundary(multipart, message);
  const at = field.value.at(named.valueSpan);
  yield {
    at,
    message: l10n.t("The boundary line --{0} isn't in the body.", boundary),
    ...(other ? { related: [{ at: other, message: l10n.t("Possible boundary line") }] } : {}),
    fixes: () => (possible ? [changeTo(at, `"${possible}"`, possible)] : []),
  };
}

/** Another boundary that the body seems to use. */
function otherBoundary({ otherBoundary: line }: Multipart, message: Message): string | undefined {
  return line && message.slice(line).slice("--".length).trimEnd();
}

function* unclosed({ multipart, message: { text } }: MultipartMessage): Iterable<Report> {
  const { boundary = "", parts, close } = multipart;
  const last = parts.at(-1);
  if (!last || close) return;
  yield {
    at: last.delimiter,
    message: l10n.t("The last part isn't closed. Insert the line --{0}-- after it.", boundary),
    fixes: () => {
      const end = trimTrailing(text.slice(0, last.end), "\r\n").length;
      const lineBreak = text.startsWith("\r\n", last.delimiter.end) ? "\r\n" : "\n";
      return [insertFix(end, `${lineBreak}--${boundary}--`, `--${boundary}--`)];
    },
  };
}

function* partHeader({ multipart }: MultipartMessage): Iterable<Report> {
  for (const { headerLines, body, delimiter } of multipart.parts) {
    for (const line of headerLines) {
      if (line.kind !== "malformed") continue;
      yield {
        at: line,
        message: l10n.t("Missing colon. A part must start with headers (Name: value) and an empty line."),
      };
    }
    if (!body) {
      yield {
        at: delimiter,
        message: l10n.t("Missing empty line after the headers of this part. Without it, the part has no content."),
      };
    }
  }
}

function* lineEnds({ multipart, message: { text } }: MultipartMessage): Iterable<Report> {
  const bad = multipart.parts.find((part) => text.charCodeAt(part.delimiter.end) === 0x0a);
  if (!bad) return;
  yield {
    at: bad.delimiter,
    message: l10n.t(
      "The boundary line ends with LF. Boundary lines and part headers must end with CRLF, or services won't find the parts.",
    ),
    fixes: () => [lineEndsFix("\r\n")],
  };
}

function* rootMissing({ multipart: { parts }, field, mediaType }: MultipartMessage): Iterable<Report> {
  const start = parameter(mediaType, "start");
  if (!start || parts.length === 0) return;
  const id = start.value.replace(/^<|>$/g, "");
  if (parts.some((part) => part.contentId?.id === id)) return;
  const first = parts[0]?.contentId;
  const at = field.value.at(start.valueSpan);
  yield {
    at,
    message: l10n.t("No part has the Content-ID {0} specified by start.", start.value),
    ...(first ? { related: [{ at: first.value, message: l10n.t("Content-ID of the first part") }] } : {}),
    fixes: () => (first ? [changeTo(at, `"<${first.id}>"`, `<${first.id}>`)] : []),
  };
}

function* rootType({ multipart: { root }, field, mediaType, message }: MultipartMessage): Iterable<Report> {
  const essence = root?.contentType?.mediaType.essence;
  const named = parameter(mediaType, "type");
  if (!named) {
    const expected = essence ?? mediaTypes[message.envelope?.version ?? "1.1"];
    yield {
      at: field.value.at(mediaType.essenceSpan),
      message: l10n.t("Missing type parameter. multipart/related must specify the media type of its root part."),
      fixes: () => [addParameterFix(field, `type="${expected}"`)],
    };
  } else if (root?.contentType && essence && named.value.toLowerCase() !== essence) {
    const at = field.value.at(named.valueSpan);
    yield {
      at,
      message: l10n.t("The type parameter is {0}, but the media type of the root part is {1}.", named.value, essence),
      related: [{ at: root.contentType.value, message: l10n.t("Content-Type of the root part") }],
      fixes: () => [changeTo(at, `"${essence}"`, essence)],
    };
  }
}

const xop = "application/xop+xml";

function* startInfo({ multipart: { root }, field, mediaType, message }: MultipartMessage): Iterable<Report> {
  const version = message.envelope?.version;
  const part = root?.contentType;
  const isXop = part?.mediaType.essence === xop || parameter(mediaType, "type")?.value.toLowerCase() === xop;
  if (!version || !isXop) return;
  const info = parameter(mediaType, "start-info");
  if (info) yield* checkMediaType(info, version, field.value.at(info.valueSpan));
  else {
    const expected = mediaTypes[version];
    yield {
      at: field.value.at(mediaType.essenceSpan),
      message: l10n.t(
        'Missing start-info parameter. An MTOM message must specify the SOAP media type, here "{0}".',
        expected,
      ),
      fixes: () => [addParameterFix(field, `start-info="${expected}"`)],
    };
  }
  const inner = parameter(part?.mediaType, "type");
  if (part && inner) yield* checkMediaType(inner, version, shift(inner.valueSpan, part.value.start));
}

/** Checks a parameter whose value must be the SOAP media type of the envelope. */
function* checkMediaType({ name, value }: Parameter, version: SoapVersion, at: Span): Iterable<Report> {
  const expected = mediaTypes[version];
  // Some SOAP libraries write the action into start-info: `application/soap+xml; action="…"`.
  if (value.replace(/;.*/s, "").trim().toLowerCase() === expected) return;
  yield {
    at,
    message: l10n.t(
      "{0} is {1}, but the envelope is SOAP {2}, whose media type is {3}.",
      name,
      value,
      version,
      expected,
    ),
    fixes: () => [changeTo(at, `"${expected}"`, expected)],
  };
}

function* cidUnknown({ multipart, message: { xml, text } }: MultipartMessage): Iterable<Report> {
  const others = multipart.parts.filter((part) => part !== multipart.root);
  const ids = others.flatMap(({ contentId }) => contentId?.id ?? []).slice(0, 3);
  for (const { attribute, cid } of xml ? cidReferences(text, xml) : []) {
    if (partOf(multipart, cid)) continue;
    const at = { start: attribute.valueStart, end: attribute.valueEnd };
    yield {
      at,
      message: l10n.t("No part has the Content-ID <{0}>.", cid),
      fixes: () => ids.map((id) => changeTo(at, `cid:${id}`)),
    };
  }
}

function* boundaryInFile({ multipart, inserted }: Message): Iterable<Report> {
  for (const { start, end, shown, holdsBoundary } of inserted) {
    if (!holdsBoundary) continue;
    yield {
      at: { start, end },
      message: l10n.t(
        "{0} contains the boundary line --{1}, which would end the part there. Choose another boundary.",
        shown,
        multipart?.boundary ?? "",
      ),
    };
  }
}

function* fileReplaced({ multipart, message }: MultipartMessage): Iterable<Report> {
  for (const at of replacedFileParts(message, multipart)) {
    const sign = { start: at.start, end: at.start + "<@".length };
    yield {
      at: sign,
      message: l10n.t("A part is a file only with <. Variables are replaced only in a file that is the whole body."),
      fixes: () => [changeTo(sign, "<")],
    };
  }
}

function* partType({ text, inserted }: Message): Iterable<Report> {
  for (const { start, end, shown, part, content } of inserted) {
    if (!part || part.contentType) continue;
    yield {
      at: { start, end },
      message: l10n.t("The part with {0} has no Content-Type, so services read it as text/plain.", shown),
      fixes: () => {
        const header = `Content-Type: ${mediaTypeOfFile(shown)}`;
        const last = part.headerLines.at(-1);
        const lineBreak = text.slice(part.delimiter.end, content.start).startsWith("\r\n") ? "\r\n" : "\n";
        return [insertFix((last ?? part.delimiter).end, `${lineBreak}${header}`, header)];
      },
    };
  }
}

/** Returns the `href` attributes whose value is a `cid:` URI, with the Content-ID in the URI. */
export function* cidReferences(
  text: string,
  xml: XmlDocument,
): Iterable<{ readonly attribute: XmlAttribute; readonly cid: string }> {
  for (const { attributes } of elements(xml)) {
    for (const attribute of attributes) {
      const span = attribute.local === "href" ? valueSpan(attribute) : undefined;
      const value = span ? slice(text, span) : "";
      if (/^cid:/i.test(value)) yield { attribute, cid: percentDecoded(value.slice("cid:".length)) };
    }
  }
}
