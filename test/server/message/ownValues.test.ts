import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { planFor, plannedOf } from "../../client/export/planned.ts";
import { request } from "../../support/findings.ts";
import { keyFile } from "../../support/keyFiles.ts";
import { marked } from "../../support/marked.ts";
import { bodyText, findingsAround, sentAround } from "../../support/resolver.ts";
import { signedMessage } from "../../support/signing.ts";

provideXPathHere();

const counted = { "Content-Length": "{{$contentLength}}", "Content-Type": "text/xml; charset=utf-8" };
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const bodyOf = (body: string, before = "", secret?: () => string) =>
  bodyText(sentAround(`${before}${request(counted, body)}`, {}, secret ? { secret } : {}).outgoing);
const hash = "| xml | sha256 | hex";
/** The findings about values, and whether they are at the marked places. */
const messagesOf = (source: string, length = "", head: Readonly<Record<string, string>> = {}) => {
  const { text, spans } = marked(
    request({ ...counted, ...(length === "" ? {} : { "Content-Length": length }), ...head }, source),
  );
  const findings = findingsAround(text, {}).filter(({ code }) =>
    /^(?:computed|variable|step|content-length|value)/.test(code),
  );
  assert.deepEqual(
    findings.map(({ at }) => text.slice(at.start, at.end)),
    spans.map((at) => text.slice(at.start, at.end)),
    JSON.stringify(findings),
  );
  return findings.map(({ code, message }) => `${code}: ${message}`);
};

