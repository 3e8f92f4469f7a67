import * as l10n from "@vscode/l10n";
import { type MediaTypeProblem, parameter } from "../http/mediaType.ts";
import type { ContentType, Field, Message } from "../message/message.ts";
import { mediaTypes, type SoapVersion, versionOfMediaType } from "../soap/facts.ts";
import type { Span } from "../text/span.ts";
import { startOfTrailing } from "../text/trailing.ts";
import {
  beforeParameter,
  changeTo,
  fix,
  insert,
  insertHeader,
  insertHeaderFix,
  remove,
  removeLine,
  replace,
  setValue,
} from "./edits.ts";
import { type Edit, type Fix, missingHeader, type Report, type Rule, rule, withTraits } from "./rule.ts";

export const contentTypeRules: readonly Rule[] = [
  rule("content-type-malformed", "error", "RFC 9110 section 8.3.1", malformed),
  ...withTraits({ ofSoap: true }, [
    rule("content-type-missing", "error", "SOAP over HTTP binding", missing, missingHeader),
    rule("content-type-unexpected", "error", "SOAP over HTTP binding; RFC 3902", unexpected, {
      about: "body",
      inBodyFile: true,
    }),
    rule("soapaction-missing", "warning", "SOAP 1.1 section 6.1.1", soapActionMissing, {
      ...missingHeader,
      inBodyFile: true,
    }),
    rule("soapaction-unquoted", "warning", "SOAP 1.1 section 6.1.1", soapActionUnquoted, { inBodyFile: true }),
    rule("soapaction-in-soap12", "hint", "RFC 3902; SOAP 1.2 part 2 section 6.5", soapActionInSoap12, {
      inBodyFile: true,
    }),
    rule("action-in-soap11", "warning", "SOAP 1.1 section 6.1.1", actionInSoap11, { inBodyFile: true }),
  ]),
];

function* missing(message: Message): Iterable<Report> {
  if (!message.isPost || message.isBare || message.hasOrMalformed("content-type")) return;
  const value = `${mediaTypeFor(message)}; charset=${message.charset.name.toLowerCase()}`;
  yield {
    at: message.headPlace,
    message: l10n.t("Missing Content-Type header. For this body, use Content-Type: {0}.", value),
    fixes: () => [insertHeaderFix(message, `Content-Type: ${value}`)],
  };
}

export function mediaTypeFor({ envelope }: Message): string {
  return mediaTypes[envelope?.version ?? "1.2"];
}

function* malformed(message: Message): Iterable<Report> {
  const { contentType } = message;
  if (!contentType?.field.value.known) return;
  const { value } = contentType.field;
  for (const problem of contentType.mediaType.problems) {
    const at = problem.start < problem.end ? value.at(problem) : emptyPlace(contentType, problem);
    yield {
      at,
      message: wordings[problem.kind](value.text.slice(problem.start, problem.end)),
      fixes: () => malformedFixes(message, contentType, problem, at),
    };
  }
}

const wordings: Readonly<Record<MediaTypeProblem["kind"], (text: string) => string>> = {
  type: (text) =>
    text === ""
      ? l10n.t("Content-Type has no value. Specify a media type such as application/soap+xml; charset=utf-8.")
      : l10n.t("{0} isn't a valid media type. Expected type/subtype, such as application/soap+xml.", text),
  separator: (text) => l10n.t("Missing semicolon before {0}.", text),
  "parameter-name": (text) =>
    l10n.t("{0} isn't a valid parameter. Expected name=value, without spaces around the =.", text),
  "value-missing": (text) => l10n.t("The parameter {0} has no value. Expected name=value.", text),
  "value-empty": () => l10n.t("The parameter value is empty."),
  unquoted: (text) => l10n.t("The value {0} contains special characters and must be quoted.", text),
  "quote-missing": (text) => l10n.t("Missing closing quote in {0}.", text),
};

function malformedFixes(message: Message, contentType: ContentType, problem: MediaTypeProblem, at: Span): Fix[] {
  const typed = message.slice(at);
  switch (problem.kind) {
    case "type":
      return message.isPost ? [essenceFix(contentType, mediaTypeFor(message))] : [];
    case "separator":
      return [fix(l10n.t("Insert semicolon"), insert(startOfTrailing(message.text, /[ \t]/, at.start), ";"))];
    case "value-empty":
      return emptyValueFixes(contentType, problem, at);
    case "unquoted":
      return [fix(l10n.t("Add quotes"), replace(at, quote(typed)))];
    case "quote-missing":
      return [fix(l10n.t("Add closing quote"), replace(at, `${typed}"`))];
    default:
      return [];
  }
}

/** Changes the media type. If the value starts with parameters, the media type is inserted before them. */
function essenceFix({ field, mediaType }: ContentType, essence: string): Fix {
  const { typed } = field.value;
  const isEmpty = typed.start === typed.end;
  const edit = isEmpty ? setValue(field, essence) : replace(field.value.at(mediaType.essenceSpan), essence);
  return fix(l10n.t("Change to {0}", essence), edit);
}

