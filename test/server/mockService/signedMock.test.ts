import assert from "node:assert/strict";
import { ReadContent } from "../../../server/src/evaluation/readContent.ts";
import { hostCertificates, noKeys } from "../../../server/src/resources/keys.ts";
import { verifySignatures } from "../../../server/src/security/verification/verify.ts";
import { analyze, diagnose } from "../../../server/src/service/languageService.ts";
import { decryptedResponse, decryptionKeys } from "../../../server/src/testing/decryptedResponse.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { ofMock } from "../../support/findings.ts";
import { requestOf, TestedMock } from "../../support/mock.ts";
import { around } from "../../support/resolver.ts";
import { request, secured, signedMessage, testCompute, testKeys, timestamp, token } from "../../support/signing.ts";

/** When the certificates are valid. */
const now = new Date("2027-03-01T12:35:00Z");
const ok = "HTTP/1.1 200 OK\nContent-Type: text/xml; charset=utf-8\nContent-Length: {{$contentLength}}\n\n";
const signature = '{{$signature me parts="Body Timestamp"}}';
const echoed = { body: "<m:R>{{request.headers.X}}</m:R>" };

async function responseOf(text: string, keys = testKeys) {
  const mock = new TestedMock({ "a.soapmock": text }, [], { keys, now });
  const response = await mock.respondLater("GET /\nX: a&b");
  assert.ok(response);
  const sent = new TextDecoder().decode(response.bytes);
  return { ...response, sent, body: sent.slice(sent.indexOf("\r\n\r\n") + 4) };
}

suite("responses of a mock service that need keys", () => {
  test("a response is signed with its values, and Content-Length counts the signature", async () => {
    const { body, sent, problem } = await responseOf(ok + secured(`${timestamp}${token("me")}${signature}`, echoed));
    assert.equal(problem, undefined);
    assert.match(body, /<m:R>a&amp;b<\/m:R>/);
    assert.match(sent, new RegExp(`Content-Length: ${Buffer.byteLength(body)}\r\n`));
    const { signatures, findings } = await verifySignatures(parseXml(body), hostCertificates(testKeys), now);
    assert.deepEqual(
      signatures.map(({ state, covered }) => [state.kind, covered]),
      [["valid", ["Body", "Timestamp"]]],
      JSON.stringify(findings),
    );
  });

  test("a part of a response is encrypted for a client", async () => {
    const text = secured(
      `{{$encrypted me parts="Body" algorithm=aes256-cbc}}${signature.replace(" Timestamp", "")}`,
      {},
    );
    const response = await responseOf(ok + text.replace("{{$encrypted", `${token("me")}{{$encrypted`));
    assert.equal(response.problem, undefined);
    assert.doesNotMatch(response.body, /<m:Add/);
    const fields = [{ name: "Content-Type", value: "text/xml; charset=utf-8" }];
    const received = { fields, body: new TextEncoder().encode(response.body) };
    const decrypted = await decryptedResponse(received, { keys: decryptionKeys(testKeys), compute: testCompute });
    const { xml } = new ReadContent(decrypted);
    assert.match(xml?.text ?? "", /<m:Add /);
  });

  test("steps and certificates use the keys, too", async () => {
    const { body } = await responseOf(`@x = y\n${ok}<a b="{{$certificate me}}">{{x | sign me | base64}}</a>`);
    assert.match(body, /^<a b="MII[^"]{500,}">[A-Za-z0-9+/]{300,}={0,2}<\/a>/);
  });

  const refused: readonly (readonly [what: string, text: string, why: RegExp])[] = [
    ["a key that nobody names", `<a>{{$signature other}}</a>`, /There is no key other\./],
    [
      "a part that isn't there",
      secured(`${token("me")}{{$signature me parts="Other"}}`),
      /There is no Other to sign\./,
    ],
    ["a part without an id", secured(`${token("me")}{{$signature me}}`, { id: "" }), /Body has no wsu:Id/],
    ["a certificate instead of a key", secured(`${token("root")}{{$signature root}}`), /contains only certificates/],
    ["an encrypted part that isn't there", secured('{{$encrypted me parts="Other"}}'), /There is no Other/],
    ["a placeholder in the head", "", /^\{\{\$signature me\}\} has no value\./],
  ];
  for (const [what, body, why] of refused) {
    test(`a response is an empty 500 if its signature can't be made: ${what}`, async () => {
      const text = body === "" ? ok.replace("Content-Type", "X: {{$signature me}}\nContent-Type") : ok + body;
      const { sent, problem } = await responseOf(text);
      assert.equal(sent, "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n");
      assert.match(problem ?? "", why);
    });
  }

  test("the check says at a placeholder that a mock needs a key, and what is wrong with a signature", () => {
    const messages = (text: string, keys = noKeys) =>
      diagnose(analyze(text, ofMock, around({ keys }))).map(({ code, message }) => `${code} ${message}`);
    for (const [name, key] of [
      ["{{$signature me}}", "me"],
      ["{{$encrypted you}}", "you"],
      ["{{v | sign me | hex}}", "me"],
    ]) {
      const texts = messages(`@v = 1\n${ok}<a>${name}</a>`);
      assert.ok(
        texts.some((one) => one.includes(`A mock service needs the option --key ${key}=FILE for it.`)),
        texts.join(),
      );
    }
    const part = messages(ok + secured(`${token("me")}{{$signature me parts="Other"}}`), testKeys);
    assert.ok(part.includes("signature-part There is no Other to sign. Name an element, or its id: #id."), part.join());
    assert.deepEqual(messages(ok + secured(`${timestamp}${token("me")}${signature}`), testKeys), []);
  });
});

