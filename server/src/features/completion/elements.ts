import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { elementFact, type KnownElement, knownChildren, knownElements } from "../../soap/documentation.ts";
import { childElements } from "../../soap/envelope.ts";
import {
  envelopeNamespaces,
  faultCodes,
  knownPrefixes,
  namespaceOfPrefix,
  type SoapVersion,
  securityNamespace,
  soapVersions,
  versionOfMediaType,
  versionOfNamespace,
} from "../../soap/facts.ts";
import { indented, lines, plainText, type Snippet, snippet, stop } from "../../text/snippet.ts";
import type { Span } from "../../text/span.ts";
import { prefixesIn } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import {
  addressingBlocks,
  type BlockEntry,
  type BlockPlace,
  mustUnderstand,
  neededBesides,
  securityBlock,
  securityContents,
  securityHeaders,
} from "../support/headerBlocks.ts";
import { signingKey } from "../support/keyFacts.ts";
import {
  boundPrefix,
  elementName,
  isSameName,
  isSoapName,
  type NamespacesByPrefix,
  versionIn,
} from "../support/tagName.ts";
import { allMessages, type Completion, codeBlock, completions, documentation, type MessageContext } from "./item.ts";
import { documentRoots, type ElementForm, type ElementPlace, inForm, schemaElements } from "./schemaElements.ts";
import { soapKey, type UsedElement, vocabularyOf } from "./vocabulary.ts";

/** The child elements that `parent` may have, first from the specifications, then from the file's requests. */
export function completeElement(context: MessageContext, document: XmlDocument, place: ElementPlace): Completion[] {
  const { parent, replace, form } = place;
  if (!parent) {
    if (document.root && document.root.end < replace.start) return [];
    return [...documentRoots(context, place), ...envelopes(context, replace, form)];
  }
  const prefixes = prefixesIn(document, parent);
  const present = childElements(parent).filter((one) => one.nameStart > replace.start || replace.end > one.nameEnd);
  const fact = elementFact(parent, parent.parent);
  const children = fact ? knownChildren(fact) : [];
  const candidates = isSoapName(parent, "Header") ? knownElements.filter(({ headerBlock }) => headerBlock) : children;
  const specified = candidates
    .filter((one) => mayBeInserted(one, present, replace.start))
    .map((element, index) => {
      const { text, declaration } = elementName(element, prefixes, usualPrefix(element.namespace));
      const whole = tagOf(element, prefixes, versionIn(parent));
      const insert = form === "name" ? `${text}${declaration}` : inForm(whole, form);
      return { label: text, insert, documentation: documentation(element), order: element.required ? 0 : 1 + index };
    });
  const schema = schemaElements(context, document, parent, place);
  const ofSchema = schema?.completions.filter(({ label }) => !specified.some((one) => one.label === label)) ?? [];
  const isKnown = (label: string) => ofSchema.some((one) => one.label === label);
  const used = usedElements(context, parent, replace)
    .filter((one) => !candidates.some((other) => isSameName(one, other)) && schema?.allows(one) !== false)
    .map((one, index) => usedElement(one, prefixes, form, 20 + index))
    .filter(({ label }) => !isKnown(label));
  return [
    ...ofSchema,
    ...completions(CompletionItemKind.Class, replace, [...specified, ...used]),
    ...(form === "name" ? [] : elementSnippets(context, parent, replace, form, present, prefixes)),
  ];
}

/** Envelopes of the version that Content-Type specifies, or by default of both versions. */
function envelopes({ message }: MessageContext, replace: Span, form: ElementForm): Completion[] {
  const specified = versionOfMediaType(message.contentType?.mediaType.essence ?? "");
  const entries = (specified ? [specified] : [...soapVersions].reverse()).map((version) => {
    const namespace = envelopeNamespaces[version];
    const open = `<soap:Envelope xmlns:soap="${namespace}">`;
    const whole = snippet`${open}\n\t<soap:Body>\n\t\t${stop(0)}\n\t</soap:Body>\n</soap:Envelope>`;
    return {
      label: "soap:Envelope",
      insert: form === "name" ? "soap:Envelope" : inForm(whole, form),
      note: `SOAP ${version}`,
      documentation: documentation(elementFact({ namespace, local: "Envelope" })),
      filter: "soap:Envelope",
    };
  });
  return completions(CompletionItemKind.Class, replace, entries);
}

