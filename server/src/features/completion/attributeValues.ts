import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { Message } from "../../message.ts";
import { knownAttributes, knownNamespaces, namespaceTitle, uriFact } from "../../soap/documentation.ts";
import { namespaceOfPrefix, versionOfNamespace, xopNamespace } from "../../soap/facts.ts";
import { XSI_NAMESPACE } from "../../soap/qnames.ts";
import type { Span } from "../../text/span.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../../xml/tree.ts";
import { type Completion, type CompletionContext, documentation, otherMessages } from "./item.ts";
import { snippet } from "./snippet.ts";
import { vocabularyOf } from "./vocabulary.ts";

const schemaNamespace = "http://www.w3.org/2001/XMLSchema";

interface ValuePlace {
  readonly element: XmlElement;
  readonly attribute: XmlAttribute;
  readonly replace: Span;
  readonly quotes: boolean;
}

/** What an attribute's value may be: namespaces, the values of a specification, parts of the message. */
export function completeAttributeValue(
  context: CompletionContext,
  message: Message,
  document: XmlDocument,
  { element, attribute, replace, quotes }: ValuePlace,
): Completion[] {
  const { name, prefix, local, namespace } = attribute;
  const declared = name === "xmlns" ? "" : prefix === "xmlns" ? local : undefined;
  const values =
    declared !== undefined
      ? namespaces(context, message, declared, element)
      : [
          ...attributeValues(document, element, { namespace: namespace ?? "", local }),
          ...parts(message, element, local),
        ];
  return values.map((value, order) => {
    const fact = uriFact(value);
    return {
      label: value,
      kind: CompletionItemKind.Value,
      replace,
      insert: quotes ? snippet`"${value}"` : value,
      ...(declared === undefined ? {} : { note: namespaceTitle(value) ?? l10n.t("used in this file") }),
      documentation: fact && documentation(fact),
      order,
    };
  });
}

/** The values that are known for an attribute, as they are written on that element. */
export function attributeValues(
  document: XmlDocument,
  element: XmlElement,
  { namespace, local }: { namespace: string; local: string },
): readonly string[] {
  const known = knownAttributes.find(
    (one) =>
      one.name === local &&
      one.namespace === namespace &&
      (one.on === undefined || (one.on.local === element.local && one.on.namespace === element.namespace)),
  );
  const values = known?.values ?? [];
  if (namespace !== XSI_NAMESPACE || local !== "type") return values;
  // Types are qualified names: without a prefix for XML Schema there is no way to write them.
  for (const [prefix, uri] of prefixesIn(document, element)) {
    if (uri === schemaNamespace) return values.map((value) => (prefix === "" ? value : `${prefix}:${value}`));
  }
  return [];
}

/** The one that the prefix stands for first; on the root the envelope's, elsewhere the others. */
function namespaces(
  context: CompletionContext,
  message: Message,
  prefix: string,
  element: XmlElement,
): readonly string[] {
  const usual = namespaceOfPrefix(prefix, message.envelope?.version);
  const used = [message, ...otherMessages(context)].flatMap((one) => [...vocabularyOf(one).namespaces.keys()]);
  const known = knownNamespaces
    .map(({ name }) => name)
    .filter((name) => element.parent === undefined || versionOfNamespace(name) === undefined);
  return [...new Set([...(usual ? [usual] : []), ...used, ...known])].filter((uri) => uri !== "");
}

/** `xop:Include` names a part by its Content-ID. */
function parts({ multipart }: Message, element: XmlElement, local: string): readonly string[] {
  if (element.local !== "Include" || element.namespace !== xopNamespace || local !== "href") return [];
  const ids = multipart?.parts
    .filter((part) => part !== multipart.root)
    .flatMap(({ contentId }) => contentId?.id ?? []);
  return (ids ?? []).map((id) => `cid:${id}`);
}
