import assert from "node:assert/strict";
import { encryptionRules } from "../../../server/src/rules/encryption.ts";
import {
  analyze,
  applyEdits,
  diagnose,
  fixesOf,
  type Keys,
  outgoingOf,
  requestAt,
} from "../../../server/src/service/languageService.ts";
import { codesOf } from "../../support/findings.ts";
import { expectAtMarks, marked } from "../../support/marked.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around } from "../../support/resolver.ts";
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

/** Asserts that exactly the marked spans have findings with a code, and that it isn't sent; returns the messages, and the text after the first fix. */
function expectFinding(code: string, source: string) {
  const typed = marked(source);
  const { text } = typed;
  const analysis = analysisOf(text);
  const findings = diagnose(analysis).filter(({ severity }) => severity !== "hint");
  const messages = findings.map(({ message }) => message).join("\n");
  expectAtMarks(typed, findings);
  assert.deepEqual([...new Set(findings.map((one) => one.code))], [code], messages);
  const message = requestAt(analysis, 0);
  assert.ok(message);
  assert.notEqual(outgoingOf(analysis, message, fixedSending).kind, "message");
  const [first] = findings;
  const [fix] = first ? fixesOf(analysis, first) : [];
  return { messages, fixed: fix && applyEdits(text, fix.edits) };
}

