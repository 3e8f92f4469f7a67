import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { Message } from "../../message.ts";
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
import type { Span } from "../../text/span.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { addressingBlocks, type BlockPlace, securityBlock, timestampBlock, usernameBlock } from "./headerBlocks.ts";
import {
  behindLess,
  type Completion,
  type CompletionContext,
  documentation,
  indented,
  lines,
  otherMessages,
  plainText,
  type Snippet,
  snippet,
  stop,
} from "./item.ts";
import { boundPrefix, elementName, isSoap, prefixesAt } from "./tagName.ts";
import { keyOf, type UsedElement, vocabularyOf } from "./vocabulary.ts";

/** Where an element is to be written, and how much of it: all, what follows the `<`, or the name alone. */
export interface ElementPlace {
  readonly parent: XmlElement | undefined;
  readonly replace: Span;
  readonly form: "whole" | "rest" | "name";
}

/** The elements that may stand in `parent`: those of the specifications, then those of the file's requests. */
export function completeElement(
  context: CompletionContext,
  message: Message,
  document: XmlDocument,
  place: ElementPlace,
): Completion[] {
  const { parent, replace, form } = place;
  if (!parent) return document.root && document.root.end < replace.start ? [] : envelopes(message, replace, form);
  const prefixes = prefixesAt(document, parent);
  const present = childElements(parent).filter(({ nameStart, nameEnd }) => !isAt(replace, nameStart, nameEnd));
  const all = candidates(parent);
  const known = all.filter((one) => isWanted(one, present, replace.start));
  const specified = known.map((one, index) => knownElement(one, prefixes, place, index));
  const names = new Set(all.map(({ namespace, local }) => `${namespace} ${local}`));
  const used = usedElements(context, message, parent, replace)
    .filter(({ namespace, local }) => !names.has(`${namespace} ${local}`))
    .map((one, index) => usedElement(one, prefixes, place, index));
  return [...specified, ...used, ...(form === "name" ? [] : elementSnippets(place, parent, present, prefixes))];
}

/** Envelopes of both versions, the one that Content-Type names first. */
export function envelopes(message: Message, replace: Span, form: ElementPlace["form"]): Completion[] {
  const named = versionOfMediaType(message.contentType?.mediaType.essence ?? "");
  const wanted = named ? [named] : [...soapVersions].reverse();
  return wanted.map((version, index) => {
    const known = elementFact({ namespace: envelopeNamespaces[version], local: "Envelope" });
    return {
      label: "soap:Envelope",
      kind: CompletionItemKind.Class,
      replace,
      insert: form === "name" ? "soap:Envelope" : cut(envelope(version), form),
      note: `SOAP ${version}`,
      documentation: known && documentation(known),
      filter: "soap:Envelope",
      order: index,
    };
  });
}

/** Whether its content is elements, so that a word in it can only be meant as one. */
export function isStructural(element: XmlElement): boolean {
  const known = elementFact(element, element.parent);
  return known !== undefined && !known.text;
}

function envelope(version: SoapVersion): Snippet {
  return snippet`<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}">\n\t<soap:Body>\n\t\t${stop(0)}\n\t</soap:Body>\n</soap:Envelope>`;
}

function cut(whole: Snippet, form: ElementPlace["form"]): Snippet {
  return form === "rest" ? behindLess(whole) : whole;
}

function isAt({ start, end }: Span, nameStart: number, nameEnd: number): boolean {
  return nameStart <= start && end <= nameEnd;
}

function candidates(parent: XmlElement): readonly KnownElement[] {
  if (isSoap(parent, "Header")) return knownElements.filter(({ headerBlock }) => headerBlock);
  const known = elementFact(parent, parent.parent);
  return known ? knownChildren(known) : [];
}

/** Not what is there already and may be there once only, nor a Header behind the Body. */
function isWanted(one: KnownElement, present: readonly XmlElement[], at: number): boolean {
  if (!one.repeats && present.some((other) => isSame(other, one))) return false;
  return one.local !== "Header" || !present.some((other) => isSoap(other, "Body") && other.start < at);
}

function isSame(a: { namespace: string | undefined; local: string }, b: { namespace: string; local: string }): boolean {
  return a.namespace === b.namespace && a.local === b.local;
}

