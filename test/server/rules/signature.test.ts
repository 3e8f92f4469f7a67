import assert from "node:assert/strict";
import {
  analyze,
  type DocumentFinding,
  diagnose,
  type Keys,
  outgoingOf,
  requestAt,
} from "../../../server/src/service/languageService.ts";
import { codesOf } from "../../support/findings.ts";
import { certificatesOf } from "../../support/keyFiles.ts";
import { marked } from "../../support/marked.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around } from "../../support/resolver.ts";
import { rulesIn } from "../../support/ruleExamples.ts";
import { request, secured, testKeys, timestamp, token } from "../../support/signing.ts";

const count = "Content-Length: {{$contentLength}}\n";

function analysisOf(text: string, keys: Keys = testKeys) {
  return analyze(text, undefined, around({ keys }));
}

const describe = (findings: readonly DocumentFinding[]) =>
  findings.map(({ code, message }) => `${code}: ${message}`).join("\n");
const inSecurity = (security: string, options: Parameters<typeof secured>[1] = {}) =>
  request(secured(security, options), count);
const rules = (makesText: (content: string) => string, keys = testKeys) =>
  rulesIn(makesText, { resolver: around({ keys }) });
const use = (name: string) => inSecurity(`{{$signature ${name} keyInfo=Thumbprint}}`);
const withOptions = (options: string) => inSecurity(`{{$signature me keyInfo=Thumbprint ${options}}}`);
const withParts = (names: string, header = "") =>
  inSecurity(`{{$signature me keyInfo=Thumbprint parts="${names}"}}`, { header });
const noIds = timestamp.replace(' wsu:Id="TS"', "");
const withoutId = (reference: string, before = "") => inSecurity(`${before}${reference}`, { id: "" });
const signature = "{{$signature me keyInfo=Thumbprint}}";
const withId = (id: string, text: string) => text.replace("<soap:Body>", `<soap:Body ${id}>`);
const withoutPrefix = (text: string) => text.replace(/ xmlns:wsu="[^"]*"/, "");
const utility = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const unnamed = token("me").replace(' wsu:Id="X509"', "");

rules((security) => inSecurity(security))`
  signature-place
    what follows the signature in wsse:Security | «{{$signature me keyInfo=Thumbprint}}»⏎      ${timestamp}
      → Move to the end of wsse:Security | ${timestamp}⏎      {{$signature me keyInfo=Thumbprint}}
    text that follows the signature | «{{$signature me keyInfo=Thumbprint}}» x
    a signature in an attribute | <a b="«{{$signature me}}»"/>

  signature-token
    a missing token | «{{$signature me}}»
      → Insert BinarySecurityToken | ${token("me")}⏎      {{$signature me}}
    a token without an id | ${unnamed}«{{$signature me}}»
      → Add wsu:Id="X509" | ${token("me")}{{$signature me}}
    a token with another certificate | ${token("ec256")}«{{$signature me}}»
      → Insert BinarySecurityToken | ${token("ec256")}${token("me").replace("X509", "X509-2")}{{$signature me}}
    an unknown keyInfo | {{$signature me keyInfo=«Thumbprints»}}
      → Change to Thumbprint | {{$signature me keyInfo=Thumbprint}}
`;

rules((body) => inSecurity(timestamp, { body }))`
  signature-place
    a signature in a comment | <!--«{{$signature me}}»-->
    a signature in a CDATA section | <m:a><![CDATA[«{{$signature me}}»]]></m:a>
`;

rules(use)`
  signature-key
    a misspelled key | «mee»
      says There is no key mee.
      → Change to me | me
    a key without a private key | «root»
      says The file of the key root contains only certificates. Add its private key to sign with it.
    a certificate without SubjectKeyIdentifier only where it is needed | me
`;

rules(withOptions)`
  signature-algorithm
    an unknown algorithm | algorithm=«rsa-sha265»
      → Change to rsa-sha256 | algorithm=rsa-sha256
    an unknown digest | digest="«sha-512»"
      → Change to sha512 | digest="sha512"
    an unknown option | «digests»=sha1
      → Change to digest | digest=sha1
    a repeated option | digest=sha1 «digest»=sha1
    a word | «more»
    parts without keyInfo | «parts="Body»
`;

rules((parts) => withParts(parts))`
  signature-part
    a misspelled name | Body «Boddy»
      → Change to Body | Body Body
    a name that no element has | «Tome»
      says There is no Tome to sign. Name an element, or its id: #id.
    an id that no element has | «#none»
      says No element has the id none.
    the element that contains the signature | «Security»
      says Security contains this signature, so it can't be signed by it without transforms="enveloped exclusive".
`;

