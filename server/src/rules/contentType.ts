import * as l10n from "@vscode/l10n";
import { type MediaTypeProblem, parameter } from "../http/mediaType.ts";
import type { Message } from "../message.ts";
import { mediaTypes } from "../soap/facts.ts";
import type { Span } from "../text/span.ts";
import { startOfTrailing } from "../text/trailing.ts";
import { beforeParameter, insert, insertHeader, remove, replace } from "./edits.ts";
import type { Fix, Rule } from "./rule.ts";

const missing: Rule = {
  code: "content-type-missing",
  severity: "error",
  source: "SOAP over HTTP binding",
  *check(message) {
    if (!message.isPost || message.isBare || message.hasOrMalformed("content-type")) return;
    const wanted = wantedContentType(message);
    yield {
      at: message.headPlace,
      message: l10n.t("Missing Content-Type header. For this body, use Content-Type: {0}.", wanted),
      fixes: () => [
        {
          title: l10n.t("Insert Content-Type: {0}", wanted),
          automatic: true,
          edits: [insertHeader(message, `Content-Type: ${wanted}`)],
        },
      ],
    };
  },
};

/** The media type that the envelope calls for, with the charset that already governs. */
function wantedContentType(message: Message): string {
  return `${mediaTypes[message.envelope?.version ?? "1.2"]}; charset=${message.charset.name.toLowerCase()}`;
}

const malformed: Rule = {
  code: "content-type-malformed",
  severity: "error",
  source: "RFC 9110 section 8.3.1",
  *check(message) {
    const { contentType, text } = message;
    if (!contentType?.field.value.known) return;
    const { field, mediaType } = contentType;
    for (const problem of mediaType.problems) {
      const at = problem.start < problem.end ? field.value.at(problem) : emptyPlace(contentType, problem);
      const typed = text.slice(at.start, at.end);
      yield {
        at,
        message: wording(problem, field.value.text.slice(problem.start, problem.end)),
        fixes: () => {
          if (problem.kind === "unquoted") return [{ title: l10n.t("Add quotes"), edits: [replace(at, quote(typed))] }];
          if (problem.kind === "type" && message.isPost) {
            const essence = mediaTypes[message.envelope?.version ?? "1.2"];
            return [{ title: l10n.t("Change to {0}", essence), edits: [essenceEdit(contentType, essence)] }];
          }
          if (problem.kind === "value-empty") return emptyValueFixes(contentType, problem, at);
          if (problem.kind === "separator") {
            const from = startOfTrailing(text, /[ \t]/, at.start);
            return [{ title: l10n.t("Insert semicolon"), edits: [insert(from, ";")] }];
          }
          if (problem.kind === "quote-missing")
            return [{ title: l10n.t("Add closing quote"), edits: [replace(at, `${typed}"`)] }];
          return [];
        },
      };
    }
  },
};

/** A value that is empty, or that begins with its parameters, gets the media type before them. */
function essenceEdit({ field, mediaType }: NonNullable<Message["contentType"]>, essence: string) {
  const { typed } = field.value;
  if (typed.start === typed.end) return replace({ start: field.line.colon + 1, end: field.line.end }, ` ${essence}`);
  return replace(field.value.at(mediaType.essenceSpan), essence);
}

/** An unknown charset becomes utf-8, because the intended one can't be guessed. */
function emptyValueFixes({ field, mediaType }: NonNullable<Message["contentType"]>, problem: Span, typed: Span): Fix[] {
  const owner = mediaType.parameters.find((one) => one.valueSpan.start === problem.end);
  if (owner?.name === "charset")
    return [{ title: l10n.t("Change to {0}", "charset=utf-8"), edits: [replace(typed, "charset=utf-8")] }];
  if (!owner) return [];
  const at = { start: beforeParameter(field.value.text, owner.start), end: owner.end };
  return [{ title: l10n.t("Remove {0}", owner.name), edits: [remove(field.value.at(at))] }];
}

