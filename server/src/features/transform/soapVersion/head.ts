import { type MediaType, parameter, parseMediaType } from "../../../http/mediaType.ts";
import type { Field, Message } from "../../../message/message.ts";
import { beforeParameter, insert, insertHeader, remove, removeLine, replace } from "../../../rules/edits.ts";
import type { Edit } from "../../../rules/rule.ts";
import { mediaTypes, otherVersion, type SoapVersion } from "../../../soap/facts.ts";
import { applyEdits } from "../../../text/edits.ts";
import { firstBreak } from "../../../text/lines.ts";
import { type Span, shift, slice } from "../../../text/span.ts";

export function headEdits(message: Message, to: SoapVersion): readonly Edit[] {
  if (message.isBare) return [];
  const action = actionOf(message);
  return [
    ...contentTypeEdits(message, to, action),
    ...soapActionEdits(message, to, action),
    ...message.fieldsNamed("accept").flatMap((field) => acceptEdits(message, field, to)),
    ...rootPartEdits(message, to),
  ];
}

/** The URI of the action as typed, with its variables; "" without an action. */
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
  const named = to === "1.2" && action !== "" ? `; action="${action.replace(/["\\]/g, "\\$&")}"` : "";
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
  // The media type is in a variable, so the whole value is replaced.
  if (!isTyped) return [replace(field.value.typed, applyEdits(field.value.text, edits))];
  return inPlace.map(({ edit, at }) => replace(at, edit.newText));
}

function valueEdits(value: string, mediaType: MediaType, to: SoapVersion, named: string): Edit[] {
  const edits: Edit[] = [];
  if (mediaType.essence === "multipart/related") {
    for (const name of ["type", "start-info"]) {
      const typedParameter = parameter(mediaType, name);
      if (typedParameter) edits.push(...essenceEdits(value, typedParameter.valueSpan, to));
    }
  } else edits.push(replace(mediaType.essenceSpan, mediaTypes[to]));
  edits.push(...actionRemoval(value, mediaType, to));
  if (to === "1.2" && !parameter(mediaType, "action") && named !== "") {
    edits.push(insert(value.length, /;[ \t]*$/.test(value) ? named.slice(1) : named));
  }
  return edits;
}

/** The edits that remove the action, for which SOAP 1.1 has no parameter. */
function actionRemoval(value: string, mediaType: MediaType, to: SoapVersion): Edit[] {
  const action = to === "1.1" ? parameter(mediaType, "action") : undefined;
  return action ? [remove({ start: beforeParameter(value, action.start), end: action.end })] : [];
}

/** The media type of SOAP 1.2 may contain the action, which SOAP 1.1 has in SOAPAction. */
function essenceEdits(text: string, at: Span, to: SoapVersion): Edit[] {
  const typed = text.slice(at.start, at.end);
  const from = mediaTypes[otherVersion(to)];
  const start = typed.toLowerCase().indexOf(from);
  if (start < 0) return [];
  if (to === "1.1" && /;[ \t]*action=/i.test(typed)) return [replace(at, `"${mediaTypes[to]}"`)];
  const span = { start: at.start + start, end: at.start + start + from.length };
  // A value with a slash must be quoted (RFC 9110 section 5.6.6).
  return typed.startsWith('"') ? [replace(span, mediaTypes[to])] : [replace(at, `"${mediaTypes[to]}"`)];
}

function soapActionEdits(message: Message, to: SoapVersion, action: string): Edit[] {
  const headers = message.fieldsNamed("soapaction");
  const [header] = headers;
  if (to === "1.2") return headers.map(({ line }) => removeLine(message.text, line));
  const value = `"${action.replaceAll('"', "%22")}"`;
  if (!header) {
    const after = message.field("content-type")?.line.end;
    const line = `SOAPAction: ${value}`;
    return [after === undefined ? insertHeader(message, line) : insert(after, firstBreak(message.text) + line)];
  }
  return message.slice(header.value.typed) === value || action === "" ? [] : [replace(header.value.typed, value)];
}

/** Replaces the SOAP media type in Accept, unless the media type of the other version is also there. */
function acceptEdits(message: Message, { value }: Field, to: SoapVersion): Edit[] {
  const from = mediaTypes[otherVersion(to)];
  const typed = message.slice(value.typed);
  const words = [...typed.matchAll(/[^,;\s]+/g)];
  if (words.some(([word]) => word.toLowerCase() === mediaTypes[to])) return [];
  return words
    .filter(([word]) => word.toLowerCase() === from)
    .map(({ index }) => {
      const start = value.typed.start + index;
      return replace({ start, end: start + from.length }, mediaTypes[to]);
    });
}

/** The root part also names the version: in its media type for SwA, in its parameter `type` for MTOM. */
function rootPartEdits({ multipart, text }: Message, to: SoapVersion): Edit[] {
  const type = multipart?.root?.contentType;
  if (!type) return [];
  const { mediaType, value } = type;
  const typed = slice(text, value);
  const inner = parameter(mediaType, "type");
  const isSoap = mediaType.essence === mediaTypes[otherVersion(to)];
  const edits = isSoap
    ? [replace(mediaType.essenceSpan, mediaTypes[to]), ...actionRemoval(typed, mediaType, to)]
    : inner
      ? essenceEdits(typed, inner.valueSpan, to)
      : [];
  return edits.map((edit) => shift(edit, value.start));
}

function unquoted(text: string): string {
  return text.replace(/^["']|["']$/g, "").replace(/\\(.)/g, "$1");
}
