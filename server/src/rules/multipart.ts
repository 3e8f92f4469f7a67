import * as l10n from "@vscode/l10n";
import { type Parameter, parameter } from "../http/mediaType.ts";
import { type Multipart, type Part, partOf } from "../http/multipart.ts";
import type { ContentType, Message } from "../message.ts";
import { mediaTypes } from "../soap/facts.ts";
import type { Span } from "../text/span.ts";
import { trimTrailing } from "../text/trailing.ts";
import { walk } from "../xml/query.ts";
import type { XmlAttribute } from "../xml/tree.ts";
import { insert, replace } from "./edits.ts";
import type { Report, Rule } from "./rule.ts";

/*
 * MTOM/XOP (multipart/related with an application/xop+xml root) and SOAP with Attachments, written as text.
 */

const xop = "application/xop+xml";

/** A rule that acts on a multipart body alone. */
function multipartRule(
  code: string,
  source: string,
  find: (multipart: Multipart, contentType: ContentType, message: Message) => Iterable<Report>,
): Rule {
  return {
    code,
    severity: "error",
    source,
    *check(message) {
      const { multipart, contentType } = message;
      if (multipart && contentType && message.isPost) yield* find(multipart, contentType, message);
    },
  };
}

const boundaryMissing = multipartRule(
  "multipart-boundary-missing",
  "RFC 2046 section 5.1.1",
  function* (multipart, { field, mediaType }, { text }) {
    if (multipart.boundary !== undefined) return;
    const found =
      multipart.otherBoundary && text.slice(multipart.otherBoundary.start + 2, multipart.otherBoundary.end).trimEnd();
    yield {
      at: field.value.at(parameter(mediaType, "boundary") ?? mediaType.essenceSpan),
      message: l10n.t(
        "Missing boundary parameter. A multipart Content-Type must specify the line that separates the parts.",
      ),
      fixes: () =>
        found && !parameter(mediaType, "boundary")
          ? [
              {
                title: l10n.t('Add boundary="{0}"', found),
                edits: [insert(field.value.typed.end, `; boundary="${found}"`)],
              },
            ]
          : [],
    };
  },
);

const boundaryNotFound = multipartRule(
  "multipart-boundary-not-found",
  "RFC 2046 section 5.1.1",
  function* (multipart, { field, mediaType }, message) {
    const named = parameter(mediaType, "boundary");
    if (multipart.boundary === undefined || !named || multipart.parts.length > 0 || !message.hasBody) return;
    const other = multipart.otherBoundary;
    const found = other && message.text.slice(other.start + 2, other.end).trimEnd();
    yield {
      at: field.value.at(named.valueSpan),
      message: l10n.t("The boundary line --{0} isn't in the body.", multipart.boundary),
      ...(other ? { related: [{ at: other, message: l10n.t("Possible boundary line") }] } : {}),
      fixes: () =>
        found
          ? [{ title: l10n.t("Change to {0}", found), edits: [replace(field.value.at(named.valueSpan), `"${found}"`)] }]
          : [],
    };
  },
);

const unclosed = multipartRule(
  "multipart-unclosed",
  "RFC 2046 section 5.1.1",
  function* ({ boundary, parts, close }, _, { text }) {
    const last = parts.at(-1);
    if (!last || close) return;
    yield {
      at: last.delimiter,
      message: l10n.t("The last part isn't closed. Insert the line --{0}-- after it.", boundary ?? ""),
      fixes: () => {
        const end = trimTrailing(text.slice(0, last.end), "\r\n").length;
        return [
          {
            title: l10n.t("Insert --{0}--", boundary ?? ""),
            edits: [insert(end, `${breakBefore(text, last)}--${boundary}--`)],
          },
        ];
      },
    };
  },
);

const partHeader = multipartRule("multipart-part-header", "RFC 2046 section 5.1", function* ({ parts }) {
  for (const part of parts) {
    for (const line of part.headerLines) {
      if (line.kind !== "malformed") continue;
      yield {
        at: line,
        message: l10n.t("Missing colon. A part must start with headers (Name: value) and an empty line."),
      };
    }
    if (!part.body) {
      yield {
        at: part.delimiter,
        message: l10n.t("Missing empty line after the headers of this part. Without it, the part has no content."),
      };
    }
  }
});

const lineEnds = multipartRule("multipart-line-ends", "RFC 2046 section 5.1.1", function* ({ parts }, _, { text }) {
  const bad = parts.find((part) => text.charCodeAt(part.delimiter.end) === 0x0a);
  if (!bad) return;
  yield {
    at: bad.delimiter,
    message: l10n.t(
      "The boundary line ends with LF. Boundary lines and part headers must end with CRLF, or services won't find the parts.",
    ),
    fixes: () => [{ title: l10n.t("Change line endings to CRLF"), edits: [], lineEnds: "\r\n" }],
  };
});

const rootMissing = multipartRule(
  "multipart-start",
  "RFC 2387 section 3.2",
  function* ({ parts }, { field, mediaType }) {
    const start = parameter(mediaType, "start");
    if (!start || parts.length === 0) return;
    const id = start.value.replace(/^<|>$/g, "");
    if (parts.some((part) => part.contentId?.id === id)) return;
    const first = parts[0]?.contentId;
    yield {
      at: field.value.at(start.valueSpan),
      message: l10n.t("No part has the Content-ID {0} specified by start.", start.value),
      ...(first ? { related: [{ at: first.value, message: l10n.t("Content-ID of the first part") }] } : {}),
      fixes: () =>
        first
          ? [
              {
                title: l10n.t("Change to {0}", `<${first.id}>`),
                edits: [replace(field.value.at(start.valueSpan), `"<${first.id}>"`)],
              },
            ]
          : [],
    };
  },
);