/** Whether an element contains only elements, so that a word in it is the beginning of an element's name. */
export function isStructural(element: XmlElement): boolean {
  const fact = elementFact(element, element.parent);
  return fact !== undefined && !fact.text;
}

/** A prefix for a namespace without a declared prefix; "" for the default namespace. */
export function usualPrefix(namespace: string): string {
  if (versionOfNamespace(namespace)) return "soap";
  return knownPrefixes().find((prefix) => namespaceOfPrefix(prefix) === namespace) ?? "";
}

/** False if an element may occur only once and is present, and for a Header after the Body. */
function mayBeInserted(element: KnownElement, present: readonly XmlElement[], at: number): boolean {
  if (!element.repeats && present.some((other) => isSameName(other, element))) return false;
  return element.local !== "Header" || !present.some((other) => isSoapName(other, "Body") && other.start < at);
}

function tagOf(fact: KnownElement, outside: NamespacesByPrefix, version: SoapVersion | undefined): Snippet {
  let number = 1;
  return write(fact, outside);

  function write(element: KnownElement, prefixes: NamespacesByPrefix): Snippet {
    const { text, prefix, declaration } = elementName(element, prefixes, usualPrefix(element.namespace));
    const understood =
      element.local === "Security" && version ? mustUnderstand({ version, firstStop: 1, prefixes }) : "";
    const attributes = element.local === "Text" ? ' xml:lang="en"' : understood;
    const open = `<${text}${declaration}${attributes}>`;
    if (element.text) return snippet`${open}${stop(number++, ...valuesOf(element, prefix))}</${text}>`;
    const inside = declaration ? new Map(prefixes).set(prefix, element.namespace) : prefixes;
    const required = knownChildren(element).filter((child) => child.required);
    if (required.length === 0) return snippet`${open}\n\t${stop(0)}\n</${text}>`;
    return lines([open, ...required.map((child) => indented(write(child, inside))), `</${text}>`]);
  }

  function valuesOf({ local, parent }: KnownElement, prefix: string): readonly string[] {
    if ((local !== "Value" && local !== "faultcode") || parent === "Subcode") return [];
    const version = local === "Value" ? "1.2" : "1.1";
    return codesOf(version, prefix || boundPrefix(outside, envelopeNamespaces[version]));
  }
}

/** The Fault codes of a SOAP version, the most frequent first. */
function codesOf(version: SoapVersion, prefix: string | undefined): readonly string[] {
  const usual = version === "1.2" ? ["Sender", "Receiver"] : ["Client", "Server"];
  return [...new Set([...usual, ...faultCodes[version]])].map((code) => (prefix ? `${prefix}:${code}` : code));
}

/** The child elements that elements named like `parent` have in the file's requests. */
function usedElements(context: MessageContext, parent: XmlElement, replace: Span): readonly UsedElement[] {
  const { message } = context;
  const typed = message.text.slice(replace.start, replace.end).replace(/^.*:/, "");
  const elements = new Map<string, UsedElement>();
  for (const other of allMessages(context)) {
    for (const [name, used] of vocabularyOf(other).children.get(soapKey(parent)) ?? []) {
      // The syntax tree already contains the name that is being typed.
      const isTyped = other === message && used.count === 1 && typed === used.local;
      if (!isTyped && !elements.has(name)) elements.set(name, used);
    }
    if (elements.size > 500) break;
  }
  return [...elements.values()];
}

