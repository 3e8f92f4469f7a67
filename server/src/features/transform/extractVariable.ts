import * as l10n from "@vscode/l10n";
import type { PlacedSegment } from "../../format/document.ts";
import type { Message } from "../../message/message.ts";
import type { Scope, VariableValue } from "../../message/scope.ts";
import { freeName, insert, replace } from "../../rules/edits.ts";
import { completeFix } from "../../rules/fixes.ts";
import type { Edit } from "../../rules/rule.ts";
import { firstBreak, trimBlanks } from "../../text/lines.ts";
import { references } from "../../text/references.ts";
import { resolve } from "../../text/resolved.ts";
import { contains, type Span, trimmed } from "../../text/span.ts";
import { XMLNS_NAMESPACE } from "../../xml/names.ts";
import { nodeAt, valueSpan } from "../../xml/query.ts";
import { decodeValue, resolveReferences } from "../../xml/references.ts";
import { attributeNear, elementNear } from "../support/xmlNames.ts";
import { inDocument, type Transform, type TransformContext } from "./transform.ts";

interface Candidate {
  readonly at: Span;
  /** The text from which the variable gets its name. */
  readonly hint: string;
  /** The value. XML references in it are decoded, because values are escaped where they are inserted. */
  readonly value: string;
}

/** Defines a variable for the selected value, or the value at the cursor, and inserts a reference to it. */
export function extractVariable(context: TransformContext): Transform[] {
  const { message, selection } = context;
  const extracted = candidate(message, selection);
  if (!extracted || extracted.at.start === extracted.at.end || cutsReference(message, extracted.at)) return [];
  const name = freeName(nameFor(extracted.hint), message.scope.variables.names);
  const refused = reasonAgainst(message, extracted);
  const title = l10n.t("Extract to variable {0}", name);
  const at = selection.start < selection.end ? extracted.at : undefined;
  return [{ title, kind: "extract", at, edits: () => edits(context, extracted, name), refused }];
}

function candidate(message: Message, selection: Span): Candidate | undefined {
  const within = (span: Span | undefined) => span !== undefined && contains(span, selection);
  const { syntax, text } = message;
  const chosen = (whole: Span) => trimBlanks(text, selection.start < selection.end ? selection : whole);
  const target = syntax.requestLine?.target;
  if (target && within(target)) {
    const at = chosen(target);
    return { at, hint: text.startsWith("/", at.start) ? "path" : "url", value: message.slice(at) };
  }
  const field = message.fields.find(({ line }) => within(line.value));
  if (field) {
    const at = chosen(field.value.typed);
    // Content-Length depends on the body, so it isn't extracted.
    return field.name.toLowerCase() === "content-length"
      ? undefined
      : { at, hint: field.name, value: message.slice(at) };
  }
  return within(message.xml) ? inXml(message, selection, chosen) : undefined;
}

function inXml(message: Message, selection: Span, chosen: (whole: Span) => Span): Candidate | undefined {
  const { xml, text } = message;
  const element = xml && elementNear(xml, selection.start);
  if (!element) return undefined;
  const attribute = attributeNear(element, selection.start);
  if (attribute) {
    const value = valueSpan(attribute);
    if (!value || !contains(value, selection) || attribute.namespace === XMLNS_NAMESPACE) return undefined;
    const at = chosen(value);
    return { at, hint: attribute.local, value: decodeValue(text, at.start, at.end) };
  }
  const nodes = [nodeAt(xml, selection.start), nodeAt(xml, selection.start - 1)];
  const data = nodes.find((node) => node?.kind === "text" || node?.kind === "cdata");
  if (!data || !contains(data, selection)) return undefined;
  if (data.kind === "text") {
    const at = trimmed(text, chosen(data));
    return { at, hint: element.local, value: resolveReferences(text, at.start, at.end) };
  }
  const content = { start: data.start + "<![CDATA[".length, end: data.end - "]]>".length };
  const at = chosen(content);
  return contains(content, at) ? { at, hint: element.local, value: message.slice(at) } : undefined;
}

function reasonAgainst(message: Message, { at, value }: Candidate): string | undefined {
  if (/[\r\n]/.test(value)) {
    return l10n.t("The value has more than one line. The value of a variable must be on one line.");
  }
  if (value !== value.trim()) {
    return l10n.t("The value begins or ends with whitespace. The value of a variable can't.");
  }
  if (references(value).length !== references(message.text, at.start, at.end).length) {
    return l10n.t("The value contains {0}, which would be read as a variable.", value);
  }
  return undefined;
}

function cutsReference(message: Message, at: Span): boolean {
  return message.references.some(
    ({ start, end }) =>
      (start < at.start && at.start < end) ||
      (start < at.end && at.end < end) ||
      (start === at.start && end === at.end),
  );
}

/** The variable name for a hint: `Content-Type` becomes `contentType`. */
function nameFor(hint: string): string {
  const words = hint.split(/[^A-Za-z0-9_]+/).filter((word) => word !== "");
  const [first = "value", ...others] = words;
  const camel = [
    first.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (capitals) => capitals.toLowerCase()),
    ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join("");
  return /^[A-Za-z_]/.test(camel) ? camel : `value${camel}`;
}

function edits({ section, message }: TransformContext, extracted: Candidate, name: string): readonly Edit[] {
  const { document } = section.analysis;
  const reference = replace(extracted.at, `{{${name}}}`);
  const definition = `@${name} = ${extracted.value}`;
  const scope = scopeWith(message.scope, name, extracted.value);
  const shared = document.segments.find(({ segment }) => !segment.message && lastDefinition(segment) !== undefined);
  if (shared) {
    const edit = insert(lastDefinition(shared.segment)?.end ?? 0, firstBreak(document.text) + definition);
    return [...inDocument(shared, [edit]), ...inDocument(section, completeFix(message, { edits: [reference] }, scope))];
  }
  const own = ownDefinition(message, section.placed, definition);
  return inDocument(section, completeFix(message, { edits: [own, reference] }, scope));
}

/** The edit that inserts a definition after the request's other definitions, or above its first line. */
function ownDefinition(message: Message, { segment }: PlacedSegment, definition: string): Edit {
  const lineBreak = firstBreak(message.text);
  const last = lastDefinition(segment);
  return last ? insert(last.end, lineBreak + definition) : insert(message.syntax.start, definition + lineBreak);
}

function lastDefinition({ preamble }: PlacedSegment["segment"]): Span | undefined {
  return preamble.findLast(({ kind }) => kind === "variable");
}

function scopeWith(scope: Scope, name: string, definition: string): Scope {
  const { text, known } = resolve(definition, { start: 0, end: definition.length }, (inner) => {
    const value = scope.lookup(inner);
    return value.kind === "text" ? value.text : undefined;
  });
  const own: VariableValue = known
    ? { kind: "text", text, origin: l10n.t("this file"), secret: false }
    : { kind: "broken", name, missing: undefined };
  return scope.withValues((other, placed) => (other === name ? own : scope.lookup(other, placed)));
}
