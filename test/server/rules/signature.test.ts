import assert from "node:assert/strict";
import {
  analyze,
  applyEdits,
  type DocumentFinding,
  diagnose,
  fixesOf,
  type Keys,
  outgoingOf,
  requestAt,
} from "../../../server/src/service/languageService.ts";
import { certificatesOf } from "../../support/keyFiles.ts";
import { expectAtMarks, marked } from "../../support/marked.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around } from "../../support/resolver.ts";
import { request, secured, testKeys, timestamp, token } from "../../support/signing.ts";

const count = "Content-Length: {{$contentLength}}\n";

function analysisOf(text: string, keys: Keys = testKeys) {
  return analyze(text, undefined, around({ keys }));
}

/** Asserts that exactly the marked spans have findings with a code; returns them and the text after the first one's fix. */
function expectFinding(code: string, source: string, keys?: Keys) {
  const typed = marked(source);
  const { text } = typed;
  const analysis = analysisOf(text, keys);
  const findings = diagnose(analysis).filter((one) => one.severity !== "hint");
  expectAtMarks(typed, findings);
  assert.deepEqual([...new Set(findings.map((one) => one.code))], [code], describe(findings));
  const [first] = findings;
  const [fix] = first ? fixesOf(analysis, first) : [];
  return { message: findings.map(({ message }) => message).join("\n"), fixed: fix && applyEdits(text, fix.edits) };
}

function expectFixed(code: string, source: string): string {
  const { fixed } = expectFinding(code, source);
  assert.ok(fixed);
  assert.deepEqual(describe(diagnose(analysisOf(fixed))), "");
  return fixed;
}

function describe(findings: readonly DocumentFinding[]): string {
  return findings.map(({ code, message }) => `${code}: ${message}`).join("\n");
}

const inSecurity = (security: string, options: Parameters<typeof secured>[1] = {}) =>
  request(secured(security, options), count);

