import { parameter } from "../../../http/mediaType.ts";
import { type Multipart, type Part, partOf } from "../../../http/multipart.ts";
import { cidReferences } from "../../../rules/multipart.ts";
import type { Span } from "../../../text/span.ts";
import type { Section } from "../section.ts";
import { holds, type Occurrence, type Occurrences, occurrences } from "./occurrence.ts";

/** A part's Content-ID, the `cid:` URIs that name it (RFC 2392) and the parameter `start` (RFC 2387 section 3.2). */
export function contentIdOccurrences(section: Section, offset: number): Occurrences | undefined {
  const { multipart } = section;
  if (!multipart) return undefined;
  const uses = usesIn(section, multipart);
  const use = uses.find(({ at }) => holds(at, offset));
  const own = multipart.parts.find(({ contentId }) => contentId && holds(contentId.value, offset));
  const part = use?.part ?? own;
  const at = use?.at ?? own?.contentId?.value;
  if (!part || !at) return undefined;
  return occurrences(at, [
    ...definitionOf(part),
    ...uses.filter((one) => one.part === part).map((one): Occurrence => ({ ...one.at, role: "use" })),
  ]);
}

function definitionOf({ start, end, body, contentId }: Part): Occurrence[] {
  if (!contentId) return [];
  const { value } = contentId;
  return [{ start: value.start, end: value.end, role: "definition", whole: { start, end: body?.end ?? end } }];
}

function usesIn({ xml, text, message }: Section, multipart: Multipart): { at: Span; part: Part | undefined }[] {
  const found = [...(xml ? cidReferences(text, xml) : [])].map(({ attribute, cid }) => ({
    at: { start: attribute.valueStart, end: attribute.valueEnd },
    part: partOf(multipart, cid),
  }));
  const start = parameter(message?.contentType?.mediaType, "start");
  const value = message?.contentType?.field.value;
  if (start && value) {
    const part = partOf(multipart, start.value.replace(/^<|>$/g, ""));
    found.push({ at: value.at(start.valueSpan), part });
  }
  return found;
}
