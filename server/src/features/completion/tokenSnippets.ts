import { assertions } from "../../security/names.ts";
import { addressingNamespace, envelopeNamespaces } from "../../soap/facts.ts";
import { indented, lines, type Snippet, snippet, stop } from "../../text/snippet.ts";
import {
  addressingBlocks,
  type BlockPlace,
  inSecurity,
  samlAssertion,
  securityBlock,
  signedTimestamp,
  timestamp,
  type WritePart,
} from "../support/headerBlocks.ts";
import { envelope, postHead } from "../support/requestText.ts";

/* Complete requests with tokens of WS-Trust and SAML. */

const trust = "http://docs.oasis-open.org/ws-sx/ws-trust/200512";
const place = (firstStop: number): BlockPlace => ({
  version: "1.2",
  firstStop,
  prefixes: new Map([
    ["soap", envelopeNamespaces["1.2"]],
    ["wsa", addressingNamespace],
  ]),
});

/** A request for a bearer token with user and password (WS-Trust 1.3 section 4), as AD FS expects it. */
export function tokenRequest(host: string): Snippet {
  const service = stop(8, "https://example.org/service");
  const to = stop(4, "https://sts.example.org/adfs/services/trust/13/usernamemixed");
  const header = lines([
    `<soap:Header xmlns:wsa="${addressingNamespace}">`,
    indented(addressingBlocks(place(3), { action: `${trust}/RST/Issue`, to })),
    indented(securityBlock(place(6))),
    "</soap:Header>",
  ]);
  const token = lines([
    `<t:RequestSecurityToken xmlns:t="${trust}">`,
    `\t<t:TokenType>${assertions[0].tokenType}</t:TokenType>`,
    `\t<t:RequestType>${trust}/Issue</t:RequestType>`,
    `\t<t:KeyType>${trust}/Bearer</t:KeyType>`,
    '\t<wsp:AppliesTo xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy">',
    snippet`\t\t<wsa:EndpointReference xmlns:wsa="${addressingNamespace}"><wsa:Address>${service}</wsa:Address></wsa:EndpointReference>`,
    "\t</wsp:AppliesTo>",
    "</t:RequestSecurityToken>",
  ]);
  const head = postHead(host, "1.2", 1, "/adfs/services/trust/13/usernamemixed");
  return lines(["# @scheme https", head, envelope("1.2", token, header)]);
}

export function issuedToken(host: string): Snippet {
  const token: WritePart = () => ["{{issue.response.body.//*:Assertion | xml}}"];
  return lines(["# @name issue", tokenRequest(host), "", "###", postWith(host, 9, [timestamp, token])]);
}

/** An assertion with the attributes of IHE XUA (ITI TF-2 3.40), and a Timestamp that the holder of its key signs. */
export function ownAssertion(host: string, key: string): Snippet {
  const own = stop(1, key);
  const assertion: WritePart = () => ["{{assertion | xml}}"];
  const signature: WritePart = () => snippet`{{$signature ${own} parts="Timestamp" keyInfo=Assertion}}`;
  return lines([
    "@id = _{{$guid}}",
    "# @document assertion",
    "",
    samlAssertion({ ...place(2), prefixes: new Map() }, own, "{{id}}", [authentication(), attributes()]),
    "",
    "###",
    postWith(host, 9, [signedTimestamp, assertion, signature]),
  ]);
}

function postWith(host: string, firstStop: number, security: readonly WritePart[]): Snippet {
  const header = lines(["<soap:Header>", indented(inSecurity(place(firstStop), security)), "</soap:Header>"]);
  const name = stop(firstStop + 2, "Operation");
  const operation = snippet`<${name} xmlns="${stop(firstStop + 3, "http://example.org/")}">${stop(0)}</${name}>`;
  return lines([postHead(host, "1.2", firstStop), envelope("1.2", operation, header)]);
}

function authentication(): Snippet {
  const context = "urn:oasis:names:tc:SAML:2.0:ac:classes:X509";
  return lines([
    '<saml2:AuthnStatement AuthnInstant="{{$wsu.created}}">',
    `\t<saml2:AuthnContext><saml2:AuthnContextClassRef>${context}</saml2:AuthnContextClassRef></saml2:AuthnContext>`,
    "</saml2:AuthnStatement>",
  ]);
}

function attributes(): Snippet {
  const coded = (name: string, content: string) =>
    `<hl7:${name} xmlns:hl7="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="hl7:CE" ${content}/>`;
  const physician =
    'code="309343006" codeSystem="2.16.840.1.113883.6.96" codeSystemName="SNOMED_CT" displayName="Physician"';
  const treatment =
    'code="TREATMENT" codeSystem="2.16.840.1.113883.3.18.7.1" codeSystemName="nhin-purpose" displayName="Treatment"';
  const values: readonly (readonly [string, Snippet])[] = [
    ["urn:oasis:names:tc:xspa:1.0:subject:subject-id", [stop(5, "Dr. Lee")]],
    ["urn:oasis:names:tc:xspa:1.0:subject:organization", [stop(6, "Clinic")]],
    ["urn:oasis:names:tc:xspa:1.0:subject:organization-id", [stop(7, "urn:oid:1.2.3")]],
    ["urn:oasis:names:tc:xacml:2.0:subject:role", [coded("Role", physician)]],
    ["urn:oasis:names:tc:xspa:1.0:subject:purposeofuse", [coded("PurposeOfUse", treatment)]],
    ["urn:oasis:names:tc:xacml:2.0:resource:resource-id", [stop(8, "P1^^^&amp;1.2.3.4&amp;ISO")]],
  ];
  return lines([
    "<saml2:AttributeStatement>",
    ...values.map(
      ([name, value]) =>
        snippet`\t<saml2:Attribute Name="${name}"><saml2:AttributeValue>${value}</saml2:AttributeValue></saml2:Attribute>`,
    ),
    "</saml2:AttributeStatement>",
  ]);
}
