import * as l10n from "@vscode/l10n";
import type { Message } from "../../message/message.ts";
import { insert } from "../../rules/edits.ts";
import type { Edit } from "../../rules/rule.ts";
import { idAttribute } from "../../rules/signature/fixes.ts";
import { securityHeaders as securityBlocksOf, timestampIn } from "../../security/header.ts";
import { freeId, idOf } from "../../security/ids.ts";
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
import { type BlockPlace, mustUnderstand } from "./headerBlocks.ts";
import { samlAssertion } from "./samlBlocks.ts";
import { prefixedName } from "./tagName.ts";

/** A part of `wsse:Security`: its label, a word that finds it, and its text. */
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

/** What can be inserted into `wsse:Security`. */
export function securityContents(place: BlockPlace): readonly BlockEntry[] {
  return securityParts.map(({ label, word, write }) => [label, word, write(place)]);
}

/** The same in a header block of its own. */
export function securityHeaders(place: BlockPlace): readonly BlockEntry[] {
  return [
    [l10n.t("WS-Security: user and timestamp"), "wsse", securityBlock(place)],
    ...securityParts.map(({ label, word, write }): BlockEntry => {
      const parts = write === signature || write === assertion ? [signedTimestamp, write] : [write];
      return [label, `wsse ${word}`, inSecurity(place, parts)];
    }),
  ];
}

/** A timestamp, and a user with a password. */
export function securityBlock(place: BlockPlace): Snippet {
  return inSecurity(place, [timestamp, usernameToken]);
}

/** A header block with parts. */
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

/** With the id by which a signature refers to it. */
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

/** A certificate, and the signature whose key it has: of the Body and the Timestamp, if these have ids. */
function signature(place: BlockPlace): Snippet {
  return lines(signatureBy(place, stop(place.firstStop, place.key ?? "me"), "X509", ""));
}

/** The key of an encrypted Body, for the certificate of a service. */
function encryption({ firstStop }: BlockPlace): Snippet {
  return snippet`{{$encrypted ${stop(firstStop, "service")}}}`;
}

/** A SAML assertion, and the signature of the holder whom it confirms. */
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

/** What a text needs elsewhere in the request: definitions of the variables of its credentials, and ids of what it signs. */
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

/** The edit that defines variables as secrets, above the request, unless they are defined. */
export function secretDefinitions({ syntax, scope, text }: Message, names: Iterable<string>): readonly Edit[] {
  const missing = [...names].filter((name) => !scope.names.includes(name));
  const lineBreak = firstBreak(text);
  const definitions = missing.map((name) => `@${name} = {{$secret ${name}}}${lineBreak}`).join("");
  return definitions === "" ? [] : [insert(syntax.first.start, definitions)];
}

/** The edit that writes a `wsu:Id` into an element without an id. */
export function idEdits(document: XmlDocument, element: XmlElement): readonly Edit[] {
  if (idOf(document, element)) return [];
  return [insert(element.nameEnd, idAttribute(document, element, freeId(document, element.local)))];
}
