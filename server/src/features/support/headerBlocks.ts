import { addressingNamespace, envelopeNamespaces, type SoapVersion } from "../../soap/facts.ts";
import { lines, type Snippet, type Stop, snippet, stop } from "../../text/snippet.ts";
import { type NamespacesByPrefix, prefixedName } from "./tagName.ts";

export interface BlockPlace {
  readonly version: SoapVersion;
  readonly firstStop: number;
  readonly prefixes: NamespacesByPrefix;
  /** The name of a key that can sign. */
  readonly key?: string | undefined;
}

/** WS-Addressing: destination and action, with the response on the same connection. */
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

/** The attribute with a space before it; it declares the envelope's namespace where it has no prefix. */
export function mustUnderstand({ version, prefixes }: BlockPlace): string {
  const name = prefixedName({ namespace: envelopeNamespaces[version], local: "mustUnderstand" }, prefixes, "soap");
  return `${name.declaration} ${name.text}="${version === "1.1" ? "1" : "true"}"`;
}
