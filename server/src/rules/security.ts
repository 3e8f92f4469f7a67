import * as l10n from "@vscode/l10n";
import type { Message } from "../message/message.ts";
import { childElements, type Envelope } from "../soap/envelope.ts";
import {
  base64Encoding,
  namespaceMeant,
  passwordTypes,
  securityNamespace,
  utilityNamespace,
} from "../soap/security.ts";
import { indentedBreak } from "../text/lines.ts";
import { type Span, slice, trimmed } from "../text/span.ts";
import { attribute, attributeValue, elementsWith, nameSpan, prefixesIn, valueSpan } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { changeTo, fix, insertFix, replace } from "./edits.ts";
import { type Edit, type Fix, type Report, type Rule, rule } from "./rule.ts";
import { attributePlace, hasVariable, namespaceDeclarations, prefixFor, qualified } from "./soap/xmlMessage.ts";

const profile = "WS-Security UsernameToken Profile 1.0 section 3.1";
const core = "WS-Security 1.0 SOAP Message Security";

export const securityRules: readonly Rule[] = [
  rule("wsse-digest-incomplete", "warning", profile, ofTokens(digestIncomplete), { waitsFor: "content" }),
  rule("wsse-password-type", "warning", profile, ofTokens(passwordType)),
  rule("wsse-expired", "warning", `${core} section 10`, expired),
  rule("wsse-namespace", "warning", `${core} section 3`, namespaces),
  rule("wsse-must-understand", "information", `${core} section 5`, mustUnderstand),
];

interface Token {
  readonly xml: XmlDocument;
  readonly element: XmlElement;
  readonly password: XmlElement;
}

/** A rule that checks each UsernameToken with a password. */
function ofTokens(check: (token: Token) => Iterable<Report>): Rule["check"] {
  return function* ({ envelope, xml }: Message) {
    for (const element of xml ? elementsIn(envelope, "UsernameToken") : []) {
      const password = child(element, "Password");
      if (xml && password) yield* check({ xml, element, password });
    }
  };
}

/** The elements in the Header with this local name and a namespace of WS-Security. */
function* elementsIn(envelope: Envelope | undefined, local: string): Iterable<XmlElement> {
  const { document, header } = envelope ?? {};
  if (!document || !header) return;
  for (const element of elementsWith(document, local)) {
    const isInside = header.start <= element.start && element.end <= header.end;
    const { namespace } = element;
    if (isInside && element.local === local && (namespace === securityNamespace || namespace === utilityNamespace)) {
      yield element;
    }
  }
}

function child(element: XmlElement, local: string): XmlElement | undefined {
  return childElements(element).find((one) => one.local === local);
}

function* digestIncomplete({ xml, element, password }: Token): Iterable<Report> {
  const given = attribute(password, "", "Type");
  const type = given ? attributeValue(xml, given) : undefined;
  const isComputed = contentOf(xml, password).includes("{{$wsse.digest");
  const missing = (["Nonce", "Created"] as const).filter((local) => !child(element, local));
  if ((!isComputed && type !== passwordTypes.digest) || missing.length === 0) return;
  yield {
    at: nameSpan(element),
    message: l10n.t(
      "The password digest has no {0}. Many services refuse it, because it could be sent again by others.",
      missing.join(", "),
    ),
    // If the digest is typed, inserting parts would make it wrong.
    fixes: () => (isComputed ? [insertParts(xml, element, missing)] : []),
  };
}

/** Inserts a Nonce and a Created as the last children of a UsernameToken. */
function insertParts(xml: XmlDocument, token: XmlElement, missing: readonly ("Nonce" | "Created")[]): Fix {
  const parts = missing.map((local) => partOfToken(xml, token, local));
  const last = childElements(token).at(-1);
  const before = last ? indentedBreak(xml.text, last.start) : "";
  const text = parts.map((part) => `${before}${part.text}`).join("");
  return insertFix(last?.end ?? token.startTagEnd, text, parts.map(({ name }) => name).join(", "));
}

function partOfToken(xml: XmlDocument, token: XmlElement, local: "Nonce" | "Created") {
  const namespace = local === "Nonce" ? securityNamespace : utilityNamespace;
  const usual = local === "Nonce" ? "wsse" : "wsu";
  const prefix = prefixFor(xml, token, namespace) ?? (token.namespace === namespace ? token.prefix : undefined);
  const name = qualified(prefix ?? usual, local);
  const declaration = prefix === undefined ? ` xmlns:${usual}="${namespace}"` : "";
  const text =
    local === "Nonce"
      ? `<${name}${declaration} EncodingType="${base64Encoding}">{{$wsse.nonce}}</${name}>`
      : `<${name}${declaration}>{{$wsse.created}}</${name}>`;
  return { name, text };
}