function knownElement(
  one: KnownElement,
  prefixes: ReadonlyMap<string, string>,
  { replace, form }: ElementPlace,
  index: number,
): Completion {
  const { text, declaration } = elementName(one, prefixes, usualPrefix(one.namespace));
  const tag = tagOf(one, prefixes);
  return {
    label: text,
    kind: CompletionItemKind.Class,
    replace,
    insert: form === "name" ? `${text}${declaration}` : cut(tag, form),
    documentation: documentation(one),
    order: one.required ? 0 : 1 + index,
  };
}

/** A prefix for a namespace that has none yet. */
export function usualPrefix(namespace: string): string {
  if (versionOfNamespace(namespace)) return "soap";
  return knownPrefixes().find((prefix) => namespaceOfPrefix(prefix) === namespace) ?? "";
}

/** With the children that it can't be without. */
function tagOf(one: KnownElement, outside: ReadonlyMap<string, string>): Snippet {
  let number = 1;
  return write(one, outside);

  function write(element: KnownElement, prefixes: ReadonlyMap<string, string>): Snippet {
    const { text, prefix, declaration } = elementName(element, prefixes, usualPrefix(element.namespace));
    const attributes = element.local === "Text" ? ' xml:lang="en"' : "";
    const open = `<${text}${declaration}${attributes}>`;
    if (element.text) return snippet`${open}${textOf(element, prefix, number++)}</${text}>`;
    const inside = declaration ? new Map(prefixes).set(prefix, element.namespace) : prefixes;
    const needed = knownChildren(element).filter((child) => child.required);
    if (needed.length === 0) return snippet`${open}\n\t${stop(0)}\n</${text}>`;
    return lines([open, ...needed.map((child) => indented(write(child, inside), 1)), `</${text}>`]);
  }

  /** What a text holds: a choice, where the specification leaves one. */
  function textOf(element: KnownElement, prefix: string, at: number): Snippet {
    if (element.local !== "Value" && element.local !== "faultcode") return [stop(at)];
    if (element.parent === "Subcode") return [stop(at)];
    const version = element.local === "Value" ? "1.2" : "1.1";
    const own = prefix || (boundPrefix(outside, envelopeNamespaces[version]) ?? "");
    const usual = version === "1.2" ? "Sender" : "Client";
    const codes = [usual, ...faultCodes[version].filter((code) => code !== usual)];
    return [stop(at, ...codes.map((code) => (own === "" ? code : `${own}:${code}`)))];
  }
}

/** Those in elements of the same name first; what the file has nowhere else is not known. */
function usedElements(
  context: CompletionContext,
  message: Message,
  parent: XmlElement,
  replace: Span,
): readonly UsedElement[] {
  const key = keyOf(parent);
  const typed = message.text.slice(replace.start, replace.end).replace(/^.*:/, "");
  const found = new Map<string, UsedElement>();
  for (const other of [message, ...otherMessages(context)]) {
    for (const [name, one] of vocabularyOf(other).children.get(key) ?? []) {
      // The name that is being typed is in the tree already.
      const isTyped = other === message && one.count === 1 && typed === one.local;
      if (!isTyped && !found.has(name)) found.set(name, one);
    }
    if (found.size > 500) break;
  }
  return [...found.values()];
}

function usedElement(
  one: UsedElement,
  prefixes: ReadonlyMap<string, string>,
  { replace, form }: ElementPlace,
  index: number,
): Completion {
  const { text, declaration } = elementName(one, prefixes, one.prefix);
  const open = `<${text}${declaration}>`;
  const whole = one.hasElements ? snippet`${open}\n\t${stop(0)}\n</${text}>` : snippet`${open}${stop(0)}</${text}>`;
  return {
    label: text,
    kind: CompletionItemKind.Class,
    replace,
    insert: form === "name" ? `${text}${declaration}` : cut(whole, form),
    note: one.namespace || undefined,
    order: 20 + index,
  };
}

