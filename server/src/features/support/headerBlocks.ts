import * as l10n from "@vscode/l10n";
import type { Message } from "../../message/message.ts";
import { insert } from "../../rules/edits.ts";
import type { Edit } from "../../rules/rule.ts";
import { idAttribute } from "../../rules/signature/fixes.ts";
import { securityHeaders as securityBlocksOf, timestampIn } from "../../security/header.ts";
import { freeId, idOf } from "../../security/ids.ts";
import { assertions, signatureNamespace } from "../../security/names.ts";
import { addressingNamespace, envelopeNamespaces, type SoapVersion } from "../../soap/facts.ts";
import {
  base64Encoding,
  certificateType,
  passwordTypes,
  securityNamespace,
  utilityNamespace,
} from "../../soap/security.ts";
import { firstBreak } from "../../text/lines.ts";
import { indented, lines, type Snippet, type Stop, snippet, stop } from "../../text/snippet.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import { type NamespacesByPrefix, prefixedName } from "./tagName.ts";

interface SecurityPart {
  readonly label: string;
  readonly word: string;
  readonly write: WritePart;
}

export type WritePart = (place: BlockPlace) => Snippet;

const securityParts: readonly SecurityPart[] = [
  { label: "UsernameToken (text)", word: "user password", write: usernameToken },
  { label: "UsernameToken (digest)", word: "user password", write: digestToken },
  { label: "Timestamp", word: "time", write: timestamp },
  { label: "Signature", word: "sign", write: signature },
  { label: "Encrypted Body", word: "encrypt", write: encryption },
  { label: "Assertion", word: "saml token sign", write: assertion },
];

export type BlockEntry = readonly [label: string, word: string, whole: Snippet];

export function securityContents(place: BlockPlace): readonly BlockEntry[] {
  return securityParts.map(({ label, word, write }) => [label, word, write(place)]);
}

/** The parts that can be inserted, each in its own header block `wsse:Security`. */
export function securityHeaders(place: BlockPlace): readonly BlockEntry[] {
  return [
    [l10n.t("WS-Security: user and timestamp"), "wsse", securityBlock(place)],
    ...securityParts.map(({ label, word, write }): BlockEntry => {
      const parts = write === signature || write === assertion ? [signedTimestamp, write] : [write];
      return [label, `wsse ${word}`, inSecurity(place, parts)];
    }),
  ];
}

export function securityBlock(place: BlockPlace): Snippet {
  return inSecurity(place, [timestamp, usernameToken]);
}

export function inSecurity(place: BlockPlace, parts: readonly WritePart[]): Snippet {
  const { prefixes } = place;
  const wsse = prefixedName({ namespace: securityNamespace, local: "Security" }, prefixes, "wsse");
  const wsu = prefixedName({ namespace: utilityNamespace, local: "" }, prefixes, "wsu");
  const inside = new Map([...prefixes, [wsse.prefix, securityNamespace], [wsu.prefix, utilityNamespace]]);
  return lines([
    `<${wsse.text}${mustUnderstand(place)}${wsse.declaration}${wsu.declaration}>`,
    ...parts.map((write) => indented(write({ ...place, prefixes: inside }))),
    `</${wsse.text}>`,
  ]);
}

export function timestamp({ prefixes }: BlockPlace): Snippet {
  return timestampWith(prefixes, "");
}

export function signedTimestamp({ prefixes }: BlockPlace, given = "TS"): Snippet {
  const { text } = prefixedName({ namespace: utilityNamespace, local: "Id" }, prefixes, "wsu");
  return timestampWith(prefixes, ` ${text}="${given}"`);
}

function timestampWith(prefixes: BlockPlace["prefixes"], id: string): Snippet {
  const { prefix: wsu, declaration } = prefixedName({ namespace: utilityNamespace, local: "" }, prefixes, "wsu");
  return lines([
    `<${wsu}:Timestamp${declaration}${id}>`,
    `\t<${wsu}:Created>{{$wsu.created}}</${wsu}:Created>`,
    `\t<${wsu}:Expires>{{$wsu.expires 5 m}}</${wsu}:Expires>`,
    `</${wsu}:Timestamp>`,
  ]);
}

