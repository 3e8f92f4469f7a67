import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { Message } from "../../message.ts";
import { charsetNames } from "../../text/charset.ts";
import type { Span } from "../../text/span.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { completeAttribute } from "./attributes.ts";
import { completeAttributeValue, completeText } from "./attributeValues.ts";
import { completeElement, envelopes, isStructural } from "./elements.ts";
import { type Completion, type CompletionContext, stop } from "./item.ts";
import { xmlPlaceAt } from "./xmlPlace.ts";

/** In the XML of a body; `undefined` where the cursor is behind the root, or there is no XML. */
export function completeXml(
  context: CompletionContext,
  message: Message,
  offset: number,
): readonly Completion[] | undefined {
  const { xml } = message;
  if (!xml || offset < xml.start || offset > xml.end) return undefined;
  const place = xmlPlaceAt(xml, offset);
  switch (place.kind) {
    case "tag":
      return place.isComplete
        ? completeElement(context, message, xml, { ...place, form: "name" })
        : [
            ...completeElement(context, message, xml, { ...place, form: "rest" }),
            ...sections(place.replace, place.parent),
          ];
    case "endTag":
      return [endTag(place.element, place.replace)];
    case "attribute":
      return completeAttribute(context, message, xml, place);
    case "value":
      return completeAttributeValue(context, message, xml, place);
    case "entity":
      return entities(place.replace);
    case "encoding":
      return charsetNames().map((name, order) => plain(name, place.replace, order));
    case "nothing":
      return [];
    case "content": {
      const { element, word, isBlank } = place;
      if (element) {
        const values = completeText(xml, element, word);
        if (values) return values;
        // Blanks and words in an element that holds text are the author's own.
        if (!isBlank || !isStructural(element) || context.trigger === " ") return [];
        return completeElement(context, message, xml, { parent: element, replace: word, form: "whole" });
      }
      if (xml.root && offset > xml.root.start) return undefined;
      if (!isBlank || context.trigger === " ") return [];
      return [...envelopes(message, word, "whole"), ...declaration(message, word)];
    }
  }
}

/** At the very start alone: anywhere else it is an error. */
function declaration({ xml, charset }: Message, replace: Span): Completion[] {
  if (!xml || replace.start !== xml.start) return [];
  const encoding = charset.charset?.name ?? "utf-8";
  return [
    {
      label: "<?xml",
      kind: CompletionItemKind.Snippet,
      replace,
      insert: [`<?xml version="1.0" encoding="${encoding}"?>\n`, stop(0)],
      note: l10n.t("XML declaration"),
      order: 10,
    },
  ];
}

function plain(text: string, replace: Span, order: number): Completion {
  return { label: text, kind: CompletionItemKind.Value, replace, insert: text, order };
}

/** All of it, or what follows the `</`. */
function endTag({ name }: XmlElement, replace: Span): Completion {
  return {
    label: `/${name}`,
    kind: CompletionItemKind.Class,
    replace,
    insert: `${name}>`,
    filter: name,
    note: l10n.t("end tag"),
    order: 0,
  };
}

/** What begins with `<` and is no element. */
function sections(replace: Span, parent: XmlElement | undefined): Completion[] {
  const isOpen = parent && !parent.endTag;
  return [
    ...(isOpen
      ? [{ ...endTag(parent, replace), insert: `/${parent.name}>`, filter: `/${parent.name}`, order: 80 }]
      : []),
    {
      label: "!--",
      kind: CompletionItemKind.Snippet,
      replace,
      insert: ["!-- ", stop(0), " -->"],
      note: l10n.t("comment"),
      order: 90,
    },
    ...(parent
      ? [
          {
            label: "![CDATA[",
            kind: CompletionItemKind.Snippet,
            replace,
            insert: ["![CDATA[", stop(0), "]]>"],
            note: l10n.t("literal text"),
            order: 91,
          },
        ]
      : []),
  ];
}

/** XML's five, and a character by its number. */
function entities(replace: Span): Completion[] {
  const known: readonly (readonly [string, string])[] = [
    ["lt", "<"],
    ["gt", ">"],
    ["amp", "&"],
    ["quot", '"'],
    ["apos", "'"],
  ];
  return [
    ...known.map(([name, character], order) => ({
      label: name,
      kind: CompletionItemKind.Constant,
      replace,
      insert: `${name};`,
      note: character,
      order,
    })),
    {
      label: "#x",
      kind: CompletionItemKind.Snippet,
      replace,
      insert: ["#x", stop(1, "A0"), ";"],
      note: l10n.t("character reference"),
      order: 10,
    },
  ];
}
