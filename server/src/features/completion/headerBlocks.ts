import {
  addressingNamespace,
  envelopeNamespaces,
  type SoapVersion,
  securityNamespace,
  utilityNamespace,
} from "../../soap/facts.ts";
import { indented, lines, type Snippet, snippet, stop } from "../../text/snippet.ts";
import { boundPrefix, type NamespacesByPrefix, prefixedName } from "./tagName.ts";

export interface BlockPlace {
  readonly version: SoapVersion;
  readonly firstStop: number;
  readonly prefixes: NamespacesByPrefix;
}

/** WS-Addressing: destination and action, with the response on the same connection. */
export function addressingBlocks(place: BlockPlace): Snippet {
  const { firstStop: n, prefixes } = place;
  const { prefix: wsa, declaration } = prefixedName({ namespace: addressingNamespace, local: "" }, prefixes, "wsa");
  return lines([
    snippet`<${wsa}:Action${declaration}${mustUnderstand(place)}>${stop(n, "http://example.org/Operation")}</${wsa}:Action>`,
    snippet`<${wsa}:To${declaration}>${stop(n + 1, "http://localhost:8000/service")}</${wsa}:To>`,
    snippet`<${wsa}:MessageID${declaration}>${stop(n + 2, "urn:uuid:{{$guid}}")}</${wsa}:MessageID>`,
    snippet`<${wsa}:ReplyTo${declaration}>`,
    `\t<${wsa}:Address>${addressingNamespace}/anonymous</${wsa}:Address>`,
    `</${wsa}:ReplyTo>`,
  ]);
}

/** WS-Security: a timestamp, and a user with a password. */
export function securityBlock(place: BlockPlace): Snippet {
  const { firstStop, prefixes } = place;
  const wsse = prefixedName({ namespace: securityNamespace, local: "Security" }, prefixes, "wsse");
  const wsu = prefixedName({ namespace: utilityNamespace, local: "" }, prefixes, "wsu");
  const inside = new Map([...prefixes, [wsse.prefix, securityNamespace], [wsu.prefix, utilityNamespace]]);
  return lines([
    `<${wsse.text}${wsse.declaration}${wsu.declaration}${mustUnderstand(place)}>`,
    indented(timestamp({ ...place, firstStop: firstStop + 2, prefixes: inside })),
    indented(usernameToken({ ...place, prefixes: inside })),
    `</${wsse.text}>`,
  ]);
}

export function timestamp({ firstStop: n, prefixes }: BlockPlace): Snippet {
  const { prefix: wsu, declaration } = prefixedName({ namespace: utilityNamespace, local: "" }, prefixes, "wsu");
  return lines([
    `<${wsu}:Timestamp${declaration}>`,
    snippet`\t<${wsu}:Created>${stop(n, "{{$datetime iso8601}}")}</${wsu}:Created>`,
    snippet`\t<${wsu}:Expires>${stop(n + 1, "{{$datetime iso8601 5 m}}")}</${wsu}:Expires>`,
    `</${wsu}:Timestamp>`,
  ]);
}

const passwordText = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText";

export function usernameToken({ firstStop: n, prefixes }: BlockPlace): Snippet {
  const { prefix: wsse, declaration } = prefixedName({ namespace: securityNamespace, local: "" }, prefixes, "wsse");
  return lines([
    `<${wsse}:UsernameToken${declaration}>`,
    snippet`\t<${wsse}:Username>${stop(n, "user")}</${wsse}:Username>`,
    snippet`\t<${wsse}:Password Type="${passwordText}">${stop(n + 1, "password")}</${wsse}:Password>`,
    `</${wsse}:UsernameToken>`,
  ]);
}

/** "" where the envelope has no prefix: an attribute without one would be in no namespace. */
function mustUnderstand({ version, prefixes }: BlockPlace): string {
  const prefix = boundPrefix(prefixes, envelopeNamespaces[version]);
  return prefix === undefined ? "" : ` ${prefix}:mustUnderstand="${version === "1.1" ? "1" : "true"}"`;
}