function* passwordType({ xml, password }: Token): Iterable<Report> {
  const given = attribute(password, "", "Type");
  const value = given ? (attributeValue(xml, given) ?? "") : undefined;
  const typeUris: readonly string[] = Object.values(passwordTypes);
  if (value !== undefined && (typeUris.includes(value) || hasVariable(value))) return;
  const isDigest = contentOf(xml, password).includes("{{$wsse.digest") || /digest/i.test(value ?? "");
  const { text, digest } = passwordTypes;
  const types = isDigest ? [digest, text] : [text, digest];
  const short = (type: string) => type.slice(type.indexOf("#"));
  if (given && value !== undefined) {
    yield {
      at: attributePlace(given),
      message: l10n.t("The Type of this password is unknown. Use {0} or {1}.", text, digest),
      fixes: () => types.map((type) => changeTo(valueSpan(given) ?? nameSpan(given), type, short(type))),
    };
  } else {
    yield {
      at: nameSpan(password),
      message: l10n.t("The password has no Type, so services interpret it differently."),
      fixes: () => types.map((type) => insertFix(password.nameEnd, ` Type="${type}"`, `Type="…${short(type)}"`)),
    };
  }
}

function* expired(message: Message): Iterable<Report> {
  const { envelope, xml, scope } = message;
  for (const timestamp of xml ? elementsIn(envelope, "Timestamp") : []) {
    const [created, expires] = [child(timestamp, "Created"), child(timestamp, "Expires")];
    if (!xml || !expires) continue;
    const at = contentSpan(xml, expires);
    const end = typedTime(xml, expires);
    const begin = created && typedTime(xml, created);
    if (end === undefined) continue;
    const isBefore = begin !== undefined && end < begin;
    const isPast = scope.now !== undefined && end < scope.now.getTime();
    if (!isBefore && !isPast) continue;
    yield {
      at,
      message: isBefore
        ? l10n.t("Expires is before Created, so services refuse the message.")
        : l10n.t("Expires is in the past, so services refuse the message."),
      fixes: () => [computedTimes(xml, created, at)],
    };
  }
}

function computedTimes(xml: XmlDocument, created: XmlElement | undefined, expires: Span): Fix {
  const edits: Edit[] = [replace(expires, "{{$wsu.expires 5 m}}")];
  if (created && typedTime(xml, created) !== undefined) {
    edits.unshift(replace(contentSpan(xml, created), "{{$wsu.created}}"));
  }
  return fix(l10n.t("Replace with the time of sending"), ...edits);
}

/** A typed xs:dateTime in milliseconds; `undefined` for variables and other text. A time without a zone is in UTC. */
function typedTime(xml: XmlDocument, element: XmlElement): number | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/.exec(contentOf(xml, element));
  if (!match) return undefined;
  const [, seconds = "", fraction = "", zone = "Z"] = match;
  const time = Date.parse(`${seconds}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(time) ? undefined : time;
}

function contentOf(xml: XmlDocument, element: XmlElement): string {
  return slice(xml.text, contentSpan(xml, element));
}

function contentSpan({ text }: XmlDocument, { startTagEnd, endTag, end }: XmlElement): Span {
  return trimmed(text, { start: startTagEnd, end: Math.max(startTagEnd, endTag?.start ?? end) });
}

function* namespaces({ envelope }: Message): Iterable<Report> {
  if (!envelope) return;
  const { document } = envelope;
  for (const declaration of namespaceDeclarations(document)) {
    const value = attributeValue(document, declaration) ?? "";
    const meant = namespaceMeant(value);
    if (meant === undefined) continue;
    yield {
      at: attributePlace(declaration),
      message: l10n.t("This isn't a namespace of WS-Security. {0} is similar.", meant),
      fixes: () => [changeTo(valueSpan(declaration) ?? nameSpan(declaration), meant)],
    };
  }
}

function* mustUnderstand({ envelope }: Message): Iterable<Report> {
  if (!envelope?.version) return;
  const { document, headerBlocks, version, namespace } = envelope;
  for (const { element, mustUnderstand: given } of headerBlocks) {
    if (element.local !== "Security" || element.namespace !== securityNamespace || given) continue;
    // Another rule reports mustUnderstand without a prefix.
    if (element.attributes.some(({ local }) => local === "mustUnderstand")) continue;
    yield {
      at: nameSpan(element),
      message: l10n.t("Without mustUnderstand, a service that doesn't know WS-Security ignores this header block."),
      fixes: () => {
        const prefixes = prefixesIn(document, element);
        const prefix = [...prefixes].find(([one, uri]) => one !== "" && uri === namespace)?.[0];
        if (prefix === undefined) return [];
        const added = `${prefix}:mustUnderstand="${version === "1.1" ? "1" : "true"}"`;
        return [insertFix(element.nameEnd, ` ${added}`, added)];
      },
    };
  }
}