suite("the rules of $encrypted", () => {
  test("Each error prevents sending", () => {
    for (const { code, severity, traits } of encryptionRules)
      assert.equal(traits.preventsSending ?? false, severity === "error", code);
  });

  test("A place outside of wsse:Security is reported", () => {
    const outside = [
      inSecurity(timestamp, { header: "«{{$encrypted me}}»" }),
      inSecurity(timestamp, { body: "<m:a>«{{$encrypted me}}»</m:a>" }),
      inSecurity(timestamp, { body: "<!--«{{$encrypted me}}»-->" }),
      inSecurity(timestamp).replace("\n\n", "\nX-A: «{{$encrypted me}}»\n\n"),
    ];
    for (const text of outside)
      assert.equal(
        expectFinding("encryption-place", text).messages,
        "$encrypted must be in wsse:Security. In a payload, write {{NAME | xenc KEY | xml}}.",
      );
  });

  test("A variable can't contain an encryption", () => {
    const findings = diagnose(analysisOf(`@e = {{$encrypted me}}\n${inSecurity("{{e}}")}`));
    assert.deepEqual(codesOf(findings), ["encryption-place", "variable-undefined"]);
  });

  test("A part that isn't there, several, around the key or encrypted twice is reported", () => {
    const { messages, fixed } = expectFinding("encryption-part", inSecurity('{{$encrypted me parts="«Boddy»"}}'));
    assert.equal(messages, "There is no Boddy to encrypt. Name an element, or its id: #id.");
    assert.ok(fixed?.includes('parts="Body"'));
    const noName = diagnose(analysisOf(inSecurity('{{$encrypted me parts=""}}')));
    assert.match(noName.map(({ message }) => message).join(), /^Missing names of the parts, such as/);
    const several = { header: "<m:To/><m:To/>" };
    const cases = [
      [inSecurity('{{$encrypted me parts="«To»"}}', several), "several elements To"],
      [inSecurity('{{$encrypted me parts="«#x»"}}'), "No element has the id x."],
      [inSecurity('{{$encrypted me parts="«Security»"}}'), "Security contains the key of the encryption"],
      [inSecurity('{{$encrypted me parts="«cid:p»"}}'), "No part of the body has the Content-ID p."],
      [inSecurity('{{$encrypted me parts="Body «Body»"}}'), "Body is encrypted twice."],
      [inSecurity('{{$encrypted me parts="Body «#a»"}}', { body: '<m:a wsu:Id="a"/>' }), "#a is encrypted twice."],
      [inSecurity("{{$encrypted me}}«{{$encrypted me}}»"), "Body is encrypted twice."],
    ] as const;
    for (const [text, message] of cases) {
      const shown = expectFinding("encryption-part", text).messages;
      assert.ok(shown.includes(message), shown);
    }
  });

  test("A part that the text lacks isn't reported missing where a variable may contain it when sending", () => {
    const issued = `# @name issue\n${inSecurity(timestamp)}\n###\n`;
    const markup = "{{issue.response.body.//*:Assertion | xml}}";
    const encrypted = '{{$encrypted me parts="Assertion #_1"}}';
    const inVariable = `@assertion = ${markup}\n${issued}${inSecurity(`{{assertion}}${encrypted}`)}`;
    const id = `@id = {{issue.response.body.//*:Id}}\n${issued}`;
    const texts = [
      `${issued}${inSecurity(`${markup}${encrypted}`)}`,
      inVariable,
      inVariable.replace(encrypted, '{{$signature me parts="Assertion" keyInfo=Assertion}}'),
      `${id}${inSecurity('{{$encrypted me parts="#_1"}}', { body: '<m:a wsu:Id="{{id}}"/>' })}`,
      `${id}${withAttachment('{{$encrypted me parts="cid:p"}}', "{{id}}")}`,
    ];
    for (const text of texts) assert.deepEqual(diagnose(analysisOf(text)), [], text);
    const misspelled = inSecurity('{{$encrypted me parts="«Assertion»"}}', {
      body: "<m:a>{{issue.response.body.//*:Id}}</m:a>",
    });
    expectFinding("encryption-part", `${misspelled}\n###\n${issued}`);
  });

  test("At most one part more than the maximum is read", () => {
    const parts = (count: number) => Array.from({ length: count }, (_, at) => `Part${at}`);
    const analysis = analysisOf(inSecurity(`{{$encrypted me parts="${parts(1000).join(" ")}"}}`));
    const messages = requestAt(analysis, 0)?.message.body?.signatures.encryptions[0]?.problems ?? [];
    assert.equal(messages.length, 51);
    assert.deepEqual(messages.at(-1), { kind: "part", why: "too-many", name: "Part50", at: messages.at(-1)?.at });
  });

  test("A part of the body is encrypted once, however its cid: is written, and not the root", () => {
    const text = (parts: string) => withAttachment(`{{$encrypted me parts="${parts}"}}`, "p@h");
    assert.match(
      expectFinding("encryption-part", text("cid:p@h «cid:p%40h»")).messages,
      /^cid:p%40h is encrypted twice/,
    );
    const root = text("«cid:root»").replace("charset=utf-8\r\n", "charset=utf-8\r\nContent-ID: <root>\r\n");
    assert.match(expectFinding("encryption-part", root).messages, /^No part of the body has the Content-ID root\./);
  });

  test("A part that xop:Include inserts into an encrypted part is reported while it isn't encrypted itself", () => {
    const xop = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:p%40h"/>';
    const text = (body: string, reference: string) =>
      withAttachment(reference, "p@h").replace("<m:a>1</m:a>", `<m:a>${body}</m:a>`);
    const cases = [
      ["{{$encrypted me}}", '{{$encrypted me parts="Body cid:p%40h"}}'],
      ["{{$encrypted me parts=Body}}", '{{$encrypted me parts="Body cid:p%40h"}}'],
      ['{{$encrypted me parts="Timestamp Body"}}', '{{$encrypted me parts="Timestamp Body cid:p%40h"}}'],
    ] as const;
    for (const [typed, expected] of cases) {
      const { text: source, spans } = marked(text(`«${xop}»`, `${timestamp}${typed}`));
      const analysis = analysisOf(source);
      const [finding, second] = diagnose(analysis);
      assert.deepEqual([finding?.code, finding?.at, second], ["encryption-attachment", spans[0], undefined]);
      assert.match(
        finding?.message ?? "",
        /^xop:Include is encrypted, but not the part p@h that it inserts\. Add cid:p%40h to parts\.$/,
      );
      const [fix] = finding ? fixesOf(analysis, finding) : [];
      assert.equal(applyEdits(source, fix?.edits ?? []), text(xop, `${timestamp}${expected}`));
      assert.deepEqual(diagnose(analysisOf(text(xop, `${timestamp}${expected}`))), []);
    }
    const other = `${timestamp}{{$encrypted me parts="cid:p@h"}}{{$encrypted me}}`;
    assert.deepEqual(diagnose(analysisOf(text(xop, other))), []);
    assert.deepEqual(diagnose(analysisOf(text(xop, `${timestamp}{{$encrypted me parts="Timestamp"}}`))), []);
  });

  test("A key that isn't there, isn't RSA or has no token is reported", () => {
    const cases = [
      ["«{{$encrypted}}»", "Missing name of the key: {{$encrypted NAME}}."],
      ["{{$encrypted «you»}}", "There is no key you."],
      ["{{$encrypted «ec256»}}", "The key ec256 isn't an RSA key, so nothing can be encrypted for it."],
      ["«{{$encrypted me keyInfo=BinarySecurityToken}}»", "There is no wsse:BinarySecurityToken"],
    ] as const;
    for (const [text, message] of cases) {
      const { messages, fixed } = expectFinding(
        "encryption-key",
        inSecurity(text.replace("«{{$encrypted}}»", "{{«$encrypted»}}")),
      );
      assert.ok(messages.includes(message), messages);
      if (text.includes("Token")) assert.deepEqual(diagnose(analysisOf(fixed ?? "")), []);
    }
  });

  test("A misspelled option or value is reported, with the nearest name, and an option that the algorithm doesn't have", () => {
    const { fixed } = expectFinding("encryption-algorithm", inSecurity("{{$encrypted me algorithm=«aes128-gmc»}}"));
    assert.ok(fixed?.includes("algorithm=aes128-gcm"));
    const option = expectFinding("encryption-algorithm", inSecurity("{{$encrypted me «digset»=sha256}}"));
    assert.ok(option.fixed?.includes(" digest=sha256"));
    for (const text of ["key=rsa-1_5 digest=«sha256»", "mgf=«sha256»"]) {
      const { messages } = expectFinding("encryption-algorithm", inSecurity(`{{$encrypted me ${text}}}`));
      assert.match(messages, / has no option (?:digest|mgf)\.$/);
    }
  });

  test("A signature that covers what is inside of a part that was encrypted before it is reported", () => {
    const body = '<m:a wsu:Id="a">1</m:a>';
    const text = (parts: string) => `${token("me")}«{{$signature me parts="#a"}}»{{$encrypted me parts="${parts}"}}`;
    assert.match(
      expectFinding("signature-part", inSecurity(text("Body"), { body })).messages,
      /^a is encrypted below this signature, so it can't be signed/,
    );
    assert.deepEqual(diagnose(analysisOf(inSecurity(text("#a").replace(/[«»]/g, ""), { body }))), []);
  });

  test("A signature above an encryption that another signature below it covers is a cycle", () => {
    const text = `${token("me")}«{{$signature me id=first}}»«{{$encrypted me}}»«{{$signature me parts="#first"}}»`;
    const { messages } = expectFinding("computed-cycle", inSecurity(text));
    assert.match(messages, /^first depends on itself: /);
  });

  test("The check reports no keys if the command names none, and counts no bytes", () => {
    const none: Keys = { ...testKeys, find: () => ({ kind: "unnamed" }) };
    const analysis = analysisOf(inSecurity("{{$encrypted service}}"), none);
    assert.deepEqual(diagnose(analysis), []);
    assert.equal(requestAt(analysis, 0)?.message.bodyLength, undefined);
  });

  test("A typed Content-Length is that of the encrypted message", () => {
    const text = request(secured("{{$encrypted me}}"), "Content-Length: «1»\n");
    const { text: typed } = marked(text);
    const analysis = analysisOf(typed);
    const [finding] = diagnose(analysis);
    assert.equal(finding?.code, "content-length-mismatch");
    const [fix] = fixesOf(analysis, finding);
    assert.ok(fix);
    const fixed = applyEdits(typed, fix.edits);
    assert.deepEqual(diagnose(analysisOf(fixed)), []);
  });
});