rules((header) => withParts(header.includes("#") ? "«#a»" : "«To»", header.replace("#", "")))`
  signature-part
    a name that several elements have | <m:To/><m:To/>
      says There are several elements To. Name the one to sign by its id: #id.
    an id that several elements have | #<m:x Id="a"/><m:y ID="a"/>
      says There are several elements #a. Name the one to sign by its id: #id.
    an element whose id occurs twice | <m:To Id="a"/><m:y ID="a"/>
      says The id of To occurs twice. Each id must be unique.
`;

rules((text) => text)`
  signature-place
    a signature in a header | ${inSecurity(timestamp).replace("\n\n", "\nX-Signature: «{{$signature me}}»\n\n")}

  signature-part
    missing names | ${withParts("«»")}
      says Missing names of the parts, such as parts="Body Timestamp".
    an element without an id | ${withParts("«To»", "<m:To/>")}
      → Add wsu:Id="To" | ${withParts("To", '<m:To wsu:Id="To"/>')}
    each part without an id | ${withoutId(`««${signature}»»`, noIds)} | besides signature-part
      → Add wsu:Id="Body" | ${withId('wsu:Id="Body"', withoutId(signature, noIds))}
    a part whose usual id another element has | ${withoutId(`«${signature}»`, '<x wsu:Id="Body"/>')}
      → Add wsu:Id="Body-2" | ${withId('wsu:Id="Body-2"', withoutId(signature, '<x wsu:Id="Body"/>'))}
    a part without the prefix of ids | ${withoutPrefix(withoutId(`«${signature}»`))}
      → Add wsu:Id="Body" | ${withId(`xmlns:wsu="${utility}" wsu:Id="Body"`, withoutPrefix(withoutId(signature)))}

  signature-key
    a missing name of the key | ${inSecurity("{{«$signature»}}")}
      says Missing name of the key: {{$signature NAME}}.

  signature-algorithm
    an algorithm for another kind of key | ${withOptions("algorithm=«ecdsa-sha256»")}
      → Remove algorithm | ${use("me")}
`;

const own = (parent: string) => `<m:${parent} Id="${parent}">{{$signature me}}</m:${parent}>`;
const fifty = Array.from({ length: 50 }, (_, at) => own(`a${at}`)).join("");
const covering = (name: string, other: string) =>
  `<m:${name} Id="p-${name}">«{{$signature me id=${name} parts="#p-${name} #${other}"}}»</m:${name}>`;
const cycle = covering("a", "b") + covering("b", "a");
const cyclic = `<m:x>${cycle}<m:c>{{$signature me parts=#a}}</m:c></m:x>`;

rules((body) => inSecurity(timestamp, { body }))`
  signature-place
    the signatures after the first 50 of a message | ${fifty}<m:b>«{{$signature me}}»</m:b><m:c>«{{$signature me}}»</m:c>
      says A message has at most 50 signatures.
    50 signatures | ${fifty}

  computed-cycle
    signatures that cover each other at each of them | ${cyclic}
      says a depends on itself: a → b → a.
`;

const names = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `#a${from + at}`).join(" ");
const header = Array.from({ length: 202 }, (_, at) => `<m:a Id="a${at}"/>`).join("");

rules((more) => {
  const second = `{{$signature me keyInfo=Thumbprint parts="${names(50, 150)}${more && ` ${more}`}"}}`;
  return inSecurity(`{{$signature me keyInfo=Thumbprint parts="${names(150)}"}}${second}`, { header });
})`
  signature-part
    the first reference after 200 in a message | «#a200» #a201
      says The signatures of a message have at most 200 references.
    200 references |
`;

const refused: Keys = { ...testKeys, find: () => ({ kind: "refused", why: "The passphrase of the key me is wrong." }) };
const withBits = (bits: number): Keys => ({
  ...testKeys,
  find: () => ({ kind: "key", info: { certificates: certificatesOf("me.pem"), algorithm: { kind: "rsa", bits } } }),
});

rules(use, refused)`
  signature-key
    a refused key | «me»
      says The passphrase of the key me is wrong.
`;

for (const bits of [512, 8193])
  rules(use, withBits(bits))`
    signature-key
      an RSA key with ${`${bits}`} bits | «me»
        says The RSA key me has ${`${bits}`} bits. It must have 1024 to 8192.
  `;

rules(use, withBits(8192))`
  signature-key
    an RSA key with 8192 bits | me
`;

