import { oneLine } from "../../text/lines.ts";
import type { Section } from "./section.ts";

export interface RequestLabel {
  /** `# @name`, or the title after `###`, or the method and target as typed. */
  readonly name: string;
  /** The others of these. */
  readonly detail: string;
}

/** The label of a request in lists; `undefined` for a section without a request. */
export function requestLabel(section: Section): RequestLabel | undefined {
  const { message, text, separator, line } = section;
  if (!message) return undefined;
  const title = message.directive("title") || (separator?.title && message.slice(separator.title));
  const target = message.target?.typed.typed;
  const typed = `${message.method} ${target ? message.slice(target) : ""}`.trim();
  const { first } = message.request;
  const texts = [message.directive("name"), title, typed || text.slice(first.start, first.end)];
  const [name = "", ...others] = texts.map((one) => oneLine(one ?? "")).filter((one) => one !== "");
  return { name, detail: line ? others.join(" · ") : "" };
}
