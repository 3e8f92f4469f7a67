import assert from "node:assert/strict";
import { keyFile } from "../../support/keyFiles.ts";
import { request, secured, timestamp, token } from "../../support/signing.ts";
import { makeCertificates } from "../../support/transport/certificates.ts";
import { folderOf, soaphttp } from "./built.ts";
import { mocking } from "./mockProcess.ts";

const keys = ["--key", "me=me.pem", "--key", "root=root.pem"];
const signed = secured(`${timestamp}${token("me")}{{$signature me parts="Body Timestamp"}}`);
const response = `HTTP/1.1 200 OK\nContent-Type: text/xml; charset=utf-8\nContent-Length: {{$contentLength}}\n\n${signed}`;
const files = () => ({
  "me.pem": keyFile("me.pem"),
  "root.pem": keyFile("root.pem"),
  "calc.soapmock": `# @name signed\n# @when signature valid\n${response}\n###\n# @otherwise\nHTTP/1.1 403 Forbidden\nContent-Length: 0\n\n`,
});

function posting(host: string, body: string, ...expected: readonly string[]): string {
  const directives = expected.map((one) => `# @expect ${one}\n`).join("");
  return `${directives}${request(body, "Content-Length: {{$contentLength}}\n").replace("Host: h", `Host: ${host}`)}\n###\n`;
}

suite("keys of mock services", () => {
  test("soaphttp test --mock verifies signed requests, and signs responses", async () => {
    const good = posting("{{mock}}", signed, "signature", "status 200");
    const cwd = folderOf({ ...files(), "a.soaphttp": good + posting("{{mock}}", secured(""), "status 403") });
    const { code, out, error } = await soaphttp(["test", ...keys, "--mock", "calc.soapmock", "a.soaphttp"], { cwd });
    assert.deepEqual([code, error], [0, ""], out);
  });

  test("soaphttp mock signs responses with the key of --key NAME=FILE", async () => {
    const cwd = folderOf(files());
    await mocking(cwd, [...keys, "calc.soapmock"], async (mock) => {
      const file = folderOf({ ...files(), "a.soaphttp": posting(`127.0.0.1:${mock.port}`, signed) });
      const sent = await soaphttp(["send", ...keys, "--strict", "a.soaphttp"], { cwd: file });
      assert.match(sent.out, /Signature of Body valid: CN=.* \(rsa-sha256\), trusted\. Covers Body, Timestamp\./);
      assert.equal(sent.code, 0, sent.out);
    });
  });

  test("without a key, soaphttp check says what is missing, and the mock sends a 500 instead of the placeholder", async () => {
    const cwd = folderOf({ "calc.soapmock": response });
    const { out } = await soaphttp(["check", "calc.soapmock"], { cwd });
    assert.match(
      out,
      /8:384 warning .*\{\{\$certificate me\}\} has no value\. A mock service needs the option --key me=FILE for it\./,
    );
    assert.match(out, /\{\{\$signature me .*A mock service needs the option --key me=FILE for it\./);
    const checked = await soaphttp(["check", ...keys, "calc.soapmock"], {
      cwd: folderOf({ ...files(), "a.soapmock": response }),
    });
    assert.equal(checked.code, 0, checked.out);
    const log = await mocking(cwd, ["calc.soapmock"], async (mock) => {
      assert.match(await mock.get("/"), /^HTTP\/1\.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n$/);
      await mock.until((text) => text.includes("GET / "));
    });
    assert.match(log, /500 calc\.soapmock:1 .* has no value\. A mock service needs the option --key me=FILE for it\./);
  });

  test("--client-ca serves only clients with a certificate, whose subject # @when certificate compares", async () => {
    const { ca, good, client, selfSigned } = makeCertificates();
    const cwd = folderOf({
      "a.soapmock": "# @when certificate CN=client\nHTTP/1.1 204 No Content\n\n",
      ...{ "ca.pem": ca, "c.pem": good.cert, "k.pem": good.key },
      ...{ "client.pem": client.cert + client.key, "self.pem": selfSigned.cert + selfSigned.key },
    });
    const service = ["--cert", "c.pem", "--key", "k.pem", "--client-ca", "ca.pem", "a.soapmock"];
    const log = await mocking(cwd, service, async (mock) => {
      const text = `GET https://localhost:${mock.port}/ HTTP/1.1\nHost: localhost\n\n`;
      const send = (...args: readonly string[]) =>
        soaphttp(["send", "--ca", "ca.pem", ...args, "-"], { cwd, input: text });
      assert.equal((await send("--cert", "client.pem")).code, 0);
      assert.equal((await send("--cert", "self.pem")).code, 3);
      assert.equal((await send()).code, 3);
      await mock.until((_, error) => error.split("A client was refused").length === 3);
    });
    assert.match(log, /A client was refused: it has no certificate of the required certificate authorities\./);
    const plain = ["--client-ca", "ca.pem", "a.soapmock"];
    const { code, error } = await soaphttp(["mock", ...plain], { cwd });
    assert.deepEqual([code, error.split("\n")[0]], [2, "soaphttp: --client-ca requires --cert or --pfx."]);
  });
});
