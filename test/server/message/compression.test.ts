import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gunzipSync, inflateSync } from "node:zlib";
import { planFor, plannedOf } from "../../client/export/planned.ts";
import { envelope12, expectClean, expectFix, expectRule, ofMock, request } from "../../support/findings.ts";
import { sentAround } from "../../support/resolver.ts";

const counted = { "Content-Length": "{{$contentLength}}" };
const gzip = { ...counted, "Content-Encoding": "gzip" };
const sent = (text: string, files = {}, secret?: () => string) => {
  const { outgoing, secrets, errors } = sentAround(text, { files }, secret ? { secret } : {});
  const field = (name: string) => outgoing.fields.find((one) => one.name === name)?.value;
  return { bytes: Buffer.from(outgoing.body), field, secrets, errors };
};

suite("# @compress", () => {
  test("the body is compressed once it has its values, and Content-Length counts what is sent", () => {
    const text = (coding: string) =>
      `@x = <é>\n# @compress ${coding}\n${request({ ...gzip, "Content-Encoding": coding, Digest: "{{$body | sha256 | hex}}" }, "<a>{{x}}{{$guid}}</a>\n\n")}`;
    for (const [coding, decode] of [
      ["gzip", gunzipSync],
      ["deflate", inflateSync],
    ] as const) {
      const { bytes, field } = sent(text(coding));
      assert.equal(String(decode(bytes)), "<a>&lt;é&gt;11111111-2222-4333-8444-555555555555</a>");
      assert.equal(field("Content-Length"), String(bytes.length));
      assert.equal(field("Digest"), createHash("sha256").update(bytes).digest("hex"));
      assert.deepEqual(bytes, sent(text(coding)).bytes);
    }
  });

  test("body files and bytes are compressed, too", () => {
    const files = { "/w/a/b/f.xml": "<a>\n</a>\n" };
    for (const [body, plain] of [
      ["< ./f.xml", files["/w/a/b/f.xml"]],
      ["<@ ./f.xml", files["/w/a/b/f.xml"]],
      ['{{$file "./f.xml"}}', files["/w/a/b/f.xml"]],
    ] as const)
      assert.equal(String(gunzipSync(sent(`# @compress gzip\n${request(gzip, body)}`, files).bytes)), plain);
  });

  test("a message without a body or in chunks isn't compressed", () => {
    assert.equal(sent(`# @compress gzip\n${request({ ...gzip }, "\n")}`).bytes.length, 0);
    const chunks = { "Content-Length": undefined, "Transfer-Encoding": "chunked" };
    assert.match(String(sent(`# @compress gzip\n${request(chunks, "4\r\n<a/>\r\n0\r\n\r\n")}`).bytes), /^4\r\n<a\/>/);
  });

  test("a typed Content-Length is compared with the compressed bytes, if they are known", () => {
    const text = (length: string, body = envelope12) =>
      `# @compress gzip\n${request({ ...gzip, "Content-Length": length }, body)}`;
    const { length } = sent(text("{{$contentLength}}")).bytes;
    expectClean(text(String(length)));
    expectClean(text("{{$contentLength}}"));
    const [wrong] = expectRule("content-length-mismatch", text("«83»"));
    assert.equal(wrong?.message, `Content-Length is 83, but the compressed body is ${length} bytes.`);
    expectFix(
      "content-length-mismatch",
      text("83"),
      "Change Content-Length to {{$contentLength}}",
      text("{{$contentLength}}"),
    );
    // A line break behind the body isn't compressed.
    expectRule("content-length-mismatch", text(`«${length + 1}»`, `${envelope12}\n\n`));
    const later = text("«83»", envelope12.replace("<s:Body/>", "<s:Body><a xmlns='urn:a'>{{$guid}}</a></s:Body>"));
    assert.equal(expectRule("content-length-mismatch", later)[0]?.severity, "information");
  });

  test("Content-Encoding must say how the body is compressed", () => {
    const text = (headers: Readonly<Record<string, string>>, directive = "# @compress gzip") =>
      `${directive}\n${request({ ...counted, ...headers })}`;
    const [missing] = expectRule("compress-header", text({}, "# «@compress gzip»"));
    assert.equal(missing?.message, "The body is compressed, but Content-Encoding: gzip is missing.");
    expectFix("compress-header", text({}), "Insert Content-Encoding: gzip", text({ "Content-Encoding": "gzip" }));
    const [other] = expectRule("compress-header", text({ "Content-Encoding": "«br»" }));
    assert.equal(other?.message, "Content-Encoding is br, but the body is compressed with gzip.");
    expectFix(
      "compress-header",
      text({ "Content-Encoding": "br" }),
      "Change to gzip",
      text({ "Content-Encoding": "gzip" }),
    );
    expectClean(text({ "Content-Encoding": "x-gzip" }));
    expectRule("directive-value", text({}, "# @compress «br»"));
    expectRule("content-encoding", text({ "Content-Encoding": "«gzip»" }, "# @compress"), ["directive-value"]);
  });

  test("a directive in a mock service has no effect, and the check says so", () => {
    const text =
      "# @«compress» gzip\nHTTP/1.1 200 OK\nContent-Type: text/xml\nContent-Length: {{$contentLength}}\n\n<a/>\n";
    const [finding] = expectRule("directive-unknown", text, [], ofMock);
    assert.equal(finding?.message, "@compress has no effect in a mock service.");
  });

  test("what is compressed from a secret is a secret as a whole", () => {
    const text = (content: string) => `# @compress gzip\n${request(gzip, content)}`;
    const binary = (bytes: Buffer) => bytes.toString("latin1");
    const stored = sent(text("<a>{{$secret pin}}</a>"), {}, () => "s3cret");
    assert.ok(stored.secrets.includes(binary(stored.bytes)));
    const typed = sent(text("<Password>abcdef</Password>"));
    assert.ok(typed.secrets.includes(binary(typed.bytes)));
    assert.deepEqual(sent(text("<a>1</a>")).secrets, []);
  });

  test("an export compresses a body with values in Python, and leaves the request out for JMeter", () => {
    const text = `# @compress deflate\n${request({ ...gzip, "Content-Encoding": "deflate" }, "<a>{{$guid}}</a>")}`;
    const [planned] = planFor(text).requests;
    assert.equal(planned?.compression, "deflate");
    assert.equal(String(Buffer.from(planned.body)), "<a>{{$guid}}</a>");
    const jmeter = plannedOf(text, { engine: "jmeter" });
    assert.deepEqual(jmeter.plan.requests, []);
    assert.match(JSON.stringify(jmeter.plan.losses), /JMeter can't compute @compress\./);
    const [constant] = planFor(text.replace("{{$guid}}", "1")).requests;
    assert.equal(constant?.compression, undefined);
    assert.equal(String(inflateSync(constant?.body ?? Buffer.alloc(0))), "<a>1</a>");
  });
});
