import { oneLine } from "../../text/lines.ts";
import type { Section } from "./section.ts";

/** What lists call a request, and what they say beside it. */
export interface RequestLabel {
  /** Of `# @name`, else the title, else the request line's method and target as typed. */
  readonly name: string;
  /** What of these is not the name. */
  readonly detail: string;
}

/** `undefined` for a section without a request. */
export function requestLabel(section: Section): RequestLabel | undefined {
  const { message, text, separator, line } = section;
  if (!message) return undefined;
  const title = message.directive("title") || (separator?.title && message.slice(separator.title));
  const target = message.target?.typed.typed;
  const typed = `${message.method} ${target ? message.slice(target) : ""}`.trim();
  const { first } = message.request;
  const places = [message.directive("name"), title, typed || text.slice(first.start, first.end)].map((one) =>
    oneLine(one ?? ""),
  );
  const [name = "", ...others] = places.filter((place) => place !== "");
  return { name, detail: line ? others.join(" · ") : "" };
}
