import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver-types";
import { envelopeNamespaces, type SoapVersion, securityNamespace, versionOfNamespace } from "../../soap/facts.ts";
import type { Span } from "../../text/span.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { addressingBlocks, type BlockPlace, securityBlock, timestampBlock, usernameBlock } from "./headerBlocks.ts";
import type { Completion } from "./item.ts";
import { behindLess, indented, lines, plainText, type Snippet, snippet, stop } from "./snippet.ts";
import { elementName, isSoap } from "./tagName.ts";

/** Where several elements may be put at once. */
export interface SnippetPlace {
  readonly parent: XmlElement;
  /** The elements that are in it. */
  readonly present: readonly XmlElement[];
  readonly prefixes: ReadonlyMap<string, string>;
  readonly replace: Span;
  readonly form: "whole" | "rest" | "name";
}

/** Faults and header blocks as a whole, with what a service wants to see in them. */
export function elementSnippets(place: SnippetPlace): Completion[] {
  const { parent, present, prefixes } = place;
  const version = versionIn(parent);
  if (!version) return [];
  const blocks: BlockPlace = { version, envelopePrefix: prefixFor(prefixes, version), firstStop: 1, prefixes };
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

function item({ replace, form }: SnippetPlace, label: string, word: string, whole: Snippet): Completion {
  const fence = "```";
  return {
    label,
    kind: CompletionItemKind.Snippet,
    replace,
    insert: form === "rest" ? behindLess(whole) : whole,
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

function prefixFor(prefixes: ReadonlyMap<string, string>, version: SoapVersion): string {
  for (const [prefix, bound] of prefixes) if (prefix !== "" && bound === envelopeNamespaces[version]) return prefix;
  return "";
}

function wrapped(version: SoapVersion, prefixes: ReadonlyMap<string, string>, inner: Snippet): Snippet {
  const { text } = elementName({ namespace: envelopeNamespaces[version], local: "Header" }, prefixes, "soap");
  return lines([`<${text}>`, indented(inner, 1), `</${text}>`]);
}

function fault(version: SoapVersion, prefixes: ReadonlyMap<string, string>): Snippet {
  const name = (local: string) => elementName({ namespace: envelopeNamespaces[version], local }, prefixes, "soap").text;
  const prefix = prefixFor(prefixes, version);
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