/** An empty value has no text to point at: its parameter is pointed at, an empty Content-Type's name. */
function emptyPlace({ field, mediaType }: NonNullable<Message["contentType"]>, problem: MediaTypeProblem) {
  const owner = mediaType.parameters.find((one) => one.valueSpan.start === problem.start);
  return owner ? field.value.at(owner) : field.line.name;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function wording(problem: MediaTypeProblem, text: string): string {
  switch (problem.kind) {
    case "type":
      return text === ""
        ? l10n.t("Content-Type has no value. Specify a media type such as application/soap+xml; charset=utf-8.")
        : l10n.t("{0} isn't a valid media type. Expected type/subtype, such as application/soap+xml.", text);
    case "separator":
      return l10n.t("Missing semicolon before {0}.", text);
    case "parameter-name":
      return l10n.t("{0} isn't a valid parameter. Expected name=value, without spaces around the =.", text);
    case "value-missing":
      return l10n.t("The parameter {0} has no value. Expected name=value.", text);
    case "value-empty":
      return l10n.t("The parameter value is empty.");
    case "unquoted":
      return l10n.t("The value {0} contains special characters and must be quoted.", text);
    case "quote-missing":
      return l10n.t("Missing closing quote in {0}.", text);
  }
}

const unexpected: Rule = {
  code: "content-type-unexpected",
  severity: "error",
  source: "SOAP over HTTP binding; RFC 3902",
  *check(message) {
    const { contentType, envelope } = message;
    if (!contentType || !message.isPost || !contentType.field.value.known) return;
    const { mediaType, field } = contentType;
    if (mediaType.problems.some(({ kind }) => kind === "type")) return;
    if (mediaType.essence === mediaTypes["1.1"] || mediaType.essence === mediaTypes["1.2"]) return;
    if (mediaType.essence === "multipart/related") return;
    const wanted = mediaTypes[envelope?.version ?? "1.2"];
    const at = field.value.at(mediaType.essenceSpan);
    yield {
      at,
      message: envelope?.version
        ? l10n.t(
            "The media type is {0}. A SOAP {1} message must be sent as {2}.",
            mediaType.essence,
            envelope.version,
            wanted,
          )
        : l10n.t(
            "The media type is {0}. A SOAP message must be sent as application/soap+xml (SOAP 1.2) or text/xml (SOAP 1.1).",
            mediaType.essence,
          ),
      fixes: () => [{ title: l10n.t("Change to {0}", wanted), edits: [replace(at, wanted)] }],
    };
  },
};

const actionInSoap11: Rule = {
  code: "action-in-soap11",
  severity: "warning",
  source: "SOAP 1.1 section 6.1.1",
  *check(message) {
    const { contentType, envelope } = message;
    const action = parameter(contentType?.mediaType, "action");
    if (!contentType || !action || envelope?.version !== "1.1" || contentType.mediaType.essence === mediaTypes["1.2"])
      return;
    if (message.multipart) return;
    const { value } = contentType.field;
    const from = beforeParameter(value.text, action.start);
    yield {
      at: value.at(action),
      message: l10n.t("The action parameter is for SOAP 1.2. Use the SOAPAction header in a SOAP 1.1 request."),
      fixes: () => [
        {
          title: l10n.t("Move to SOAPAction"),
          edits: [
            remove(value.at({ start: from, end: action.end })),
            ...(message.field("soapaction") ? [] : [insertHeader(message, `SOAPAction: ${quote(action.value)}`)]),
          ],
        },
      ],
    };
  },
};

const soapActionMissing: Rule = {
  code: "soapaction-missing",
  severity: "warning",
  source: "SOAP 1.1 section 6.1.1",
  *check(message) {
    if (!message.isPost || message.isBare || message.envelope?.version !== "1.1") return;
    if (message.hasOrMalformed("soapaction")) return;
    if (parameter(message.contentType?.mediaType, "action")) return;
    yield {
      at: message.headPlace,
      message: l10n.t(
        "Missing SOAPAction header. SOAP 1.1 requires it, and ASP.NET and WCF services use it to select the operation.",
      ),
      fixes: () => [{ title: l10n.t('Insert SOAPAction: ""'), edits: [insertHeader(message, 'SOAPAction: ""')] }],
    };
  },
};

const soapActionUnquoted: Rule = {
  code: "soapaction-unquoted",
  severity: "warning",
  source: "SOAP 1.1 section 6.1.1",
  *check(message) {
    const field = message.field("soapaction");
    if (!field || field.value.text === "" || /^"[^"]*"$/.test(field.value.text)) return;
    const { typed } = field.value;
    const bare = message.slice(typed).replace(/^["']|["']$/g, "");
    yield {
      at: typed,
      message: l10n.t("The value of SOAPAction must be a URI in double quotes."),
      fixes: () => [
        {
          title: l10n.t("Add quotes"),
          automatic: !bare.includes('"'),
          edits: [replace(typed, `"${bare.replaceAll('"', "%22")}"`)],
        },
      ],
    };
  },
};

const soapActionInSoap12: Rule = {
  code: "soapaction-in-soap12",
  severity: "hint",
  source: "RFC 3902; SOAP 1.2 part 2 section 6.5",
  *check(message) {
    const field = message.field("soapaction");
    const { contentType, envelope } = message;
    if (!field || envelope?.version !== "1.2" || message.multipart) return;
    yield {
      at: field.line.name,
      message: l10n.t("SOAP 1.2 uses the action parameter of Content-Type. Services may ignore SOAPAction."),
      fixes: () => {
        if (!contentType || contentType.mediaType.essence !== mediaTypes["1.2"]) return [];
        const removal = { start: field.line.start, end: nextLine(message, field.line.end) };
        const action = message.slice(field.value.typed).replace(/^"|"$/g, "");
        if (parameter(contentType.mediaType, "action") || action === "") {
          return [{ title: l10n.t("Remove SOAPAction"), edits: [remove(removal)] }];
        }
        const end = contentType.field.value.typed.end;
        return [
          {
            title: l10n.t("Move to Content-Type"),
            edits: [remove(removal), replace({ start: end, end }, `; action=${quote(action)}`)],
          },
        ];
      },
    };
  },
};

/** After the line break of a header line; there always is another line, or the text's end. */
function nextLine({ text }: Message, end: number): number {
  return text.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, text.length);
}

export const contentTypeRules: readonly Rule[] = [
  missing,
  malformed,
  unexpected,
  soapActionMissing,
  soapActionUnquoted,
  soapActionInSoap12,
  actionInSoap11,
];
