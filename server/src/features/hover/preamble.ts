import * as l10n from "@vscode/l10n";
import type { Directive } from "../../preamble.ts";
import type { Span } from "../../text/span.ts";
import { directiveFact } from "../support/directives.ts";
import { prose } from "../support/markdown.ts";
import type { RequestSection } from "../support/section.ts";
import { factMarkdown } from "./fact.ts";
import type { Hover } from "./hover.ts";
import { variableMarkdown } from "./variable.ts";

/** A separator, a directive or a variable's definition above a request. */
export function hoverPreamble(section: RequestSection, offset: number): Hover | undefined {
  const { text, separator, preamble, analysis } = section;
  if (separator && offset < 3) {
    return { start: 0, end: 3, markdown: prose(l10n.t("Request separator: ends one request and begins the next.")) };
  }
  const item = preamble.find(({ start, end }) => start <= offset && offset <= end);
  if (item?.kind === "directive") return hoverDirective(text, item, offset);
  if (item?.kind === "variable" && holds(item.name, offset)) {
    return { ...item.name, markdown: variableMarkdown(analysis.scope, text.slice(item.name.start, item.name.end)) };
  }
  return undefined;
}

function hoverDirective(text: string, { name }: Directive, offset: number): Hover | undefined {
  // The @ belongs to it.
  const at = { start: name.start - 1, end: name.end };
  const known = directiveFact(text.slice(name.start, name.end));
  return known && holds(at, offset) ? { ...at, markdown: factMarkdown(known, `@${known.name}`) } : undefined;
}

function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset < end;
}
