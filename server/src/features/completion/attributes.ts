import { CompletionItemKind } from "vscode-languageserver-types";
import type { Message } from "../../message.ts";
import {
  type KnownAttribute,
  knownAttributes,
  knownNamespaces,
  namespaceTitle,
  uriFact,
} from "../../soap/documentation.ts";
import { type SoapVersion, versionOfNamespace } from "../../soap/facts.ts";
import type { Span } from "../../text/span.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { attributeValues } from "./attributeValues.ts";
import { usualPrefix } from "./elements.ts";
import {
  type Completion,
  type CompletionContext,
  documentation,
  otherMessages,
  type Snippet,
  snippet,
  stop,
} from "./item.ts";
import { attributeName, isSoap } from "./tagName.ts";
import { keyOf, type UsedName, vocabularyOf } from "./vocabulary.ts";

interface AttributePlace {
  readonly element: XmlElement;
  readonly replace: Span;
  readonly hasValue: boolean;
}

/** The attributes that an element may have: SOAP's and others' first, then the file's own, then declarations. */
export function completeAttribute(
  context: CompletionContext,
  message: Message,
  document: XmlDocument,
  place: AttributePlace,
): Completion[] {
  const { element, replace, hasValue } = place;
  const prefixes = prefixesIn(document, element);
  const others = element.attributes.filter(({ nameStart }) => nameStart !== replace.start);
  const isThere = (namespace: string, local: string) =>
    others.some((one) => one.local === local && one.namespace === namespace);
  const known = knownAttributes.filter((one) => isFor(one, element) && !isThere(one.namespace, one.name));
  const specified = known.map((one, index) => {
    const { text, declaration } = attributeName({ ...one, local: one.name }, prefixes, usualPrefix(one.namespace));
    const values = attributeValues(document, element, { namespace: one.namespace, local: one.name });
    return {
      label: text,
      kind: CompletionItemKind.Property,
      replace,
      insert: hasValue ? text : snippet`${declaration}${text}="${valueStop(values)}"`,
      documentation: documentation(one),
      order: index,
    };
  });
  const names = new Set(known.map(({ namespace, name }) => `${namespace} ${name}`));
  const used = usedAttributes(context, message, element)
    .filter(({ namespace, local }) => !isThere(namespace, local) && !names.has(`${namespace} ${local}`))
    .map((one) => {
      const { text, declaration } = attributeName(one, prefixes, one.prefix);
      const insert = hasValue ? text : snippet`${declaration}${text}="${stop(0)}"`;
      return { label: text, kind: CompletionItemKind.Property, replace, insert, order: 20 };
    });
  return [...specified, ...used, ...declarations(context, message, place, prefixes)];
}

function valueStop(values: readonly string[]): Snippet {
  return [values.length > 1 ? stop(1, ...values) : stop(1, values[0] ?? "")];
}

/** SOAP's own on header blocks; encodingStyle where its version has it. */
function isFor(one: KnownAttribute, element: XmlElement): boolean {
  if (one.on) return one.on.namespace === element.namespace && one.on.local === element.local;
  const version = versionOfNamespace(one.namespace);
  if (version) return isSoapAttributeFor(one.name, version, element);
  const own = versionOfNamespace(element.namespace);
  if (one.name === "lang") return own === "1.2" && element.local === "Text";
  if (one.name === "space") return false;
  return own === undefined;
}

function isSoapAttributeFor(name: string, version: SoapVersion, element: XmlElement): boolean {
  if (envelopeVersion(element) !== version) return false;
  const isBlock = isSoap(element.parent, "Header");
  if (name !== "encodingStyle") return isBlock;
  if (version === "1.2") return isBlock || isSoap(element.parent, "Body") || isSoap(element.parent, "Detail");
  return true;
}

function envelopeVersion(element: XmlElement): SoapVersion | undefined {
  let version: SoapVersion | undefined;
  for (let scope: XmlElement | undefined = element; scope; scope = scope.parent) {
    version = versionOfNamespace(scope.namespace) ?? version;
  }
  return version;
}

/** What elements of the same name have elsewhere in the file. */
function usedAttributes(context: CompletionContext, message: Message, element: XmlElement): readonly UsedName[] {
  if (!element.parent || element.namespace === undefined) return [];
  const parent = keyOf(element.parent);
  const name = `${element.namespace} ${element.local}`;
  const found = new Map<string, UsedName>();
  for (const other of [message, ...otherMessages(context)]) {
    for (const [key, one] of vocabularyOf(other).children.get(parent)?.get(name)?.attributes ?? []) found.set(key, one);
  }
  return [...found.values()];
}

/** Namespace declarations: the known ones that are not in force here, those of the file, and an empty one. */
function declarations(
  context: CompletionContext,
  message: Message,
  { element, replace, hasValue }: AttributePlace,
  prefixes: ReadonlyMap<string, string>,
): Completion[] {
  const bound = new Set(prefixes.values());
  const wanted = new Map<string, string>();
  for (const other of [message, ...otherMessages(context)]) {
    for (const [uri, prefix] of vocabularyOf(other).namespaces)
      if (prefix !== "" && uri !== "") wanted.set(prefix, uri);
  }
  for (const { name: uri } of knownNamespaces) {
    const prefix = usualPrefix(uri);
    // An envelope of one version has no use for the namespace of the other.
    if (prefix === "" || (versionOfNamespace(uri) && element.parent)) continue;
    if (!wanted.has(prefix)) wanted.set(prefix, uri);
  }
  const isTyped = (prefix: string) => message.text.slice(replace.start, replace.end) === `xmlns:${prefix}`;
  const known = [...wanted].filter(([prefix, uri]) => !bound.has(uri) && (isTyped(prefix) || !prefixes.has(prefix)));
  return [
    ...known.map(([prefix, uri], index) => {
      const fact = uriFact(uri);
      return {
        label: `xmlns:${prefix}`,
        kind: CompletionItemKind.Module,
        replace,
        insert: hasValue ? `xmlns:${prefix}` : `xmlns:${prefix}="${uri}"`,
        note: namespaceTitle(uri) ?? uri,
        documentation: fact && documentation(fact),
        order: 40 + index,
      };
    }),
    ...(element.attributes.some(({ name }) => name === "xmlns")
      ? []
      : [
          {
            label: "xmlns",
            kind: CompletionItemKind.Module,
            replace,
            insert: hasValue ? "xmlns" : snippet`xmlns="${stop(1)}"`,
            order: 90,
          },
        ]),
  ];
}
