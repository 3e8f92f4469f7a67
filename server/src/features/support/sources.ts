import * as l10n from "@vscode/l10n";
import type { Fact } from "../../http/facts.ts";
import { paragraphs, prose, strong } from "./markdown.ts";

/** Markdown links to sources such as `RFC 9110 section 8.6`. Several sources are separated by `; `. */
export function sourceLinks(sources: string): string {
  return sources
    .split("; ")
    .map((source) => {
      const address = sourceUrl(source);
      return address === undefined ? prose(source) : `[${prose(source)}](${address})`;
    })
    .join(" · ");
}

/** The URL of a source; `undefined` if it is unknown. */
export function sourceUrl(source: string): string | undefined {
  const rfc = /^RFC (\d+)(?: section ([\d.]+))?$/.exec(source);
  if (rfc) return `https://www.rfc-editor.org/rfc/rfc${rfc[1]}${rfc[2] ? `#section-${rfc[2]}` : ""}`;
  const page = documents.get(source.replace(/ section [\d.]+$/, ""));
  const anchor = anchors.get(source);
  return page && anchor ? `${page}#${anchor}` : page;
}

const anchors: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "SOAP 1.2 part 1 section 5": "soapenv",
    "SOAP 1.2 part 1 section 5.1": "soapenvelope",
    "SOAP 1.2 part 1 section 5.2.3": "soapmu",
    "SOAP 1.2 part 1 section 5.4": "soapfault",
    "SOAP 1.2 part 1 section 5.4.1": "faultcodeelement",
    "SOAP 1.2 part 1 section 5.4.6": "faultcodes",
    "SOAP 1.1 section 4": "_Toc478383494",
    "SOAP 1.1 section 4.2": "_Toc478383497",
    "SOAP 1.1 section 4.2.2": "_Toc478383499",
    "SOAP 1.1 section 4.4": "_Toc478383507",
    "SOAP 1.1 section 5": "_Toc478383512",
  }),
);

const oasis = "https://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";

const documents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "SOAP 1.1": "https://www.w3.org/TR/2000/NOTE-SOAP-20000508/",
    "SOAP 1.2 part 1": "https://www.w3.org/TR/soap12-part1/",
    "SOAP 1.2 part 2": "https://www.w3.org/TR/soap12-part2/",
    MTOM: "https://www.w3.org/TR/soap12-mtom/",
    XOP: "https://www.w3.org/TR/xop10/",
    "XML 1.0": "https://www.w3.org/TR/xml/",
    "Namespaces in XML 1.0": "https://www.w3.org/TR/xml-names/",
    "XML Schema part 1": "https://www.w3.org/TR/xmlschema-1/",
    "XML Schema part 2": "https://www.w3.org/TR/xmlschema-2/",
    "XML Signature": "https://www.w3.org/TR/xmldsig-core/",
    "XML Encryption": "https://www.w3.org/TR/xmlenc-core/",
    "Exclusive XML Canonicalization 1.0": "https://www.w3.org/TR/xml-exc-c14n/",
    "WHATWG Fetch": "https://fetch.spec.whatwg.org/",
    "W3C Content Security Policy": "https://www.w3.org/TR/CSP3/",
    "W3C Trace Context": "https://www.w3.org/TR/trace-context/",
    "WS-Addressing 1.0 Core": "https://www.w3.org/TR/ws-addr-core/",
    "WS-Addressing 1.0 SOAP Binding": "https://www.w3.org/TR/ws-addr-soap/",
    "WS-Addressing 1.0 Metadata": "https://www.w3.org/TR/ws-addr-metadata/",
    "WS-Policy 1.5": "https://www.w3.org/TR/ws-policy/",
    "WSDL 1.1": "https://www.w3.org/TR/wsdl",
    "XLink 1.1": "https://www.w3.org/TR/xlink11/",
    "WS-Security 1.0 SOAP Message Security": `${oasis}soap-message-security-1.0.pdf`,
    "WS-Security UsernameToken Profile 1.0": `${oasis}username-token-profile-1.0.pdf`,
    "WS-Security X.509 Token Profile 1.1": "https://docs.oasis-open.org/wss/v1.1/wss-v1.1-spec-os-x509TokenProfile.pdf",
    "WS-Security X.509 Certificate Token Profile 1.0": `${oasis}x509-token-profile-1.0.pdf`,
  }),
);

/** Markdown with the name and meaning of a fact, paragraphs with details, and the source. */
export function factMarkdown(
  { source, meaning }: Pick<Fact, "source" | "meaning">,
  name: string,
  ...details: readonly (string | undefined)[]
): string {
  return paragraphs(`${strong(name)} — ${prose(meaning())}`, ...details, sourceMarkdown(source));
}

export function sourceMarkdown(source: string): string {
  return l10n.t("Source: {0}", sourceLinks(source));
}
