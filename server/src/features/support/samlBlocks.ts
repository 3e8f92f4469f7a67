import { assertions, signatureNamespace } from "../../security/names.ts";
import { indented, lines, type Snippet, type Stop, snippet, stop } from "../../text/snippet.ts";
import type { BlockPlace } from "./headerBlocks.ts";
import { prefixedName } from "./tagName.ts";

/**
 * A SAML 2.0 assertion that confirms the holder of a key, who has signed it. It has 3 placeholders besides those of the key.
 * @param statements its last elements
 */
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