export function usernameToken({ firstStop: n, prefixes }: BlockPlace): Snippet {
  const { prefix: wsse, declaration } = prefixedName({ namespace: securityNamespace, local: "" }, prefixes, "wsse");
  return lines([
    `<${wsse}:UsernameToken${declaration}>`,
    snippet`\t<${wsse}:Username>${stop(n, "user")}</${wsse}:Username>`,
    snippet`\t<${wsse}:Password Type="${passwordTypes.text}">${stop(n + 1, "{{$secret password}}")}</${wsse}:Password>`,
    `</${wsse}:UsernameToken>`,
  ]);
}

export function digestToken({ firstStop: n, prefixes }: BlockPlace): Snippet {
  const { prefix: wsse, declaration } = prefixedName({ namespace: securityNamespace, local: "" }, prefixes, "wsse");
  const { prefix: wsu, declaration: ofCreated } = prefixedName(
    { namespace: utilityNamespace, local: "" },
    prefixes,
    "wsu",
  );
  const digest = snippet`{{$wsse.digest ${stop(n + 1, "password")}}}`;
  return lines([
    `<${wsse}:UsernameToken${declaration}${ofCreated}>`,
    snippet`\t<${wsse}:Username>${stop(n, "user")}</${wsse}:Username>`,
    snippet`\t<${wsse}:Password Type="${passwordTypes.digest}">${digest}</${wsse}:Password>`,
    `\t<${wsse}:Nonce EncodingType="${base64Encoding}">{{$wsse.nonce}}</${wsse}:Nonce>`,
    `\t<${wsu}:Created>{{$wsse.created}}</${wsu}:Created>`,
    `</${wsse}:UsernameToken>`,
  ]);
}

/** A certificate, and a signature that is made with its key. It covers the Body and the Timestamp if these have ids. */
function signature(place: BlockPlace): Snippet {
  return lines(signatureBy(place, stop(place.firstStop, place.key ?? "me"), "X509", ""));
}

function encryption({ firstStop }: BlockPlace): Snippet {
  return snippet`{{$encrypted ${stop(firstStop, "service")}}}`;
}

function assertion(place: BlockPlace): Snippet {
  const key = stop(place.firstStop + 3, place.key ?? "me");
  return lines([samlAssertion(place, key, "_{{$guid}}"), snippet`{{$signature ${key} keyInfo=Assertion}}`]);
}

/** `certificateId`: the id of the certificate; `options`: the options of `$signature`, with a space before them. */
export function signatureBy(
  { prefixes }: BlockPlace,
  key: string | Stop,
  certificateId: string,
  options: string,
): readonly [certificate: Snippet, signature: Snippet] {
  const { prefix: wsse, declaration } = prefixedName({ namespace: securityNamespace, local: "" }, prefixes, "wsse");
  const id = prefixedName({ namespace: utilityNamespace, local: "Id" }, prefixes, "wsu");
  const attributes = `${declaration}${id.declaration} ${id.text}="${certificateId}" EncodingType="${base64Encoding}" ValueType="${certificateType}"`;
  return [
    snippet`<${wsse}:BinarySecurityToken${attributes}>{{$certificate ${key}}}</${wsse}:BinarySecurityToken>`,
    snippet`{{$signature ${key}${options}}}`,
  ];
}