suite("signature-place", () => {
  test("the rule reports what follows the signature in wsse:Security, and its fix moves it", () => {
    const fixed = expectFixed(
      "signature-place",
      inSecurity(`«{{$signature me keyInfo=Thumbprint}}»\n      ${timestamp}`),
    );
    assert.match(fixed, /<\/wsu:Timestamp>\s*\{\{\$signature me/);
    expectFinding("signature-place", inSecurity(`«{{$signature me keyInfo=Thumbprint}}» x`));
  });

  test("the rule reports a signature elsewhere", () => {
    for (const body of ["<!--«{{$signature me}}»-->", "<m:a><![CDATA[«{{$signature me}}»]]></m:a>"])
      expectFinding("signature-place", inSecurity(timestamp, { body }));
    expectFinding("signature-place", inSecurity(`<a b="«{{$signature me}}»"/>`));
    expectFinding("signature-place", inSecurity(timestamp).replace("\n\n", "\nX-Signature: «{{$signature me}}»\n\n"));
  });

  test("a variable can't contain a signature", () => {
    const text = `@s = {{$signature me}}\n${inSecurity("{{s}}")}`;
    const findings = diagnose(analysisOf(text)).map(({ code }) => code);
    assert.deepEqual(findings, ["signature-place", "variable-undefined"]);
  });

  test("the rule reports XML that isn't well-formed", () => {
    const text = inSecurity("{{$signature me keyInfo=Thumbprint}}", { body: "<a>" });
    assert.match(describe(diagnose(analysisOf(text))), /signature-place: The XML isn't well-formed/);
  });
});

suite("signature-part", () => {
  test("the fix adds the ids of parts without one", () => {
    const noIds = timestamp.replace(' wsu:Id="TS"', "");
    const fixed = expectFinding(
      "signature-part",
      inSecurity(`${noIds}««{{$signature me keyInfo=Thumbprint}}»»`, { id: "" }),
    ).fixed;
    assert.match(fixed ?? "", /<soap:Body wsu:Id="Body">/);
    const header = "<m:To/>";
    const parts = '{{$signature me keyInfo=Thumbprint parts="«To»"}}';
    assert.match(expectFixed("signature-part", inSecurity(parts, { header })), /<m:To wsu:Id="To"\/>/);
  });

  test("the fix declares the prefix of an id, and takes an id that is free", () => {
    const text = inSecurity('<x wsu:Id="Body"/>«{{$signature me keyInfo=Thumbprint}}»', { id: "" });
    assert.match(expectFixed("signature-part", text), /<soap:Body wsu:Id="Body-2">/);
    const without = text.replace(/ xmlns:wsu="[^"]*"/, "").replace('<x wsu:Id="Body"/>', "");
    assert.match(
      expectFixed("signature-part", without),
      /<soap:Body xmlns:wsu="[^"]*utility-1\.0\.xsd" wsu:Id="Body">/,
    );
  });

  test("the rule reports parts that are missing, there several times, or ambiguous", () => {
    const parts = (names: string, header = "") =>
      expectFinding("signature-part", inSecurity(`{{$signature me keyInfo=Thumbprint parts="${names}"}}`, { header }));
    assert.match(parts("Body «Boddy»").fixed ?? "", /parts="Body Body"/);
    assert.match(parts("«Tome»").message, /^There is no Tome to sign/);
    assert.match(parts("«#none»").message, /^No element has the id none\.$/);
    assert.match(parts("«To»", "<m:To/><m:To/>").message, /several elements To/);
    assert.match(parts("«#a»", '<m:x Id="a"/><m:y ID="a"/>').message, /several elements #a/);
    assert.match(parts("«To»", '<m:To Id="a"/><m:y ID="a"/>').message, /id of To occurs twice/);
    assert.match(parts("«Security»").message, /Security contains this signature/);
    assert.match(parts("«»").message, /Missing names/);
  });

  test("a message has at most 50 signatures, and the others are reported at their places", () => {
    const own = (parent: string) => `<m:${parent} Id="${parent}">{{$signature me}}</m:${parent}>`;
    const fifty = Array.from({ length: 50 }, (_, at) => own(`a${at}`)).join("");
    const text = (more: string) => inSecurity(timestamp, { body: `${fifty}${more}` });
    assert.deepEqual(describe(diagnose(analysisOf(text("")))), "");
    const excess = "<m:b>«{{$signature me}}»</m:b><m:c>«{{$signature me}}»</m:c>";
    const { message } = expectFinding("signature-place", text(excess));
    assert.equal(message, "A message has at most 50 signatures.\nA message has at most 50 signatures.");
  });

  test("the signatures of a message have at most 200 references, and the first one above is reported", () => {
    const names = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `#a${from + at}`).join(" ");
    const header = Array.from({ length: 202 }, (_, at) => `<m:a Id="a${at}"/>`).join("");
    const text = (more: string) =>
      inSecurity(
        `{{$signature me keyInfo=Thumbprint parts="${names(150)}"}}{{$signature me keyInfo=Thumbprint parts="${names(50, 150)}${more}"}}`,
        { header },
      );
    assert.deepEqual(describe(diagnose(analysisOf(text("")))), "");
    const { message } = expectFinding("signature-part", text(" «#a200» #a201"));
    assert.equal(message, "The signatures of a message have at most 200 references.");
  });
});

suite("computed-cycle", () => {
  const covering = (own: string, other: string) =>
    `<m:${own} Id="p-${own}">«{{$signature me id=${own} parts="#p-${own} #${other}"}}»</m:${own}>`;

  test("signatures that cover each other are reported at each of them, with the way and the others", () => {
    const last = "<m:c>{{$signature me parts=#a}}</m:c>";
    const body = `<m:x>${covering("a", "b")}${covering("b", "a")}${last}</m:x>`;
    const source = inSecurity(timestamp, { body });
    const { message } = expectFinding("computed-cycle", source);
    assert.equal(message, "a depends on itself: a → b → a.\nb depends on itself: b → a → b.");
    const { text, spans } = marked(source);
    const [first] = diagnose(analysisOf(text));
    const [related] = first?.related ?? [];
    assert.deepEqual([related?.at.start, related?.message], [spans[1]?.start, "b is a part of the cycle"]);
  });

  test("signatures of a document that cover each other are reported in its text", () => {
    const document = `# @document d\n\n<m:d xmlns:m="urn:m">${covering("a", "b")}${covering("b", "a")}</m:d>\n###\n`;
    const source = `${document}${inSecurity(timestamp, { body: "<m:x>{{d}}</m:x>" })}`;
    expectFinding("computed-cycle", source);
  });
});

suite("signature-key", () => {
  const use = (name: string) => inSecurity(`{{$signature ${name} keyInfo=Thumbprint}}`);

  test("the rule reports keys that are missing, refused or without a private key", () => {
    assert.match(expectFinding("signature-key", use("«mee»")).fixed ?? "", /\$signature me /);
    const refused: Keys = {
      ...testKeys,
      find: () => ({ kind: "refused", why: "The passphrase of the key me is wrong." }),
    };
    assert.match(
      expectFinding("signature-key", use("«me»"), refused).message,
      /^The passphrase of the key me is wrong\.$/,
    );
    assert.match(expectFinding("signature-key", use("«root»")).message, /only certificates/);
    assert.match(expectFinding("signature-key", inSecurity("{{«$signature»}}")).message, /Missing name/);
  });

  test("the rule reports a certificate without SubjectKeyIdentifier only where it is needed", () => {
    assert.deepEqual(describe(diagnose(analysisOf(use("me")))), "");
  });

  test("the rule reports an RSA key whose size isn't between 1024 and 8192 bits", () => {
    const withBits = (bits: number): Keys => ({
      ...testKeys,
      find: () => ({ kind: "key", info: { certificates: certificatesOf("me.pem"), algorithm: { kind: "rsa", bits } } }),
    });
    const { message } = expectFinding("signature-key", use("«me»"), withBits(512));
    assert.equal(message, "The RSA key me has 512 bits. It must have 1024 to 8192.");
    assert.match(expectFinding("signature-key", use("«me»"), withBits(8193)).message, /8193 bits/);
    assert.deepEqual(describe(diagnose(analysisOf(use("me"), withBits(8192)))), "");
  });

  test("a check without any keys doesn't report them, but nothing is sent", () => {
    const none: Keys = { ...testKeys, find: () => ({ kind: "unnamed" }) };
    const analysis = analysisOf(use("me"), none);
    assert.deepEqual(describe(diagnose(analysis)), "");
    const info = requestAt(analysis, 0);
    assert.ok(info);
    const made = outgoingOf(analysis, info, fixedSending);
    assert.ok(made.kind === "unsendable");
    assert.match(describe(made.problems), /^signature-key: There is no key me\./);
  });
});

suite("signature-token", () => {
  test("the fix inserts the token", () => {
    const fixed = expectFixed("signature-token", inSecurity("«{{$signature me}}»"));
    assert.match(
      fixed,
      /<wsse:BinarySecurityToken wsu:Id="X509" [^>]*>\{\{\$certificate me\}\}<\/wsse:BinarySecurityToken>\n {6}\{\{/,
    );
  });

  test("the fix adds the id of the token, which must have the certificate of the key", () => {
    const unnamed = token("me").replace(' wsu:Id="X509"', "");
    assert.match(
      expectFixed("signature-token", inSecurity(`${unnamed}«{{$signature me}}»`)),
      /BinarySecurityToken wsu:Id="X509"/,
    );
    const fixed = expectFixed("signature-token", inSecurity(`${token("ec256")}«{{$signature me}}»`));
    assert.match(fixed, /wsu:Id="X509-2"/);
  });

  test("the rule reports an unknown keyInfo", () => {
    const text = inSecurity("{{$signature me keyInfo=«Thumbprints»}}");
    assert.match(expectFixed("signature-token", text), /keyInfo=Thumbprint\}/);
  });
});

suite("signature-token for assertions", () => {
  const assertion = (attributes: string, content = "") =>
    `<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion"${attributes}>${content}</a:Assertion>`;
  const use = "{{$signature me parts=Timestamp keyInfo=«Assertion»}}";
  const right = "{{$signature me parts=Timestamp keyInfo=Assertion}}";
  const issued = `# @name issue\n${inSecurity(timestamp)}\n###\n`;
  const token = "{{issue.response.body.//*:Assertion | xml}}";

  test("the rule reports a message without an assertion, and says what to insert", () => {
    const { message } = expectFinding("signature-token", inSecurity(`${timestamp}${use}`));
    assert.equal(
      message,
      "keyInfo=Assertion needs a SAML assertion. Insert it into wsse:Security, such as {{assertion | xml}}.",
    );
  });

  test("the rule reports several assertions, unless only one of them is in wsse:Security", () => {
    const two = assertion(' ID="_1"') + assertion(' ID="_2"');
    const { message } = expectFinding("signature-token", inSecurity(`${timestamp}${two}${use}`));
    assert.equal(message, "There are 2 SAML assertions. Put only the one of keyInfo=Assertion into wsse:Security.");
    const body = assertion(' ID="_2"');
    const nested = assertion(' ID="_1"', `<a:Advice>${assertion(' ID="_3"')}</a:Advice>`);
    assert.equal(describe(diagnose(analysisOf(inSecurity(`${timestamp}${nested}${right}`, { body })))), "");
  });

  test("the rule reports an assertion without an ID, by the name in its version", () => {
    const without = expectFinding("signature-token", inSecurity(`${timestamp}${assertion("")}${use}`));
    assert.equal(without.message, "The SAML assertion has no ID, by which the signature refers to it. Add it.");
    const old = assertion(' ID="_1"').replaceAll("SAML:2.0", "SAML:1.0");
    const { message } = expectFinding("signature-token", inSecurity(`${timestamp}${old}${use}`));
    assert.match(message, /has no AssertionID,/);
  });

  test("a token of a response can be the assertion and a signed part, because it is known when sending", () => {
    const keyInfo = `${issued}${inSecurity(`${timestamp}${token}${right}`, { body: assertion(' ID="_2"') })}`;
    assert.equal(describe(diagnose(analysisOf(keyInfo))), "");
    const part = `${issued}${inSecurity(`${timestamp}${token}{{$signature me parts="Assertion" keyInfo=Thumbprint}}`)}`;
    assert.equal(describe(diagnose(analysisOf(part))), "");
    const elsewhere = `${issued}${inSecurity(`${timestamp}${use}`, { body: token })}`;
    expectFinding("signature-token", elsewhere);
  });
});

suite("signature-holder", () => {
  const confirming = (key: string) =>
    `<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1"><a:Subject><a:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:holder-of-key"><a:SubjectConfirmationData><d:X509Data xmlns:d="http://www.w3.org/2000/09/xmldsig#"><d:X509Certificate>{{$certificate ${key}}}</d:X509Certificate></d:X509Data></a:SubjectConfirmationData></a:SubjectConfirmation></a:Subject></a:Assertion>`;
  const signedBy = (key: string, holder: string) =>
    inSecurity(`${timestamp}${confirming(holder)}{{$signature ${key} parts=Timestamp keyInfo=Assertion}}`);

  test("the rule warns if the assertion confirms the holder of another key than that of the signature", () => {
    const { message } = expectFinding("signature-holder", signedBy("«me»", "ec256"));
    assert.match(
      message,
      /^The assertion confirms the holder of the key of CN=.*, but the signature is by the key me\. Use the same key for both\.$/,
    );
  });

  test("the rule has nothing to say if both are the same, or if the assertion names no key", () => {
    assert.equal(describe(diagnose(analysisOf(signedBy("ec256", "ec256")))), "");
    const bearer = signedBy("me", "ec256").replace(/<a:Subject>.*<\/a:Subject>/, "");
    assert.equal(describe(diagnose(analysisOf(bearer))), "");
  });
});

suite("signature-algorithm", () => {
  const use = (options: string) => inSecurity(`{{$signature me keyInfo=Thumbprint ${options}}}`);

  test("the rule reports algorithms, digests and options that are unknown", () => {
    assert.match(expectFixed("signature-algorithm", use("algorithm=«rsa-sha265»")), /algorithm=rsa-sha256/);
    assert.match(expectFixed("signature-algorithm", use('digest="«sha-512»"')), /digest="sha512"/);
    assert.match(expectFixed("signature-algorithm", use("«digests»=sha1")), /digest=sha1/);
    expectFinding("signature-algorithm", use("digest=sha1 «digest»=sha1"));
    expectFinding("signature-algorithm", use("«more»"));
    expectFinding("signature-algorithm", use('«parts="Body»'));
  });

  test("the rule reports an algorithm for another kind of key", () => {
    assert.match(expectFixed("signature-algorithm", use("algorithm=«ecdsa-sha256»")), /keyInfo=Thumbprint\}/);
  });
});