function usedElement(used: UsedElement, prefixes: NamespacesByPrefix, form: ElementForm, index: number) {
  const { text, declaration } = elementName(used, prefixes, used.prefix);
  const open = `<${text}${declaration}>`;
  const whole = used.hasElements ? snippet`${open}\n\t${stop(0)}\n</${text}>` : snippet`${open}${stop(0)}</${text}>`;
  const insert = form === "name" ? `${text}${declaration}` : inForm(whole, form);
  return { label: text, insert, note: used.namespace || undefined, order: index };
}

/** Completions of whole Faults and header blocks. `present`: the elements that the parent contains. */
function elementSnippets(
  { message }: MessageContext,
  parent: XmlElement,
  replace: Span,
  form: ElementForm,
  present: readonly XmlElement[],
  prefixes: NamespacesByPrefix,
): Completion[] {
  const version = versionIn(parent);
  if (!version) return [];
  const entries = snippetsFor(
    parent,
    { version, firstStop: 1, prefixes, key: signingKey(message.scope.resolver.keys) },
    present,
    replace.start,
  );
  return completions(
    CompletionItemKind.Snippet,
    replace,
    entries.map(([label, word, whole]) => ({
      label,
      insert: inForm(whole, form),
      documentation: codeBlock("xml", whole),
      besides: neededBesides(message, plainText(whole)),
      filter: `${word} ${label}`,
      order: 60,
    })),
  );
}

function snippetsFor(
  parent: XmlElement,
  place: BlockPlace,
  present: readonly XmlElement[],
  at: number,
): readonly BlockEntry[] {
  if (isSoapName(parent, "Header")) {
    return [[l10n.t("WS-Addressing header blocks"), "wsa", addressingBlocks(place)], ...securityHeaders(place)];
  }
  if (isSoapName(parent, "Envelope")) {
    if (present.some((one) => isSoapName(one, "Header") || (isSoapName(one, "Body") && one.start < at))) return [];
    return [
      [l10n.t("Header with WS-Addressing"), "wsa", header(place, addressingBlocks(place))],
      [l10n.t("Header with WS-Security"), "wsse", header(place, securityBlock(place))],
    ];
  }
  if (isSoapName(parent, "Body") && present.length === 0) {
    return [[l10n.t("Fault with all its parts"), "fault", fault(place)]];
  }
  if (parent.local === "Security" && parent.namespace === securityNamespace) {
    return securityContents(place);
  }
  return [];
}

function header({ version, prefixes }: BlockPlace, blocks: Snippet): Snippet {
  const { text } = elementName({ namespace: envelopeNamespaces[version], local: "Header" }, prefixes, "soap");
  return lines([`<${text}>`, indented(blocks), `</${text}>`]);
}

function fault({ version, prefixes }: BlockPlace): Snippet {
  const namespace = envelopeNamespaces[version];
  const name = (local: string) => elementName({ namespace, local }, prefixes, "soap").text;
  const code = stop(1, ...codesOf(version, boundPrefix(prefixes, namespace)));
  if (version === "1.1") {
    const none = (prefixes.get("") ?? "") === "" ? "" : ' xmlns=""';
    return lines([
      `<${name("Fault")}>`,
      snippet`\t<faultcode${none}>${code}</faultcode>`,
      snippet`\t<faultstring${none}>${stop(2, "What went wrong")}</faultstring>`,
      snippet`\t<detail${none}>${stop(0)}</detail>`,
      `</${name("Fault")}>`,
    ]);
  }
  return lines([
    `<${name("Fault")}>`,
    `\t<${name("Code")}>`,
    snippet`\t\t<${name("Value")}>${code}</${name("Value")}>`,
    `\t</${name("Code")}>`,
    `\t<${name("Reason")}>`,
    snippet`\t\t<${name("Text")} xml:lang="${stop(2, "en")}">${stop(3, "What went wrong")}</${name("Text")}>`,
    `\t</${name("Reason")}>`,
    snippet`\t<${name("Detail")}>${stop(0)}</${name("Detail")}>`,
    `</${name("Fault")}>`,
  ]);
}
