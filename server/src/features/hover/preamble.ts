import * as l10n from "@vscode/l10n";
import type { Directive } from "../../preamble.ts";
import { referenceAt } from "../../text/references.ts";
import type { Span } from "../../text/span.ts";
import { contentLengthVariable, type Scope, type Value } from "../../variables/scope.ts";
import { cycleText } from "../../variables/value.ts";
import { builtInOf, directiveFact } from "../support/formatFacts.ts";
import { code, paragraphs, prose } from "../support/markdown.ts";
import type { RequestSection } from "../support/section.ts";
import { shownValue } from "../support/shownValue.ts";
import { factMarkdown, sourceMarkdown } from "../support/sources.ts";
import type { Hover } from "./hover.ts";

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

/** A variable reference, in a place where it is replaced: its value, and where that comes from. */
export function hoverVariable(section: RequestSection, offset: number): Hover | undefined {
  const { text, references, message, analysis } = section;
  // A reference is on one line, and begins with its braces.
  const from = text.lastIndexOf("{{", offset + 1);
  const near = from >= 0 ? referenceAt(text, from) : undefined;
  if (!near || offset >= near.end) return undefined;
  const reference = references.find(({ start }) => start === near.start);
  if (!reference) return undefined;
  const { start, end, name } = reference;
  const count = name === contentLengthVariable ? message?.bodyLength : undefined;
  return { start, end, markdown: variableMarkdown(analysis.scope, name, count) };
}

/** @param count of the body, where the variable asks for that and it is known */
function variableMarkdown(scope: Scope, name: string, count?: number): string {
  const builtIn = builtInOf(name);
  const value = scope.lookup(name);
  const title = `${code(`{{${name}}}`)}${value.kind === "text" ? ` = ${code(shownValue(value))}` : ""}`;
  return paragraphs(
    title,
    builtIn && prose(builtIn.meaning()),
    count === undefined ? undefined : l10n.t("Now: {0}", code(String(count))),
    prose(origin(value, scope)),
    builtIn && sourceMarkdown(builtIn.source),
  );
}

function origin(value: Value, { lookedIn }: Scope): string {
  switch (value.kind) {
    case "text":
      return value.text === "" ? l10n.t("An empty value, from {0}.", value.origin) : l10n.t("From {0}.", value.origin);
    case "atSending":
      return l10n.t("The value is generated when the request is sent.");
    case "cycle":
      return l10n.t("The value refers to itself: {0}.", cycleText(value.names));
    case "broken":
      return l10n.t("The definition contains a variable that has no value.");
    case "undefined":
      return value.why ?? l10n.t("The variable isn't defined. {0}", lookedIn());
  }
}
