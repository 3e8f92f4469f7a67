import assert from "node:assert/strict";
import { encrypted } from "../../support/encrypting.ts";
import { request } from "../../support/findings.ts";
import { keyFile } from "../../support/keyFiles.ts";
import { secured } from "../../support/signing.ts";
import { type RawService, startRawService } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";

const secret = "plain-text-of-a-part";
const payload = `<m:Result xmlns:m="urn:m">${secret}</m:Result>`;

suite("soaphttp with encrypted responses", () => {
  const { key, data } = encrypted(payload);
  const body = secured(key, { body: data });
  let cwd: string;
  let service: RawService;
  suiteSetup(async () => {
    service = await startRawService(async (connection) => {
      await connection.request();
      const length = Buffer.byteLength(body);
      connection.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: ${length}\r\n\r\n${body}`,
      );
    });
    const text = request({ Host: `localhost:${service.port}` });
    const tests = `# @expect //*:Result = ${secret}\n# @set result = //*:Result\n${text}`;
    cwd = folderOf({ "me.pem": keyFile("me.pem"), "one.soaphttp": text, "tests.soaphttp": tests });
  });
  const run = (args: string) => soaphttp(args.split(" "), { cwd });

  test("send shows the decrypted message, and says what was decrypted", async () => {
    const { out, code } = await run("send --key me=me.pem one.soaphttp");
    assert.equal(code, 0, out);
    assert.match(out, /^Decrypted with me: Body \(aes256-gcm, rsa-oaep-mgf1p\)\.$/m);
    assert.ok(out.includes(payload), out);
  });

  test("Without the key, send says that the Body isn't decrypted", async () => {
    const { out } = await run("send one.soaphttp");
    assert.match(out, /Body isn't decrypted: no key in soaphttp\.keys decrypts it\./);
    assert.ok(out.includes("CipherValue") && !out.includes(secret), out);
  });

  test("The formats raw and har hold the bytes received, and json says what is decrypted in them", async () => {
    const raw = await run("send --key me=me.pem --format raw one.soaphttp");
    assert.ok(raw.out.endsWith(body), raw.out);
    const har = await run("send --key me=me.pem --format har one.soaphttp");
    assert.ok(har.out.includes("CipherValue") && !har.out.includes(secret), har.out);
    const json = await run("send --key me=me.pem --format json one.soaphttp");
    assert.ok(!json.out.includes(secret), json.out);
    const [{ response }] = JSON.parse(json.out);
    assert.equal(Buffer.from(response.body, "base64").toString(), body);
    assert.deepEqual(response.encrypted, [
      { part: "Body", algorithm: "aes256-gcm", transport: "rsa-oaep-mgf1p", key: "me", decrypted: true },
    ]);
  });

  test("Expectations see the decrypted message", async () => {
    const { out, code } = await run("test --key me=me.pem tests.soaphttp");
    assert.equal(code, 0, out);
    const without = await run("test tests.soaphttp");
    assert.equal(without.code, 1, without.out);
  });
});