suite("signatures", () => {
  test("a variable can't contain a signature", () => {
    const findings = diagnose(analysisOf(`@s = {{$signature me}}\n${inSecurity("{{s}}")}`));
    assert.deepEqual(codesOf(findings), ["signature-place", "variable-undefined"]);
  });

  test("a signature in XML that isn't well-formed is reported", () => {
    const text = inSecurity(signature, { body: "<a>" });
    assert.match(describe(diagnose(analysisOf(text))), /signature-place: The XML isn't well-formed/);
  });

  test("a cycle has a message for each of its signatures, with the others", () => {
    const { text, spans } = marked(inSecurity(timestamp, { body: cyclic }));
    const [first, second] = diagnose(analysisOf(text));
    const [related] = first?.related ?? [];
    assert.deepEqual([related?.at.start, related?.message], [spans[1]?.start, "b is a part of the cycle"]);
    assert.equal(second?.message, "b depends on itself: b → a → b.");
  });

  test("a check without any keys doesn't report them, but nothing is sent", () => {
    const analysis = analysisOf(use("me"), { ...testKeys, find: () => ({ kind: "unnamed" }) });
    assert.deepEqual(describe(diagnose(analysis)), "");
    const info = requestAt(analysis, 0);
    assert.ok(info);
    const made = outgoingOf(analysis, info, fixedSending);
    assert.ok(made.kind === "unsendable");
    assert.match(describe(made.problems), /^signature-key: There is no key me\./);
  });
});

const assertion = (attributes: string, content = "") =>
  `<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion"${attributes}>${content}</a:Assertion>`;
const keyInfo = "{{$signature me parts=Timestamp keyInfo=«Assertion»}}";
const known = keyInfo.replace(/[«»]/g, "");
const two = assertion(' ID="_1"') + assertion(' ID="_2"');
const nested = assertion(' ID="_1"', `<a:Advice>${assertion(' ID="_3"')}</a:Advice>`);
const old = assertion(' ID="_1"').replaceAll("SAML:2.0", "SAML:1.0");
const issued = `# @name issue\n${inSecurity(timestamp)}\n###\n`;
const issuedToken = "{{issue.response.body.//*:Assertion | xml}}";
const body = assertion(' ID="_2"');

rules((content) => inSecurity(`${timestamp}${content}`))`
  signature-token
    a message without an assertion | ${keyInfo}
      says keyInfo=Assertion needs a SAML assertion. Insert it into wsse:Security, such as {{assertion | xml}}.
    several assertions in wsse:Security | ${two}${keyInfo}
      says There are 2 SAML assertions. Put only the one of keyInfo=Assertion into wsse:Security.
    an assertion without an ID | ${assertion("")}${keyInfo}
      says The SAML assertion has no ID, by which the signature refers to it. Add it.
    an assertion of SAML 1.0 without an AssertionID | ${old}${keyInfo}
      says The SAML assertion has no AssertionID, by which the signature refers to it. Add it.
`;

rules((text) => text)`
  signature-token
    several assertions of which one is in wsse:Security | ${inSecurity(`${timestamp}${nested}${known}`, { body })}
    a token of a response as the assertion | ${issued}${inSecurity(`${timestamp}${issuedToken}${known}`, { body })}
    a token of a response as a signed part | ${issued}${inSecurity(`${timestamp}${issuedToken}{{$signature me parts="Assertion" keyInfo=Thumbprint}}`)}
    a token of a response outside of wsse:Security | ${issued}${inSecurity(`${timestamp}${keyInfo}`, { body: issuedToken })}

  computed-cycle
    signatures of a document that cover each other | # @document d⏎⏎<m:d xmlns:m="urn:m">${cycle}</m:d>⏎###⏎${inSecurity(timestamp, { body: "<m:x>{{d}}</m:x>" })}
`;

const confirming = (key: string) =>
  assertion(
    ' ID="_1"',
    `<a:Subject><a:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:holder-of-key"><a:SubjectConfirmationData><d:X509Data xmlns:d="http://www.w3.org/2000/09/xmldsig#"><d:X509Certificate>{{$certificate ${key}}}</d:X509Certificate></d:X509Data></a:SubjectConfirmationData></a:SubjectConfirmation></a:Subject>`,
  );
const signedBy = (key: string, holder: string) =>
  inSecurity(`${timestamp}${confirming(holder)}{{$signature ${key} parts=Timestamp keyInfo=Assertion}}`);

rules((text) => text)`
  signature-holder
    an assertion that confirms the holder of another key | ${signedBy("«me»", "ec256")}
      says The assertion confirms the holder of the key of CN=ec256, but the signature is by the key me. Use the same key for both.
    an assertion that confirms the holder of the key | ${signedBy("ec256", "ec256")}
    an assertion that names no key | ${signedBy("me", "ec256").replace(/<a:Subject>.*<\/a:Subject>/, "")}
`;