suite("{{$this.PATH}}", () => {
  test("a value is of an element as it is sent, with its variables", () => {
    const body = `<r><a b="{{x}}">{{x}}<c/></a><h>{{$this.//a ${hash}}}</h><t>{{$this.//a/@b | upper}}</t></r>`;
    const sent = bodyOf(body.replace("{{$this.//a/@b | upper}}", "{{$this.//a | upper}}"), "@x = é&\n");
    assert.ok(sent.includes(`<h>${sha256('<a b="é&amp;">é&amp;<c/></a>')}</h><t>É&amp;</t>`), sent);
  });

  test("a value depends on others, whatever their order, also in a document", () => {
    const inner = `<r><x>{{$this.//y ${hash}}}</x><y>{{$this.//z ${hash}}}</y><z>{{n}}</z></r>`;
    const z = sha256("<z>1</z>");
    const expected = `<r><x>${sha256(`<y>${z}</y>`)}</x><y>${z}</y><z>1</z></r>`;
    assert.equal(bodyOf(inner, "@n = 1\n"), expected);
    assert.equal(bodyOf("<d>{{doc | xml}}</d>", `@n = 1\n# @document doc\n\n${inner}\n###\n`), `<d>${expected}</d>`);
  });

  test("the place of the value itself can be removed", () => {
    const body = `<r><a><i>1</i><h>{{$this./r/a | without //h ${hash}}}</h></a></r>`;
    assert.ok(bodyOf(body).includes(`<h>${sha256("<a><i>1</i></a>")}</h>`));
    assert.deepEqual(messagesOf(body, String(bodyOf(body).length)), []);
  });

  test("a value that is a part of its element, or of another one that needs it, is an error", () => {
    assert.deepEqual(messagesOf(`<r><a><h>{{«$this.//a» ${hash}}}</h></a></r>`), [
      "computed-cycle: The value is a part of a. Add without PATH.",
    ]);
    assert.deepEqual(messagesOf("<r><a><h>«{{$this.//h}}»</h></a></r>"), [
      "computed-cycle: The value is a part of h. Add without PATH.",
    ]);
    const both = messagesOf(`<r><a>{{«$this.//b» ${hash}}}</a><b>{{«$this.//a» ${hash}}}</b></r>`);
    assert.equal(both.length, 2);
    for (const message of both) assert.match(message, /^computed-cycle: .* depend on each other\.$/);
  });

  test("an element that a path doesn't find, and a value in a variable, are errors at their places", () => {
    assert.deepEqual(messagesOf("<r><a/><h>«{{$this.//none}}»</h></r>"), [
      "variable-undefined: {{$this.//none}} has no value. //none finds nothing.",
    ]);
    assert.deepEqual(messagesOf("<r><a/><a/><h>{{«$this.//a» | xml | size}}</h></r>"), [
      "variable-undefined: {{$this.//a}} has no value. //a finds several values.",
    ]);
    const text = `@v = {{$this.//a}}\n${request(counted, "<r><a/>{{v}}</r>")}`;
    const finding = findingsAround(text, {}).find(({ code }) => code === "variable-undefined");
    assert.match(finding?.message ?? "", /It can only be used in a message or a document, not in a variable\./);
    assert.deepEqual(messagesOf("<r><a><b/></a>«{{$this.//a}}»</r>"), [
      "variable-undefined: {{$this.//a}} has no value. a has child elements, not a text. Write a longer path, or add | xml.",
    ]);
  });

  test("the check counts with samples where a value is made when sending", () => {
    const body = `<r><a>{{$guid}}</a><h>{{$this.//a ${hash}}}</h></r>`;
    assert.deepEqual(messagesOf(body, String(bodyOf(body).length)), []);
  });

  test("a union of paths isn't a step", () => {
    assert.deepEqual(messagesOf("<r><a/><b/><h>{{«$this.//a | //b» | text}}</h></r>"), [
      "variable-undefined: {{$this.//a | //b}} has no value. //a | //b finds several values.",
    ]);
    assert.match(bodyOf("<r><b>1</b><h>{{$this.//a | //b | base64}}</h></r>"), /<h>MQ==<\/h>/);
  });

  test("the element is signed with the values of others, and with a signature in it", async () => {
    const body = `<r><a Id="a"><g>{{$guid}}</g>{{$signature me}}</a><s>{{$this.//a | xml | sign me | base64}}</s></r>`;
    const { body: sent } = await signedMessage(request(counted, body));
    const [, element = "", signature = ""] = /(<a [\s\S]*<\/a>)<s>(.*)<\/s>/.exec(sent) ?? [];
    assert.match(element, /<SignatureValue>[^<0]/);
    const key = createPublicKey(Buffer.from(keyFile("me.pem")));
    assert.ok(verify("sha256", Buffer.from(element), key, Buffer.from(signature, "base64")));
  });

  test("a signature covers a value, which is computed before it", async () => {
    const body = `<r Id="r"><g>{{$guid}}</g><s>{{$this.//g | xml | sign me | base64}}</s>{{$signature me}}</r>`;
    const { body: sent, errors } = await signedMessage(request(counted, body));
    const [, element = "", signature = ""] = /(<g>.*<\/g>)<s>(.*)<\/s>/.exec(sent) ?? [];
    const key = createPublicKey(Buffer.from(keyFile("me.pem")));
    assert.ok(verify("sha256", Buffer.from(element), key, Buffer.from(signature, "base64")));
    const signed = sent.replace(/<Signature [\s\S]*<\/Signature>/, "");
    const digest = createHash("sha256").update(signed).digest("base64");
    assert.ok(sent.includes(`<DigestValue>${digest}</DigestValue>`), sent);
    assert.deepEqual(
      errors.filter((code) => !code.startsWith("soap")),
      [],
    );
  });

  test("what is made of an element with a secret is a secret, but not the element as markup", () => {
    const text = request(
      counted,
      `<r><a>{{$secret pin}}</a><h>{{$this.//a ${hash}}}</h><b>{{$this.//a | xml | base64}}</b></r>`,
    );
    const { secrets, outgoing } = sentAround(text, {}, { secret: () => "s3cret" });
    assert.ok(secrets.includes(sha256("<a>s3cret</a>")), secrets.join());
    assert.ok(secrets.includes(Buffer.from("<a>s3cret</a>").toString("base64")));
    assert.ok(!secrets.includes(bodyText(outgoing)));
  });

  test("a header and the target have values of the body as it is sent, with its signature", async () => {
    const head = {
      Digest: `{{$this.//a ${hash}}}`,
      "X-Text": "{{$this.//g}}",
      "X-Rest": "{{$this./r | without //a | xml | base64}}",
      "X-Signed": "{{$this.//a | xml | sign me | base64}}",
    };
    const body = '<r><a Id="a"><g>{{$guid}}</g>{{$signature me}}</a><i>{{n}}</i></r>';
    const line = "POST /s?n={{$this.//i}} HTTP/1.1";
    const { outgoing, body: sent } = await signedMessage(`@n = 7\n${request({ ...counted, ...head }, body, line)}`);
    const field = (name: string) => outgoing.fields.find((one) => one.name === name)?.value ?? "";
    const element = /<a [\s\S]*<\/a>/.exec(sent)?.[0] ?? "";
    assert.match(element, /<SignatureValue>[^<0]/);
    assert.equal(field("Digest"), sha256(element));
    assert.equal(`<g>${field("X-Text")}</g>`, /<g>.*<\/g>/.exec(sent)?.[0]);
    assert.equal(Buffer.from(field("X-Rest"), "base64").toString(), "<r><i>7</i></r>");
    assert.equal(outgoing.target, "/s?n=7");
    const key = createPublicKey(Buffer.from(keyFile("me.pem")));
    assert.ok(verify("sha256", Buffer.from(element), key, Buffer.from(field("X-Signed"), "base64")));
  });

  test("a header has values of a body file, with and without variables, and of the root part", () => {
    const files = { "/w/a/b/b.xml": "<r><a>{{n}}</a></r>" };
    const part = "--b\nContent-Type: text/xml\n\n<r><a>{{n}}</a></r>\n--b\nContent-ID: <p>\n\n<a/>\n--b--\n";
    const multipart = { "Content-Type": 'multipart/related; boundary=b; type="text/xml"' };
    const values = [{ body: "<@ ./b.xml" }, { body: "< ./b.xml" }, { body: part, type: multipart }].map((one) => {
      const head = { ...counted, ...one.type, "X-A": "{{$this.//a}}" };
      const { outgoing } = sentAround(`@n = 1\n${request(head, one.body)}`, { files });
      return outgoing.fields.find(({ name }) => name === "X-A")?.value;
    });
    assert.deepEqual(values, ["1", "{{n}}", "1"]);
  });

  test("a value in the head that the body doesn't have, or on which the body depends, is an error", () => {
    const inHead = (head: Readonly<Record<string, string>>) => messagesOf("<r><a>{{$guid}}</a></r>", "", head);
    assert.deepEqual(inHead({ "X-A": `{{$this.//a ${hash}}}` }), []);
    assert.deepEqual(inHead({ "X-A": "«{{$this.//b}}»" }), [
      "variable-undefined: {{$this.//b}} has no value. //b finds nothing.",
    ]);
    assert.deepEqual(inHead({ "Transfer-Encoding": "«{{$this.//a}}»" }), [
      "variable-undefined: {{$this.//a}} has no value. The body depends on this header.",
    ]);
  });

  test("an export leaves out what has values of its own text", () => {
    const text = request(counted, `<r><a>{{$guid}}</a><h>{{$this.//a ${hash}}}</h></r>`);
    const { plan } = plannedOf(text);
    assert.deepEqual(plan.requests, []);
    const inHead = plannedOf(request({ ...counted, "X-A": "{{$this.//a}}" }, "<r><a>{{$guid}}</a></r>"));
    assert.match(JSON.stringify(inHead.problems), /An export can't compute \{\{\$this\.\/\/a\}\}/);
    assert.match(JSON.stringify(plan.losses), /can't compute \$this/);
    assert.equal(planFor(request(counted, "<r/>")).requests.length, 1);
  });
});