/** Changes an empty charset to utf-8, because the intended charset can't be guessed. */
function emptyValueFixes({ field, mediaType }: ContentType, problem: Span, at: Span): Fix[] {
  const owner = mediaType.parameters.find((one) => one.valueSpan.start === problem.end);
  if (!owner) return [];
  if (owner.name === "charset") return [changeTo(at, "charset=utf-8")];
  return [fix(l10n.t("Remove {0}", owner.name), removeParameter(field, owner))];
}

function removeParameter({ value }: Field, { start, end }: Span): Edit {
  return remove(value.at({ start: beforeParameter(value.text, start), end }));
}

/** Where an empty value is reported: at its parameter, or at the name of Content-Type. */
function emptyPlace({ field, mediaType }: ContentType, problem: MediaTypeProblem): Span {
  const owner = mediaType.parameters.find((one) => one.valueSpan.start === problem.start);
  return owner ? field.value.at(owner) : field.line.name;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function* unexpected(message: Message): Iterable<Report> {
  const { contentType, envelope } = message;
  if (!contentType || !message.isPost || !contentType.field.value.known) return;
  const { essence, essenceSpan, problems } = contentType.mediaType;
  if (problems.some(({ kind }) => kind === "type")) return;
  if (essence === "multipart/related" || versionOfMediaType(essence)) return;
  const expected = mediaTypeFor(message);
  const at = contentType.field.value.at(essenceSpan);
  yield {
    at,
    message: envelope?.version
      ? l10n.t("The media type is {0}. A SOAP {1} message must be sent as {2}.", essence, envelope.version, expected)
      : l10n.t(
          "The media type is {0}. A SOAP message must be sent as application/soap+xml (SOAP 1.2) or text/xml (SOAP 1.1).",
          essence,
        ),
    fixes: () => [changeTo(at, expected)],
  };
}

function* actionInSoap11(message: Message): Iterable<Report> {
  const { contentType, envelope, multipart } = message;
  const action = parameter(contentType?.mediaType, "action");
  if (!contentType || !action || envelope?.version !== "1.1" || multipart) return;
  if (contentType.mediaType.essence === mediaTypes["1.2"]) return;
  yield {
    at: contentType.field.value.at(action),
    message: l10n.t("The action parameter is for SOAP 1.2. Use the SOAPAction header in a SOAP 1.1 request."),
    fixes: () => [fix(l10n.t("Move to SOAPAction"), ...actionEdits(message, contentType, "1.1"))],
  };
}

/** Moves the action to the place that a SOAP version uses: SOAPAction in 1.1, the `action` parameter of Content-Type in 1.2. */
export function actionEdits(message: Message, { field, mediaType }: ContentType, version: SoapVersion): Edit[] {
  if (message.multipart) return [];
  const action = parameter(mediaType, "action");
  const header = message.field("soapaction");
  if (version === "1.1") {
    if (!action) return [];
    const insertion = header ? [] : [insertHeader(message, `SOAPAction: ${quote(action.value)}`)];
    return [removeParameter(field, action), ...insertion];
  }
  if (!header) return [];
  const uri = unquoted(message, header);
  const insertion = action || uri === "" ? [] : [insert(field.value.typed.end, `; action=${quote(uri)}`)];
  return [removeLine(message.text, header.line), ...insertion];
}

function unquoted(message: Message, { value }: Field): string {
  return message.slice(value.typed).replace(/^"|"$/g, "");
}

function* soapActionMissing(message: Message): Iterable<Report> {
  if (!message.isPost || message.isBare || message.envelope?.version !== "1.1") return;
  if (message.hasOrMalformed("soapaction")) return;
  if (parameter(message.contentType?.mediaType, "action")) return;
  yield {
    at: message.headPlace,
    message: l10n.t(
      "Missing SOAPAction header. SOAP 1.1 requires it, and ASP.NET and WCF services use it to select the operation.",
    ),
    fixes: () => [fix(l10n.t("Insert {0}", 'SOAPAction: ""'), insertHeader(message, 'SOAPAction: ""'))],
  };
}

function* soapActionUnquoted(message: Message): Iterable<Report> {
  const field = message.field("soapaction");
  if (!field || field.value.text === "" || /^"[^"]*"$/.test(field.value.text)) return;
  const { typed } = field.value;
  const bare = message.slice(typed).replace(/^["']|["']$/g, "");
  yield {
    at: typed,
    message: l10n.t("The value of SOAPAction must be a URI in double quotes."),
    fixes: () => {
      const quotes = fix(l10n.t("Add quotes"), replace(typed, `"${bare.replaceAll('"', "%22")}"`));
      return [{ ...quotes, automatic: !bare.includes('"') }];
    },
  };
}

function* soapActionInSoap12(message: Message): Iterable<Report> {
  const field = message.field("soapaction");
  const { contentType, envelope } = message;
  if (!field || envelope?.version !== "1.2" || message.multipart) return;
  yield {
    at: field.line.name,
    message: l10n.t("SOAP 1.2 uses the action parameter of Content-Type. Services may ignore SOAPAction."),
    fixes: () => {
      if (!contentType || contentType.mediaType.essence !== mediaTypes["1.2"]) return [];
      const isRemoved = parameter(contentType.mediaType, "action") || unquoted(message, field) === "";
      const title = isRemoved ? l10n.t("Remove SOAPAction") : l10n.t("Move to Content-Type");
      return [fix(title, ...actionEdits(message, contentType, "1.2"))];
    },
  };
}