suite("conditions about the client of a mock service", () => {
  const files = { "a.soapmock": "# @name signed\n# @when signature valid\nHTTP/1.1 204 No Content\n\n" };

  async function signed(key: string, parts = "Body Timestamp") {
    const text = secured(`${timestamp}${token(key)}{{$signature ${key} parts="${parts}"}}`);
    const { body } = await signedMessage(request(text, "Content-Length: {{$contentLength}}\n"), { now });
    return body;
  }

  async function statusOf(body: string, keys = testKeys) {
    const mock = new TestedMock(files, [], { keys, now });
    const served = requestOf(`POST /\nContent-Type: text/xml\n\n${body}`);
    const response = await mock.respondLater(served);
    return response?.status ?? mock.whyNone(served);
  }

  test("# @when signature valid holds for a request that is signed and unchanged", async () => {
    const body = await signed("me");
    assert.equal(await statusOf(body), 204);
    const miss = "No response matches. a.soapmock#signed is the closest, but signature valid doesn't hold.";
    const changed = await statusOf(body.replace("<m:a>1<", "<m:a>2<"));
    assert.equal(changed, `${miss} The digest of Body (#Body) doesn't match: it has been changed since it was signed.`);
    assert.equal(await statusOf(secured("")), `${miss} The request has no signature that can be verified.`);
    assert.equal(await statusOf("no XML"), `${miss} The request has no signature that can be verified.`);
    assert.match(String(await statusOf(await signed("me", "Timestamp"))), /No valid signature covers the Body/);
  });

  test("# @when signature valid needs a certificate that is trusted", async () => {
    const untrusting = { ...testKeys, trusted: () => [] };
    assert.match(String(await statusOf(await signed("me"), untrusting)), /signature valid doesn't hold\. /);
  });

  test("# @expect signature valid counts the requests without it", async () => {
    const mock = new TestedMock({ "a.soapmock": "# @expect signature valid\nHTTP/1.1 204 No Content\n\n" }, [], {
      keys: testKeys,
      now,
    });
    await mock.respondLater(`POST /\nContent-Type: text/xml\n\n${await signed("me")}`);
    assert.deepEqual(mock.failed({ isFinal: false }), []);
    await mock.respondLater("GET /");
    assert.deepEqual(mock.failed({ isFinal: false }), ["signature valid"]);
  });

  const subject = "CN=client\\, one,OU=a b,O=Example";
  const certificates: readonly (readonly [condition: string, holds: boolean])[] = [
    ["CN=client\\, one", true],
    ["cn=client\\, one , O=Example", true],
    ["O = Example", false],
    ["OU={{unit}}", true],
    ["OU=a", false],
    ["CN=client", false],
    ["CN=client\\, one,O=Other", false],
  ];
  for (const [condition, holds] of certificates) {
    test(`# @when certificate ${condition} ${holds ? "holds" : "doesn't hold"} for ${subject}`, () => {
      const text = `@unit = a b\n# @when certificate ${condition}\nHTTP/1.1 204 No Content\n\n`;
      const files = { "a.soapmock": text };
      if (condition.startsWith("O =")) assert.throws(() => new TestedMock(files), /Use a part of the subject/);
      else {
        const mock = new TestedMock(files);
        assert.equal(mock.respond({ ...requestOf("GET /"), certificate: subject }) !== undefined, holds);
        assert.equal(mock.respond("GET /"), undefined);
      }
    });
  }

  test("an incomplete condition is an error that says what to write", () => {
    const messageOf = (condition: string) => {
      try {
        return new TestedMock({ "a.soapmock": `# @when ${condition}\nHTTP/1.1 204 No Content\n\n` }) && "";
      } catch (error) {
        return String(error);
      }
    };
    assert.match(messageOf("signature"), /Use a line such as signature valid\./);
    assert.match(messageOf("signature ok"), /Use a line such as signature valid\./);
    assert.match(messageOf("certificate"), /Use a part of the subject, such as certificate CN=client\./);
    assert.match(messageOf("certificate CN="), /Use a part of the subject/);
    assert.match(messageOf("signatur valid"), /Did you mean signature\?/);
  });
});
