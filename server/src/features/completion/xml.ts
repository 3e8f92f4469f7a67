import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { type Charset, charsetNames, utf8 } from "../../text/charset.ts";
import { stop } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { completeAttribute } from "./attributes.ts";
import { completeAttributeValue, completeText } from "./attributeValues.ts";
import { completeElement, envelopes, isStructural } from "./elements.ts";
import { type Completion, type CompletionEntry, completions, type MessageContext } from "./item.ts";
import { hasOnlyElements } from "./schemaElements.ts";
import { completeSchemaText } from "./schemaValues.ts";
import { xmlPlaceAt } from "./xmlPlace.ts";

/** In the XML of a body; `undefined` after the root, or without XML. */
export function completeXml(context: MessageContext, offset: number): readonly Completion[] | undefined {
  const { xml, charset } = context.message;
  if (!xml || offset < xml.start || offset > xml.end) return undefined;
  const place = xmlPlaceAt(xml, offset);
  switch (place.kind) {
    case "tag":
      if (place.isComplete) return completeElement(context, xml, { ...place, form: "name" });
      return [...completeElement(context, xml, { ...place, form: "rest" }), ...afterLess(place.replace, place.parent)];
    case "endTag":
      return completions(CompletionItemKind.Class, place.replace, [endTag(place.element)]);
    case "attribute":
      return completeAttribute(context, xml, place);
    case "value":
      return completeAttributeValue(context, xml, place);
    case "entity":
      return completions(CompletionItemKind.Constant, place.replace, entities());
    case "encoding":
      return completions(CompletionItemKind.Value, place.replace, charsetNames());
    case "nothing":
      return [];
    case "content": {
      const { element, word, isBlank } = place;
      const values = completeContent(context, offset);
      if (values) return values;
      if (!element && xml.root && offset > xml.root.start) return undefined;
      if (!isBlank || context.trigger === " ") return [];
      if (!element) return [...envelopes(context, word, "whole"), ...declaration(word, xml.start, charset.charset)];
      // Words in an element that holds text are the user's.
      if (!isStructural(element) && !hasOnlyElements(context, element)) return [];
      return completeElement(context, xml, { parent: element, replace: word, form: "whole" });
    }
  }
}

/** The values of the element around an offset in its content; `undefined` if it has none, or in a tag. */
export function completeContent(context: MessageContext, offset: number): readonly Completion[] | undefined {
  const { xml } = context.message;
  if (!xml || offset < xml.start || offset > xml.end) return undefined;
  const place = xmlPlaceAt(xml, offset);
  if (place.kind !== "content" || !place.element) return undefined;
  const { element, word } = place;
  return completeText(xml, element, word) ?? completeSchemaText(context, xml, element, word);
}

/** Only allowed at the very start. */
function declaration(replace: Span, xmlStart: number, charset: Charset = utf8): Completion[] {
  if (replace.start !== xmlStart) return [];
  const insert = [`<?xml version="1.0" encoding="${charset.name}"?>\n`, stop(0)];
  const note = l10n.t("XML declaration");
  return completions(CompletionItemKind.Snippet, replace, [{ label: "<?xml", insert, note }], 10);
}

function endTag({ name }: XmlElement) {
  return { label: `/${name}`, insert: `${name}>`, filter: name, note: l10n.t("end tag") };
}

/** Markup other than elements that begins with `<`. */
function afterLess(replace: Span, parent: XmlElement | undefined): Completion[] {
  const entries: CompletionEntry[] = [
    { label: "!--", insert: ["!-- ", stop(0), " -->"], note: l10n.t("comment"), order: 90 },
  ];
  if (parent) {
    entries.push({ label: "![CDATA[", insert: ["![CDATA[", stop(0), "]]>"], note: l10n.t("literal text"), order: 91 });
  }
  if (parent && !parent.endTag) {
    const end = endTag(parent);
    const kind = CompletionItemKind.Class;
    entries.unshift({ ...end, kind, insert: `/${end.insert}`, filter: end.label, order: 80 });
  }
  return completions(CompletionItemKind.Snippet, replace, entries);
}

function entities(): CompletionEntry[] {
  const predefined = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
  return [
    ...Object.entries(predefined).map(([label, note]) => ({ label, insert: `${label};`, note })),
    {
      label: "#x",
      kind: CompletionItemKind.Snippet,
      insert: ["#x", stop(1, "A0"), ";"],
      note: l10n.t("character reference"),
      order: 10,
    },
  ];
}
