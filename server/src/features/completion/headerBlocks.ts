import { addressingNamespace, type SoapVersion, securityNamespace, utilityNamespace } from "../../soap/facts.ts";
import { lines, type Snippet, snippet, stop } from "./item.ts";

/** Where header blocks are put. */
export interface BlockPlace {
  readonly version: SoapVersion;
  /** That of the envelope's namespace; "" where it has none. */
  readonly envelopePrefix: string;
  readonly firstStop: number;
  /** The prefixes that are declared there, with their namespaces. */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** WS-Addressing's: where the message goes, what it wants, and that the answer comes back on the same connection. */
export function addressingBlocks(place: BlockPlace): Snippet {
  const { firstStop: n } = place;
  const wsa = named(place, "wsa", addressingNamespace);
  const p = wsa.prefix;
  return lines([
    snippet`<${p}:Action${wsa.declaration}${mustUnderstand(place)}>${stop(n, "http://example.org/Operation")}</${p}:Action>`,
    snippet`<${p}:To${wsa.declaration}>${stop(n + 1, "http://localhost:8000/service")}</${p}:To>`,
    snippet`<${p}:MessageID${wsa.declaration}>${stop(n + 2, "urn:uuid:{{$guid}}")}</${p}:MessageID>`,
    snippet`<${p}:ReplyTo${wsa.declaration}>`,
    `\t<${p}:Address>${addressingNamespace}/anonymous</${p}:Address>`,
    `</${p}:ReplyTo>`,
  ]);
}

/** WS-Security's: a timestamp and a user with a password. */
export function securityBlock(place: BlockPlace): Snippet {
  const { firstStop: n } = place;
  const wsse = named(place, "wsse", securityNamespace);
  const wsu = named(place, "wsu", utilityNamespace);
  const declarations = `${wsse.declaration}${wsu.declaration}`;
  return lines([
    `<${wsse.prefix}:Security${declarations}${mustUnderstand(place)}>`,
    ...indentedLines(timestamp(wsu.prefix, n + 2)),
    ...indentedLines(usernameToken(wsse.prefix, n)),
    `</${wsse.prefix}:Security>`,
  ]);
}

/** The timestamp alone, for a Security that is there. */
export function timestampBlock(place: BlockPlace): Snippet {
  const wsu = named(place, "wsu", utilityNamespace);
  return lines(timestamp(wsu.prefix, place.firstStop, wsu.declaration));
}

/** The user alone, for a Security that is there. */
export function usernameBlock(place: BlockPlace): Snippet {
  const wsse = named(place, "wsse", securityNamespace);
  return lines(usernameToken(wsse.prefix, place.firstStop, wsse.declaration));
}

function timestamp(wsu: string, number: number, declaration = ""): readonly Snippet[] {
  return [
    [`<${wsu}:Timestamp${declaration}>`],
    snippet`\t<${wsu}:Created>${stop(number, "{{$datetime iso8601}}")}</${wsu}:Created>`,
    snippet`\t<${wsu}:Expires>${stop(number + 1, "{{$datetime iso8601 5 m}}")}</${wsu}:Expires>`,
    [`</${wsu}:Timestamp>`],
  ];
}

function usernameToken(wsse: string, number: number, declaration = ""): readonly Snippet[] {
  const text = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText";
  return [
    [`<${wsse}:UsernameToken${declaration}>`],
    snippet`\t<${wsse}:Username>${stop(number, "user")}</${wsse}:Username>`,
    snippet`\t<${wsse}:Password Type="${text}">${stop(number + 1, "password")}</${wsse}:Password>`,
    [`</${wsse}:UsernameToken>`],
  ];
}

function indentedLines(parts: readonly Snippet[]): Snippet[] {
  return parts.map((part) => ["\t", ...part]);
}

/** Attributes without a prefix are in no namespace, so the envelope has to have one. */
function mustUnderstand({ version, envelopePrefix }: BlockPlace): string {
  return envelopePrefix === "" ? "" : ` ${envelopePrefix}:mustUnderstand="${version === "1.1" ? "1" : "true"}"`;
}

/** The prefix that is declared for a namespace, or the usual one and its declaration. */
function named({ prefixes }: BlockPlace, usual: string, namespace: string) {
  for (const [prefix, bound] of prefixes) {
    if (prefix !== "" && bound === namespace) return { prefix, declaration: "" };
  }
  let prefix = usual;
  while (prefixes.has(prefix)) prefix += "1";
  return { prefix, declaration: ` xmlns:${prefix}="${namespace}"` };
}
