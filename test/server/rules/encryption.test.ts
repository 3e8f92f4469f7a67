import assert from "node:assert/strict";
import { encryptionRules } from "../../../server/src/rules/encryption.ts";
import { analyze, diagnose, type Keys, outgoingOf, requestAt } from "../../../server/src/service/languageService.ts";
import { codesOf, messagesOf } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around } from "../../support/resolver.ts";
import { rulesIn } from "../../support/ruleExamples.ts";
import { request, secured, testKeys, timestamp, token } from "../../support/signing.ts";

const analysisOf = (text: string, keys: Keys = testKeys) => analyze(text, undefined, around({ keys }));
const inSecurity = (security: string, options: Parameters<typeof secured>[1] = {}) =>
  request(secured(security, options), "Content-Length: {{$contentLength}}\n");

/** A multipart request with an attachment. */
const withAttachment = (security: string, id: string) =>
  `POST /s HTTP/1.1\nHost: h\nContent-Type: multipart/related; boundary="b"; type="text/xml"\nSOAPAction: ""\nContent-Length: {{$contentLength}}\n\n--b\nContent-Type: text/xml; charset=utf-8\n\n${secured(security)}\n--b\nContent-Type: text/plain\nContent-ID: <${id}>\n\n5\n--b--\n`.replaceAll(
    "\n",
    "\r\n",
  );

const rules = (makesText: (content: string) => string) => rulesIn(makesText, { resolver: around({ keys: testKeys }) });

const cycle = `${token("me")}«{{$signature me id=first}}»«{{$encrypted me}}»«{{$signature me parts="#first"}}»`;

rules((security) => inSecurity(security))`
  encryption-part
    a misspelled part | {{$encrypted me parts="«Boddy»"}}
      says There is no Boddy to encrypt. Name an element, or its id: #id.
      → Change to Body | {{$encrypted me parts="Body"}}
    an id that no element has | {{$encrypted me parts="«#x»"}}
      says No element has the id x.
    the element that contains the key | {{$encrypted me parts="«Security»"}}
      says Security contains the key of the encryption, so it can't be encrypted.
    a part of a body that isn't multipart | {{$encrypted me parts="«cid:p»"}}
      says No part of the body has the Content-ID p.
    a part that is named twice | {{$encrypted me parts="Body «Body»"}}
      says Body is encrypted twice.
    a part that two references encrypt | {{$encrypted me}}«{{$encrypted me}}»
      says Body is encrypted twice.

  encryption-key
    a missing name of the key | {{«$encrypted»}}
      says Missing name of the key: {{$encrypted NAME}}.
    a key that isn't there | {{$encrypted «you»}}
      says There is no key you.
    a key that isn't RSA | {{$encrypted «ec256»}}
      says The key ec256 isn't an RSA key, so nothing can be encrypted for it.
    a missing token | «{{$encrypted me keyInfo=BinarySecurityToken}}»
      says There is no wsse:BinarySecurityToken with the certificate of the key me and an id in this wsse:Security.
      → Insert BinarySecurityToken | ${token("me")}⏎      {{$encrypted me keyInfo=BinarySecurityToken}}

  encryption-algorithm
    a misspelled algorithm | {{$encrypted me algorithm=«aes128-gmc»}}
      → Change to aes128-gcm | {{$encrypted me algorithm=aes128-gcm}}
    a misspelled option | {{$encrypted me «digset»=sha256}}
      → Change to digest | {{$encrypted me digest=sha256}}
    a digest of an algorithm that has none | {{$encrypted me key=rsa-1_5 digest=«sha256»}}
      says rsa-1_5 has no option digest.
    an mgf of an algorithm that has none | {{$encrypted me mgf=«sha256»}}
      says rsa-oaep-mgf1p has no option mgf.

  computed-cycle
    a signature above an encryption that a signature below it covers | ${cycle}
      says first depends on itself: first → {{$encrypted me}} → {{$signature me parts="#first"}} → first.
`;

const misplaced = "$encrypted must be in wsse:Security. In a payload, write {{NAME | xenc KEY | xml}}.";
const element = '<m:a wsu:Id="a"/>';
const signed = (parts: string, reference = '{{$signature me parts="#a"}}') =>
  inSecurity(`${token("me")}${reference}{{$encrypted me parts="${parts}"}}`, { body: '<m:a wsu:Id="a">1</m:a>' });
const issued = `# @name issue\n${inSecurity(timestamp)}\n###\n`;
const markup = "{{issue.response.body.//*:Assertion | xml}}";
const encrypted = '{{$encrypted me parts="Assertion #_1"}}';
const inVariable = `@assertion = ${markup}\n${issued}${inSecurity(`{{assertion}}${encrypted}`)}`;
const id = `@id = {{issue.response.body.//*:Id}}\n${issued}`;
const misspelled = inSecurity('{{$encrypted me parts="«Assertion»"}}', {
  body: "<m:a>{{issue.response.body.//*:Id}}</m:a>",
});
const ofParts = (parts: string) => withAttachment(`{{$encrypted me parts="${parts}"}}`, "p@h");
const xop = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:p%40h"/>';
const including = (reference: string, include = xop) =>
  withAttachment(`${timestamp}${reference}`, "p@h").replace("<m:a>1</m:a>", `<m:a>${include}</m:a>`);
const included = (reference: string) => including(reference, `«${xop}»`);

