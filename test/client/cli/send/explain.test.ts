import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { keyFile } from "../../../support/keyFiles.ts";
import { folderOf, soaphttp } from "../built.ts";

const document = '<o xmlns="urn:o" Id="o">{{$signature me}}<n>{{$secret pin}}</n></o>';
const head =
  'POST /s HTTP/1.1\nHost: 127.0.0.1:1\nContent-Type: text/xml\nSOAPAction: ""\nContent-Length: {{$contentLength}}';
const text = `# @document order\n\n${document}\n###\n# @name one\n${head}\n\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a xmlns="urn:a">{{order | base64}}</a></s:Body></s:Envelope>\n###\n# @name two\n${head}\n\n<a>{{"never" | hex}}</a>\n`;

suite("soaphttp send --explain", () => {
  const folder = () => folderOf({ "a.soaphttp": text, "me.pem": keyFile("me.pem") });

  test("the option prints how values are computed, with canonical forms, and sends nothing", async () => {
    const env = { SOAPHTTP_SECRET_PIN: "12345678" };
    const { code, out, error } = await soaphttp(["send", "--explain", "--key", "me=me.pem", "a.soaphttp#one"], {
      cwd: folder(),
      env,
    });
    assert.equal(code, 0, error);
    assert.equal(error, "");
    const digested = '<o xmlns="urn:o" Id="o"><n>12345678</n></o>';
    const digest = createHash("sha256").update(digested).digest("base64");
    assert.ok(
      out.includes(
        `  Reference "#o", transforms: enveloped, exclusive. SHA-256 digest of ${digested.length} bytes: ${digest}\n      <o xmlns="urn:o" Id="o"><n>[redacted]</n></o>\n`,
      ),
      out,
    );
    assert.match(out, /^Computed values of POST \/s\n\n\{\{\$signature me\}\}\n {2}Key me, rsa-sha256/);
    assert.match(
      out,
      /\{\{order \| base64\}\}\n {2}order\n {4}XML, \d+ bytes, secret\n {2}\| base64\n {4}text, \d+ bytes, secret\n$/,
    );
  });

  test("each request has its values, and what can't be used is reported", async () => {
    const args = ["send", "--explain", "--key", "me=me.pem", "a.soaphttp", "missing.soaphttp"];
    const { code, out, error } = await soaphttp(args, { cwd: folder(), env: { SOAPHTTP_SECRET_PIN: "12345678" } });
    assert.equal(code, 2);
    assert.equal(out.match(/^Computed values of POST \/s$/gm)?.length, 2);
    assert.match(error, /missing\.soaphttp/);
  });

  test("values aren't explained without a secret, and the message says how to set it", async () => {
    const { code, out, error } = await soaphttp(["send", "--explain", "a.soaphttp#one"], { cwd: folder() });
    assert.equal(code, 2);
    assert.equal(out, "");
    assert.match(error, /its secret pin is missing; set the environment variable SOAPHTTP_SECRET_PIN/);
  });
});
