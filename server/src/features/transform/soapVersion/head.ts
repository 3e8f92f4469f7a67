import { type MediaType, parameter, parseMediaType } from "../../../http/mediaType.ts";
import type { Field, Message } from "../../../message.ts";
import { beforeParameter, insert, insertHeader, remove, removeLine, replace } from "../../../rules/edits.ts";
import { applyEdits } from "../../../rules/fixes.ts";
import type { Edit } from "../../../rules/rule.ts";
import { mediaTypes, otherVersion, type SoapVersion } from "../../../soap/facts.ts";
import { firstBreak } from "../../../text/lines.ts";
import type { Span } from "../../../text/span.ts";

/** What a request's head says of its SOAP version, said for the other one: media types and the action. */
export function headEdits(message: Message, to: SoapVersion): readonly Edit[] {
  // Bare XML has no head to change.
  if (message.isBare) return [];
  const action = actionOf(message);
  return [
    ...contentTypeEdits(message, to, action),
    ...soapActionEdits(message, to, action),
    ...message.fieldsNamed("accept").flatMap((field) => acceptEdits(message, field, to)),
    ...rootPartEdits(message, to),
  ];
}

/** The action's URI as typed, so that a variable stays one; the empty string where the request names none. */
function actionOf(message: Message): string {
  const header = message.field("soapaction");
  const typed = header ? unquoted(message.slice(header.value.typed)) : "";
  if (typed !== "") return typed;
  const { contentType } = message;
  const named = parameter(contentType?.mediaType, "action");
  if (contentType && named) return unquoted(message.slice(contentType.field.value.at(named.valueSpan)));
  const info = parameter(contentType?.mediaType, "start-info");
  return parameter(info && parseMediaType(info.value), "action")?.value ?? "";
}

function contentTypeEdits(message: Message, to: SoapVersion, action: string): Edit[] {
  const { contentType } = message;
  const named = to === "1.2" && action !== "" ? `; action="${quotable(action)}"` : "";
  if (!contentType) {
    return [
      insertHeader(message, `Content-Type: ${mediaTypes[to]}; charset=${message.charset.name.toLowerCase()}${named}`),
    ];
  }
  const { field, mediaType } = contentType;
  const edits = valueEdits(field.value.text, mediaType, to, named);
  const inPlace = edits.map((edit) => ({ edit, at: field.value.at(edit) }));
  const isTyped = inPlace.every(
    ({ edit, at }) => edit.newText === "" || message.slice(at) === field.value.text.slice(edit.start, edit.end),
  );
  // Where the media type is in a variable, the whole value is written out.
  if (!isTyped) return [replace(field.value.typed, applyEdits(field.value.text, edits))];
  return inPlace.map(({ edit, at }) => replace(at, edit.newText));
}

/** Spans in the value. */
function valueEdits(value: string, mediaType: MediaType, to: SoapVersion, named: string): Edit[] {
  const action = parameter(mediaType, "action");
  const edits: Edit[] = [];
  if (mediaType.essence === "multipart/related") {
    for (const name of ["type", "start-info"]) {
      const one = parameter(mediaType, name);
      if (one) edits.push(...essenceEdits(value, one.valueSpan, to));
    }
  } else edits.push(replace(mediaType.essenceSpan, mediaTypes[to]));
  if (to === "1.1" && action) edits.push(remove({ start: beforeParameter(value, action.start), end: action.end }));
  if (to === "1.2" && !action && named !== "") {
    edits.push(insert(value.length, /;[ \t]*$/.test(value) ? named.slice(1) : named));
  }
  return edits;
}

/** A parameter that holds a media type; one of SOAP 1.2 may hold the action too, which SOAPAction has in SOAP 1.1. */
function essenceEdits(text: string, at: Span, to: SoapVersion): Edit[] {
  const typed = text.slice(at.start, at.end);
  const from = mediaTypes[otherVersion(to)];
  const start = typed.toLowerCase().indexOf(from);
  if (start < 0) return [];
  if (to === "1.1" && /;[ \t]*action=/i.test(typed)) return [replace(at, `"${mediaTypes[to]}"`)];
  const span = { start: at.start + start, end: at.start + start + from.length };
  // Unquoted, a value can't hold the slash (RFC 9110 section 5.6.6).
  return typed.startsWith('"') ? [replace(span, mediaTypes[to])] : [replace(at, `"${mediaTypes[to]}"`)];
}

function soapActionEdits(message: Message, to: SoapVersion, action: string): Edit[] {
  const headers = message.fieldsNamed("soapaction");
  const [header] = headers;
  if (to === "1.2") return headers.map(({ line }) => removeLine(message.text, line));
  const wanted = `"${action.replaceAll('"', "%22")}"`;
  if (!header) {
    const after = message.field("content-type")?.line.end;
    const line = `SOAPAction: ${wanted}`;
    return [after === undefined ? insertHeader(message, line) : insert(after, firstBreak(message.text) + line)];
  }
  return message.slice(header.value.typed) === wanted || action === "" ? [] : [replace(header.value.typed, wanted)];
}

/** Clients that accept the one SOAP media type accept the other in its place. */
function acceptEdits(message: Message, { value }: Field, to: SoapVersion): Edit[] {
  const from = mediaTypes[otherVersion(to)];
  const typed = message.slice(value.typed);
  const tokens = [...typed.matchAll(/[^,;\s]+/g)].filter(({ 0: token }) => token.includes("/"));
  if (tokens.some(({ 0: token }) => token.toLowerCase() === mediaTypes[to])) return [];
  return tokens
    .filter(({ 0: token }) => token.toLowerCase() === from)
    .map(({ index }) => {
      const start = value.typed.start + index;
      return replace({ start, end: start + from.length }, mediaTypes[to]);
    });
}

/** The root part of a multipart body says the version once more: SwA as its media type, MTOM as its parameter `type`. */
function rootPartEdits({ multipart, text }: Message, to: SoapVersion): Edit[] {
  const type = multipart?.root?.contentType;
  if (!type) return [];
  const { mediaType, value } = type;
  const shifted = (edits: readonly Edit[]) =>
    edits.map((edit) => ({ ...edit, start: edit.start + value.start, end: edit.end + value.start }));
  if (mediaType.essence === mediaTypes[otherVersion(to)]) {
    const action = to === "1.1" ? parameter(mediaType, "action") : undefined;
    const typed = text.slice(value.start, value.end);
    const removal = action ? [remove({ start: beforeParameter(typed, action.start), end: action.end })] : [];
    return shifted([replace(mediaType.essenceSpan, mediaTypes[to]), ...removal]);
  }
  const inner = parameter(mediaType, "type");
  return inner ? shifted(essenceEdits(text.slice(value.start, value.end), inner.valueSpan, to)) : [];
}

function unquoted(text: string): string {
  return text.replace(/^["']|["']$/g, "").replace(/\\(.)/g, "$1");
}

function quotable(text: string): string {
  return text.replace(/["\\]/g, "\\$&");
}
