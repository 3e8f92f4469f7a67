import { headerFact, partHeaderFact } from "../../http/facts.ts";
import type { Message } from "../../message.ts";
import { contentLengthRules } from "../../rules/contentLength.ts";
import type { Section } from "../support/section.ts";
import { type Token, token } from "./token.ts";

/** Header names that are required or unknown, and a wrong Content-Length. Spans: in the section's text. */
export function* headTokens(section: Section): Generator<Token, void, void> {
  const { text, fields, message, multipart } = section;
  const required = message ? requiredHeaders(message) : [];
  for (const { name } of fields) {
    const typed = text.slice(name.start, name.end);
    if (required.includes(typed.toLowerCase())) yield token(name, "httpHeader", "required");
    else if (typed !== "" && !headerFact(typed)) yield token(name, "httpHeader", "unknown");
  }
  if (message) yield* wrongCount(message);
  for (const line of multipart?.parts.flatMap((part) => part.headerLines) ?? []) {
    if (line.kind !== "field") continue;
    const typed = text.slice(line.name.start, line.name.end);
    if (typed !== "" && !partHeaderFact(typed)) yield token(line.name, "httpHeader", "unknown");
  }
}

/** In lower case. RFC 9112 section 3.2, the binding, SOAP 1.1 section 6.1.1. */
function requiredHeaders({ isGet, envelope, contentType }: Message): readonly string[] {
  if (isGet) return ["host"];
  const always = ["host", "content-type", "content-length"];
  const is11 = envelope?.version === "1.1" || (!envelope && contentType?.mediaType.essence === "text/xml");
  return is11 ? [...always, "soapaction"] : always;
}

/** All of them: a number that is half in italics looks broken. */
function* wrongCount(message: Message): Generator<Token, void, void> {
  const rule = contentLengthRules.find(({ code }) => code === "content-length-mismatch");
  const [report] = rule?.check(message) ?? [];
  const value = message.field("content-length")?.value;
  if (report && !report.severity && value) yield token(value.typed, "httpContentLength", "wrong");
}