/** Edits that an inserted text needs besides: definitions of variables for credentials, and ids of signed elements. */
export function neededBesides(message: Message, text: string): readonly Edit[] {
  const names = [...text.matchAll(/\{\{\$(?:basic|wsse\.digest) ([^{}"]*)\}\}/g)].flatMap(([, argumentText = ""]) =>
    argumentText.split(" "),
  );
  const definitions = secretDefinitions(message, new Set(names));
  const { envelope } = message;
  const [security] = envelope ? securityBlocksOf(envelope) : [];
  const signed = text.includes("{{$signature ") ? [envelope?.body, security && timestampIn(security)] : [];
  return [
    ...definitions,
    ...signed.flatMap((element) => (element && envelope ? idEdits(envelope.document, element) : [])),
  ];
}

/** The edit that defines variables as secrets above the request, unless they are already defined. */
export function secretDefinitions({ syntax, scope, text }: Message, names: Iterable<string>): readonly Edit[] {
  const missing = [...names].filter((name) => !scope.variables.names.includes(name));
  const lineBreak = firstBreak(text);
  const definitions = missing.map((name) => `@${name} = {{$secret ${name}}}${lineBreak}`).join("");
  return definitions === "" ? [] : [insert(syntax.first.start, definitions)];
}

export function idEdits(document: XmlDocument, element: XmlElement): readonly Edit[] {
  if (idOf(document, element)) return [];
  return [insert(element.nameEnd, idAttribute(document, element, freeId(document, element.local)))];
}

export interface BlockPlace {
  readonly version: SoapVersion;
  readonly firstStop: number;
  readonly prefixes: NamespacesByPrefix;
  /** The name of a key for signing. */
  readonly key?: string | undefined;
}

/** Header blocks of WS-Addressing with destination and action. The response is expected on the same connection. */
export function addressingBlocks(
  place: BlockPlace,
  { action, to }: { readonly action?: string; readonly to?: Stop } = {},
): Snippet {
  const { firstStop: n, prefixes } = place;
  const { prefix: wsa, declaration } = prefixedName({ namespace: addressingNamespace, local: "" }, prefixes, "wsa");
  return lines([
    snippet`<${wsa}:Action${declaration}${mustUnderstand(place)}>${action ?? stop(n, "http://example.org/Operation")}</${wsa}:Action>`,
    snippet`<${wsa}:To${declaration}>${to ?? stop(n + 1, "http://localhost:8000/service")}</${wsa}:To>`,
    snippet`<${wsa}:MessageID${declaration}>${stop(n + 2, "urn:uuid:{{$guid}}")}</${wsa}:MessageID>`,
    snippet`<${wsa}:ReplyTo${declaration}>`,
    `\t<${wsa}:Address>${addressingNamespace}/anonymous</${wsa}:Address>`,
    `</${wsa}:ReplyTo>`,
  ]);
}

/** The attribute `mustUnderstand` with a space before it. It declares the envelope's namespace if that has no prefix. */
export function mustUnderstand({ version, prefixes }: BlockPlace): string {
  const name = prefixedName({ namespace: envelopeNamespaces[version], local: "mustUnderstand" }, prefixes, "soap");
  return `${name.declaration} ${name.text}="${version === "1.1" ? "1" : "true"}"`;
}

/** A signed SAML 2.0 assertion for the holder of the key. It has 3 tab stops, and one for the key. */
export function samlAssertion(
  { firstStop: n, prefixes }: BlockPlace,
  key: string | Stop,
  id: string,
  statements: readonly Snippet[] = [],
): Snippet {
  const { prefix: saml, declaration } = prefixedName(
    { namespace: assertions[0].namespace, local: "" },
    prefixes,
    "saml2",
  );
  const method = "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key";
  const certificate = snippet`<ds:X509Data><ds:X509Certificate>{{$certificate ${key}}}</ds:X509Certificate></ds:X509Data>`;
  return lines([
    `<${saml}:Assertion${declaration} ID="${id}" Version="2.0" IssueInstant="{{$wsu.created}}">`,
    snippet`\t<${saml}:Issuer>${stop(n, "CN=Issuer")}</${saml}:Issuer>`,
    snippet`\t{{$signature ${key}}}`,
    `\t<${saml}:Subject>`,
    snippet`\t\t<${saml}:NameID>${stop(n + 1, "user")}</${saml}:NameID>`,
    `\t\t<${saml}:SubjectConfirmation Method="${method}">`,
    `\t\t\t<${saml}:SubjectConfirmationData>`,
    snippet`\t\t\t\t<ds:KeyInfo xmlns:ds="${signatureNamespace}">${certificate}</ds:KeyInfo>`,
    `\t\t\t</${saml}:SubjectConfirmationData>`,
    `\t\t</${saml}:SubjectConfirmation>`,
    `\t</${saml}:Subject>`,
    `\t<${saml}:Conditions NotBefore="{{$wsu.created}}" NotOnOrAfter="{{$wsu.expires 5 m}}">`,
    snippet`\t\t<${saml}:AudienceRestriction><${saml}:Audience>${stop(n + 2, "https://example.org/service")}</${saml}:Audience></${saml}:AudienceRestriction>`,
    `\t</${saml}:Conditions>`,
    ...statements.map((one) => indented(one)),
    `</${saml}:Assertion>`,
  ]);
}