/** Faults and header blocks as a whole, with what a service wants to see in them. `present`: the elements in the parent. */
function elementSnippets(
  place: ElementPlace,
  parent: XmlElement,
  present: readonly XmlElement[],
  prefixes: ReadonlyMap<string, string>,
): Completion[] {
  const version = versionIn(parent);
  if (!version) return [];
  const blocks: BlockPlace = {
    version,
    envelopePrefix: boundPrefix(prefixes, envelopeNamespaces[version]) ?? "",
    firstStop: 1,
    prefixes,
  };
  if (isSoap(parent, "Header")) {
    return [
      item(place, l10n.t("WS-Addressing header blocks"), "wsa", addressingBlocks(blocks)),
      item(place, l10n.t("WS-Security: user and timestamp"), "wsse", securityBlock(blocks)),
    ];
  }
  if (isSoap(parent, "Envelope")) {
    const isWanted = !present.some(
      (one) => isSoap(one, "Header") || (isSoap(one, "Body") && one.start < place.replace.start),
    );
    if (!isWanted) return [];
    const inHeader = (inner: Snippet) => wrapped(version, prefixes, inner);
    return [
      item(place, l10n.t("Header with WS-Addressing"), "wsa", inHeader(addressingBlocks(blocks))),
      item(place, l10n.t("Header with WS-Security"), "wsse", inHeader(securityBlock(blocks))),
    ];
  }
  if (isSoap(parent, "Body") && present.length === 0) {
    return [item(place, l10n.t("Fault with all its parts"), "fault", fault(version, prefixes))];
  }
  if (parent.local === "Security" && parent.namespace === securityNamespace) {
    return [
      item(place, l10n.t("UsernameToken with a password"), "user", usernameBlock(blocks)),
      item(place, l10n.t("Timestamp with its times"), "time", timestampBlock(blocks)),
    ];
  }
  return [];
}

function item({ replace, form }: ElementPlace, label: string, word: string, whole: Snippet): Completion {
  const fence = "```";
  return {
    label,
    kind: CompletionItemKind.Snippet,
    replace,
    insert: cut(whole, form),
    documentation: `${fence}xml\n${plainText(whole)}\n${fence}`,
    filter: `${word} ${label}`,
    order: 60,
  };
}

/** Of the envelope that an element is in. */
function versionIn(element: XmlElement): SoapVersion | undefined {
  for (let scope: XmlElement | undefined = element; scope; scope = scope.parent) {
    const version = versionOfNamespace(scope.namespace);
    if (version) return version;
  }
  return undefined;
}

function wrapped(version: SoapVersion, prefixes: ReadonlyMap<string, string>, inner: Snippet): Snippet {
  const { text } = elementName({ namespace: envelopeNamespaces[version], local: "Header" }, prefixes, "soap");
  return lines([`<${text}>`, indented(inner, 1), `</${text}>`]);
}

function fault(version: SoapVersion, prefixes: ReadonlyMap<string, string>): Snippet {
  const name = (local: string) => elementName({ namespace: envelopeNamespaces[version], local }, prefixes, "soap").text;
  const prefix = boundPrefix(prefixes, envelopeNamespaces[version]) ?? "";
  const code = (...locals: readonly string[]) => locals.map((local) => (prefix === "" ? local : `${prefix}:${local}`));
  if (version === "1.1") {
    const none = (prefixes.get("") ?? "") === "" ? "" : ' xmlns=""';
    return lines([
      `<${name("Fault")}>`,
      snippet`\t<faultcode${none}>${stop(1, ...code("Client", "Server", "VersionMismatch", "MustUnderstand"))}</faultcode>`,
      snippet`\t<faultstring${none}>${stop(2, "What went wrong")}</faultstring>`,
      snippet`\t<detail${none}>${stop(0)}</detail>`,
      `</${name("Fault")}>`,
    ]);
  }
  const codes = code("Sender", "Receiver", "VersionMismatch", "MustUnderstand", "DataEncodingUnknown");
  return lines([
    `<${name("Fault")}>`,
    `\t<${name("Code")}>`,
    snippet`\t\t<${name("Value")}>${stop(1, ...codes)}</${name("Value")}>`,
    `\t</${name("Code")}>`,
    `\t<${name("Reason")}>`,
    snippet`\t\t<${name("Text")} xml:lang="${stop(2, "en")}">${stop(3, "What went wrong")}</${name("Text")}>`,
    `\t</${name("Reason")}>`,
    snippet`\t<${name("Detail")}>${stop(0)}</${name("Detail")}>`,
    `</${name("Fault")}>`,
  ]);
}
