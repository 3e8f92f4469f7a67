import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import { envelope12, expectClean, expectRule, request } from "../../support/findings.ts";
import { keyFile } from "../../support/keyFiles.ts";
import { bodyText, findingsAround, sentAround } from "../../support/resolver.ts";
import { signedMessage } from "../../support/signing.ts";

const digest = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("base64");
const counted = "{{$contentLength}}";
const fieldOf = ({ fields }: { readonly fields: readonly { name: string; value: string }[] }, name: string) =>
  fields.find((one) => one.name === name)?.value;

suite("{{$body}}", () => {
  test("a header has the hash of the body as it is sent, and the target its size", () => {
    const text = `@x = <é>\n${request(
      { Digest: "SHA-256={{$body | sha256 | base64}}", "Content-Length": counted },
      "<a>{{x}}{{$guid}}</a>\n\n",
      "POST /s?size={{$body | size}} HTTP/1.1",
    )}`;
    const { outgoing } = sentAround(text, {});
    assert.equal(fieldOf(outgoing, "Digest"), `SHA-256=${digest(outgoing.body)}`);
    assert.equal(outgoing.target, `/s?size=${outgoing.body.length}`);
    assert.match(bodyText(outgoing), /&lt;é&gt;/);
  });

  test("the hash follows the charset, the parts and the file of the body", () => {
    const sent = (changes: Readonly<Record<string, string>>, body: string, file = "") =>
      sentAround(request({ Digest: "{{$body | sha256 | base64}}", "Content-Length": counted, ...changes }, body), {
        files: { "/w/a/b/p.bin": Buffer.from([0, 255]), "/w/a/b/b.xml": file },
      }).outgoing;
    const multipart = { "Content-Type": 'multipart/related; boundary=b; type="text/xml"' };
    for (const outgoing of [
      sent({ "Content-Type": "text/xml; charset=utf-16" }, "<a>é</a>"),
      sent(multipart, "--b\nContent-Type: text/xml\n\n<a/>\n--b\nContent-ID: <p>\n\n< ./p.bin\n--b--\n"),
      sent({}, "<@ ./b.xml", "<a>{{$contentLength}}</a>".replace("{{$contentLength}}", "")),
      sent({}, "< ./b.xml", "<a>\n</a>\n"),
    ])
      assert.equal(fieldOf(outgoing, "Digest"), digest(outgoing.body));
  });

  test("the check knows the length of a header with the hash, and reports nothing", () => {
    expectClean(request({ Digest: "SHA-256={{$body | sha256 | base64}}" }));
  });

  test("a secret in the body makes its hash a secret, but not the body as a whole", () => {
    const text = request(
      { Digest: "{{$body | sha256 | base64}}", "X-B": "{{$body | base64}}", "Content-Length": counted },
      "<a>{{$secret pin}}</a>",
    );
    const { outgoing, secrets } = sentAround(text, {}, { secret: () => "s3cret" });
    assert.ok(secrets.includes(digest(outgoing.body)));
    assert.ok(secrets.includes(Buffer.from(outgoing.body).toString("base64")));
    assert.ok(!secrets.includes(bodyText(outgoing)));
    assert.deepEqual(
      outgoing.secretUses.map(({ place, header }) => [place, header]),
      [
        ["header", "Digest"],
        ["header", "X-B"],
        ["body", undefined],
      ],
    );
    const plain = sentAround(text.replace("{{$secret pin}}", "1"), {});
    assert.deepEqual([plain.secrets, plain.outgoing.secretUses], [[], []]);
  });

  test("the hash is computed from the body with its signatures, and can be signed itself", async () => {
    const body = '<a Id="a">{{$guid}}{{$signature me}}</a>';
    const head = { Digest: "{{$body | sha256 | base64}}", Signed: "{{$body | sign me | base64}}" };
    const { outgoing, body: sent } = await signedMessage(request({ ...head, "Content-Length": counted }, body));
    assert.match(sent, /<SignatureValue>[^<0][^<]+</);
    assert.equal(fieldOf(outgoing, "Digest"), digest(outgoing.body));
    const signature = Buffer.from(fieldOf(outgoing, "Signed") ?? "", "base64");
    assert.ok(verify("sha256", outgoing.body, createPublicKey(Buffer.from(keyFile("me.pem"))), signature));
  });

  test("bytes in a header are an error", () => {
    expectRule("value-bytes", request({ Digest: "«{{$body}}»" }));
  });

  for (const [where, text] of [
    [
      "the body",
      request(
        { "Content-Length": counted },
        envelope12.replace("<s:Body/>", "<s:Body>{{«$body» | sha256 | hex}}</s:Body>"),
      ),
    ],
    ["a variable", `@d = {{«$body» | sha256 | hex}}\n${request({ "X-D": "{{d}}" })}`],
  ] as const) {
    test(`{{$body}} is an error in ${where}`, () => {
      const [finding] = expectRule("variable-undefined", text, ["soap-body-text"]);
      assert.match(finding?.message ?? "", /It can only be used in the target or a header/);
    });
  }

  for (const name of ["Content-Type", "Content-Length", "Transfer-Encoding"]) {
    test(`{{$body}} is an error in ${name}, on which the body depends`, () => {
      const text = request({ [name]: "{{$body | size}}" });
      const finding = findingsAround(text, {}).find(({ code }) => code === "variable-undefined");
      assert.equal(finding?.message, "{{$body}} has no value. The body depends on this header.");
      assert.equal(text.slice(finding.at.start, finding.at.end), "$body");
    });
  }
});