const type = multipartRule(
  "multipart-type",
  "RFC 2387 section 3.1",
  function* ({ root }, { field, mediaType }, message) {
    const essence = root?.contentType?.mediaType.essence;
    const named = parameter(mediaType, "type");
    if (!named) {
      const wanted = essence ?? mediaTypes[message.envelope?.version ?? "1.1"];
      yield {
        at: field.value.at(mediaType.essenceSpan),
        message: l10n.t("Missing type parameter. multipart/related must specify the media type of its root part."),
        fixes: () => [
          { title: l10n.t('Add type="{0}"', wanted), edits: [insert(field.value.typed.end, `; type="${wanted}"`)] },
        ],
      };
    } else if (root?.contentType && essence && named.value.toLowerCase() !== essence) {
      yield {
        at: field.value.at(named.valueSpan),
        message: l10n.t("The type parameter is {0}, but the media type of the root part is {1}.", named.value, essence),
        related: [{ at: root.contentType.value, message: l10n.t("Content-Type of the root part") }],
        fixes: () => [
          {
            title: l10n.t("Change to {0}", essence),
            edits: [replace(field.value.at(named.valueSpan), `"${essence}"`)],
          },
        ],
      };
    }
  },
);

const startInfo = multipartRule(
  "multipart-start-info",
  "MTOM section 4.2; RFC 3902",
  function* ({ root }, { field, mediaType }, message) {
    const version = message.envelope?.version;
    const wanted = version && mediaTypes[version];
    const isXop =
      root?.contentType?.mediaType.essence === xop || parameter(mediaType, "type")?.value.toLowerCase() === xop;
    if (!wanted || !isXop) return;
    const info = parameter(mediaType, "start-info");
    if (!info) {
      yield {
        at: field.value.at(mediaType.essenceSpan),
        message: l10n.t(
          'Missing start-info parameter. An MTOM message must specify the SOAP media type, here "{0}".',
          wanted,
        ),
        fixes: () => [
          {
            title: l10n.t('Add start-info="{0}"', wanted),
            edits: [insert(field.value.typed.end, `; start-info="${wanted}"`)],
          },
        ],
      };
    } else {
      yield* disagreement(info, wanted, version, (span) => field.value.at(span));
    }
    const part = root?.contentType;
    const inner = parameter(part?.mediaType, "type");
    if (part && inner) {
      yield* disagreement(inner, wanted, version, ({ start, end }) => ({
        start: part.value.start + start,
        end: part.value.start + end,
      }));
    }
  },
);

/** A parameter that should name the SOAP media type of the envelope's version. */
function* disagreement(
  named: Parameter,
  wanted: string,
  version: string,
  place: (span: Span) => Span,
): Iterable<Report> {
  if (essenceOf(named.value) === wanted) return;
  const at = place(named.valueSpan);
  yield {
    at,
    message: l10n.t(
      "{0} is {1}, but the envelope is SOAP {2}, whose media type is {3}.",
      named.name,
      named.value,
      version,
      wanted,
    ),
    fixes: () => [{ title: l10n.t("Change to {0}", wanted), edits: [replace(at, `"${wanted}"`)] }],
  };
}

/** Some stacks put the action into start-info: `application/soap+xml; action="…"`. */
function essenceOf(value: string): string {
  return (value.split(";")[0] ?? "").trim().toLowerCase();
}

const cidUnknown = multipartRule(
  "multipart-cid-unknown",
  "RFC 2392; XOP section 2.1",
  function* (multipart, _, { xml, text }) {
    for (const { attribute, cid } of xml ? cidReferences(text, xml) : []) {
      if (partOf(multipart, cid)) continue;
      const at = { start: attribute.valueStart, end: attribute.valueEnd };
      const ids = multipart.parts.flatMap((part) =>
        part === multipart.root || !part.contentId ? [] : [part.contentId.id],
      );
      yield {
        at,
        message: l10n.t("No part has the Content-ID <{0}>.", cid),
        fixes: () =>
          ids.slice(0, 3).map((id) => ({ title: l10n.t("Change to cid:{0}", id), edits: [replace(at, `cid:${id}`)] })),
      };
    }
  },
);

/** The attributes named `href` whose value is a `cid:` URI, and the Content-ID that it names. */
export function* cidReferences(
  text: string,
  xml: NonNullable<Message["xml"]>,
): Iterable<{ attribute: XmlAttribute; cid: string }> {
  for (const node of walk(xml.children)) {
    if (node.kind !== "element") continue;
    for (const attribute of node.attributes) {
      if (attribute.local !== "href" || attribute.valueStart < 0) continue;
      const value = text.slice(attribute.valueStart, attribute.valueEnd);
      if (/^cid:/i.test(value)) yield { attribute, cid: decode(value.slice(4)) };
    }
  }
}

/** A cid URI is the Content-ID percent-encoded (RFC 2392 section 2). */
function decode(cid: string): string {
  try {
    return decodeURIComponent(cid);
  } catch {
    return cid;
  }
}

function breakBefore(text: string, part: Part): string {
  return text.startsWith("\r\n", part.delimiter.end) ? "\r\n" : "\n";
}

export const multipartRules: readonly Rule[] = [
  boundaryMissing,
  boundaryNotFound,
  unclosed,
  partHeader,
  lineEnds,
  rootMissing,
  type,
  startInfo,
  cidUnknown,
];
