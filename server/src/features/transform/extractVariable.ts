import * as l10n from "@vscode/l10n";
import type { PlacedSegment } from "../../document.ts";
import type { Field, Message } from "../../message.ts";
import { insert, replace } from "../../rules/edits.ts";
import { completeFix } from "../../rules/fixes.ts";
import type { Edit } from "../../rules/rule.ts";
import { firstBreak, trimBlanks } from "../../text/lines.ts";
import { references } from "../../text/references.ts";
import { resolve } from "../../text/resolved.ts";
import { type Span, trimmed } from "../../text/span.ts";
import type { Scope, Value } from "../../variables/scope.ts";
import { XMLNS_NAMESPACE } from "../../xml/names.ts";
import { attributeAt, elementAt, nodeAt } from "../../xml/query.ts";
import { decodeText, decodeValue } from "../../xml/references.ts";
import { inDocument, type Transform, type TransformContext } from "./transform.ts";

/** A value in a request, and what a variable for it would be called and hold. */
interface Candidate {
  readonly at: Span;
  readonly hint: string;
  /** As a definition has it: references of XML replaced, since values are escaped where they are put in. */
  readonly value: string;
}

/** The selected value, or the one that the cursor is in, defined once above and referred to in its place. */
export function extractVariable(context: TransformContext): Transform[] {
  const { message, selection } = context;
  const found = candidate(message, selection);
  if (!found || found.at.start === found.at.end || cutsReference(message, found.at)) return [];
  const name = freeName(found.hint, message.scope);
  const refused = whyNot(message, found);
  return [
    {
      title: l10n.t("Extract to variable {0}", name),
      kind: "extract",
      at: selection.start < selection.end ? found.at : undefined,
      edits: () => (refused === undefined ? edits(context, found, name) : []),
      ...(refused === undefined ? {} : { refused }),
    },
  ];
}

function candidate(message: Message, selection: Span): Candidate | undefined {
  const within = (span: Span | undefined) =>
    span !== undefined && span.start <= selection.start && selection.end <= span.end;
  const { request, text } = message;
  const chosen = (whole: Span) => trimBlanks(text, selection.start < selection.end ? selection : whole);
  const target = request.line?.target;
  if (target && within(target)) {
    const at = chosen(target);
    return { at, hint: text.startsWith("/", at.start) ? "path" : "url", value: message.slice(at) };
  }
  const field = message.fields.find(({ line }) => within(line.value));
  if (field) return ofField(message, field, chosen(field.value.typed));
  return within(message.xml) ? inXml(message, selection, chosen) : undefined;
}

/** The count follows from the body; nobody wants it in two places. */
function ofField(message: Message, field: Field, at: Span): Candidate | undefined {
  if (field.name.toLowerCase() === "content-length") return undefined;
  return { at, hint: field.name, value: message.slice(at) };
}

function inXml(message: Message, selection: Span, chosen: (whole: Span) => Span): Candidate | undefined {
  const { xml, text } = message;
  if (!xml) return undefined;
  const element = elementAt(xml, selection.start) ?? elementAt(xml, selection.start - 1);
  if (!element) return undefined;
  const attribute = selection.start < element.startTagEnd ? attributeAt(element, selection.start) : undefined;
  if (attribute) {
    const { valueStart, valueEnd, namespace, local } = attribute;
    const isValue = valueStart >= 0 && valueStart <= selection.start && selection.end <= valueEnd;
    if (!isValue || namespace === XMLNS_NAMESPACE) return undefined;
    const at = chosen({ start: valueStart, end: valueEnd });
    return { at, hint: local, value: decodeValue(text, at.start, at.end) };
  }
  const node = nodeAt(xml, selection.start);
  const before = nodeAt(xml, selection.start - 1);
  const data = [node, before].find((one) => one?.kind === "text" || one?.kind === "cdata");
  if (!data || selection.end > data.end || selection.start < data.start) return undefined;
  if (data.kind === "text") {
    // White space around a text is layout.
    const at = trimmed(text, chosen(data));
    return { at, hint: element.local, value: decodeText(text, at.start, at.end) };
  }
  const content = { start: data.start + "<![CDATA[".length, end: data.end - "]]>".length };
  const at = chosen(content);
  if (at.start < content.start || at.end > content.end) return undefined;
  return { at, hint: element.local, value: message.slice(at) };
}

/** A definition is one line without blanks around its value. */
function whyNot(message: Message, { at, value }: Candidate): string | undefined {
  if (/[\r\n]/.test(value))
    return l10n.t("The value has more than one line. The value of a variable must be on one line.");
  if (value !== value.trim())
    return l10n.t("The value begins or ends with white space. The value of a variable can't.");
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

/** `Content-Type` becomes `contentType`; a name that is taken gets a number. */
function freeName(hint: string, { names }: Scope): string {
  const words = hint.split(/[^A-Za-z0-9_]+/).filter((word) => word !== "");
  const [first = "value", ...others] = words;
  const camel = [
    first.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (capitals) => capitals.toLowerCase()),
    ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join("");
  const name = /^[A-Za-z_]/.test(camel) ? camel : `value${camel}`;
  let free = name;
  for (let count = 2; names.includes(free); count++) free = `${name}${count}`;
  return free;
}

function edits({ section, message }: TransformContext, found: Candidate, name: string): readonly Edit[] {
  const { document } = section.analysis;
  const reference = replace(found.at, `{{${name}}}`);
  const definition = `@${name} = ${found.value}`;
  const scope = scopeWith(message.scope, name, found.value);
  const shared = document.segments.find(({ segment }) => !segment.request && lastDefinition(segment) !== undefined);
  if (shared) {
    const edit = insert(lastDefinition(shared.segment)?.end ?? 0, firstBreak(document.text) + definition);
    return [...inDocument(shared, [edit]), ...inDocument(section, completeFix(message, { edits: [reference] }, scope))];
  }
  const own = ownDefinition(message, section.placed, definition);
  return inDocument(section, completeFix(message, { edits: [own, reference] }, scope));
}

/** Behind the request's other definitions, else right above its first line. */
function ownDefinition(message: Message, { segment }: PlacedSegment, definition: string): Edit {
  const lineBreak = firstBreak(message.text);
  const last = lastDefinition(segment);
  return last ? insert(last.end, lineBreak + definition) : insert(message.request.start, definition + lineBreak);
}

function lastDefinition({ preamble }: PlacedSegment["segment"]): Span | undefined {
  return preamble.findLast(({ kind }) => kind === "variable");
}

function scopeWith(scope: Scope, name: string, definition: string): Scope {
  const { text, known } = resolve(definition, { start: 0, end: definition.length }, (inner) => {
    const value = scope.lookup(inner);
    return value.kind === "text" ? value.text : undefined;
  });
  const own: Value = known
    ? { kind: "text", text, origin: l10n.t("this file"), secret: false }
    : { kind: "broken", name, missing: undefined };
  return { ...scope, lookup: (wanted) => (wanted === name ? own : scope.lookup(wanted)) };
}