rules((text) => text)`
  encryption-place
    a reference in a header block | ${inSecurity(timestamp, { header: "«{{$encrypted me}}»" })}
      says ${misplaced}
    a reference in the payload | ${inSecurity(timestamp, { body: "<m:a>«{{$encrypted me}}»</m:a>" })}
      says ${misplaced}
    a reference in a comment | ${inSecurity(timestamp, { body: "<!--«{{$encrypted me}}»-->" })}
      says ${misplaced}
    a reference in a header | ${inSecurity(timestamp).replace("\n\n", "\nX-A: «{{$encrypted me}}»\n\n")}
      says ${misplaced}

  encryption-part
    a name that several elements have | ${inSecurity('{{$encrypted me parts="«To»"}}', { header: "<m:To/><m:To/>" })}
      says There are several elements To. Name the one to encrypt by its id: #id.
    an element in an encrypted part | ${inSecurity('{{$encrypted me parts="Body «#a»"}}', { body: element })}
      says #a is encrypted twice.
    parts that markup of a response may contain | ${issued}${inSecurity(`${markup}${encrypted}`)}
    parts that a variable may contain | ${inVariable}
    parts of a signature that a variable may contain | ${inVariable.replace(encrypted, '{{$signature me parts="Assertion" keyInfo=Assertion}}')}
    an id that a variable may be | ${id}${inSecurity('{{$encrypted me parts="#_1"}}', { body: '<m:a wsu:Id="{{id}}"/>' })}
    a Content-ID that a variable may be | ${id}${withAttachment('{{$encrypted me parts="cid:p"}}', "{{id}}")}
    a part that the text of a response can't contain | ${misspelled}⏎###⏎${issued}
    a part of the body twice, however its cid: is written | ${ofParts("cid:p@h «cid:p%40h»")}
      says cid:p%40h is encrypted twice.
    the root of the body | ${ofParts("«cid:root»").replace("charset=utf-8\r\n", "charset=utf-8\r\nContent-ID: <root>\r\n")}
      says No part of the body has the Content-ID root.

  encryption-attachment
    a part that an encrypted Body includes | ${included("{{$encrypted me}}")}
      says xop:Include is encrypted, but not the part p@h that it inserts. Add cid:p%40h to parts.
      → Add cid:p%40h | ${including('{{$encrypted me parts="Body cid:p%40h"}}')}
    a part that one encrypted part includes | ${included("{{$encrypted me parts=Body}}")}
      → Add cid:p%40h | ${including('{{$encrypted me parts="Body cid:p%40h"}}')}
    a part that the last of several encrypted parts includes | ${included('{{$encrypted me parts="Timestamp Body"}}')}
      → Add cid:p%40h | ${including('{{$encrypted me parts="Timestamp Body cid:p%40h"}}')}
    a part that another reference encrypts | ${including('{{$encrypted me parts="cid:p@h"}}{{$encrypted me}}')}
    a part that no encrypted part includes | ${including('{{$encrypted me parts="Timestamp"}}')}

  signature-part
    what is inside of a part that was encrypted before | ${signed("Body", '«{{$signature me parts="#a"}}»')}
      says a is encrypted below this signature, so it can't be signed. Sign what is around it, or encrypt above.
    an element that is encrypted itself | ${signed("#a")}

  content-length-mismatch
    another length than that of the encrypted message | ${request(secured("{{$encrypted me}}"), "Content-Length: «1»\n")}
`;

suite("the rules of $encrypted", () => {
  test("Each error prevents sending", () => {
    for (const { code, severity, traits } of encryptionRules)
      assert.equal(traits.preventsSending ?? false, severity === "error", code);
  });

  test("A request with an error in its encryption isn't sent", () => {
    for (const text of [
      ...["Boddy", "Body Body"].map((parts) => inSecurity(`{{$encrypted me parts="${parts}"}}`)),
      ...["{{$encrypted you}}", "{{$encrypted me mgf=sha256}}"].map((security) => inSecurity(security)),
      inSecurity(timestamp, { body: "<m:a>{{$encrypted me}}</m:a>" }),
      inSecurity(cycle.replace(/[«»]/g, "")),
      signed("Body"),
    ]) {
      const analysis = analysisOf(text);
      const message = requestAt(analysis, 0);
      assert.ok(message);
      assert.notEqual(outgoingOf(analysis, message, fixedSending).kind, "message", text);
    }
  });

  test("A variable can't contain an encryption", () => {
    const findings = diagnose(analysisOf(`@e = {{$encrypted me}}\n${inSecurity("{{e}}")}`));
    assert.deepEqual(codesOf(findings), ["encryption-place", "variable-undefined"]);
  });

  test("Missing names of parts are reported", () => {
    const [message = ""] = messagesOf(diagnose(analysisOf(inSecurity('{{$encrypted me parts=""}}'))));
    assert.match(message, /^Missing names of the parts, such as/);
  });

  test("At most one part more than the maximum is read", () => {
    const parts = (count: number) => Array.from({ length: count }, (_, at) => `Part${at}`);
    const analysis = analysisOf(inSecurity(`{{$encrypted me parts="${parts(1000).join(" ")}"}}`));
    const messages = requestAt(analysis, 0)?.message.body?.signatures.encryptions[0]?.problems ?? [];
    assert.equal(messages.length, 51);
    assert.deepEqual(messages.at(-1), { kind: "part", why: "too-many", name: "Part50", at: messages.at(-1)?.at });
  });

  test("The check reports no keys if the command names none, and counts no bytes", () => {
    const none: Keys = { ...testKeys, find: () => ({ kind: "unnamed" }) };
    const analysis = analysisOf(inSecurity("{{$encrypted service}}"), none);
    assert.deepEqual(diagnose(analysis), []);
    assert.equal(requestAt(analysis, 0)?.message.bodyLength, undefined);
  });
});
