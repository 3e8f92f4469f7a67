import assert from "node:assert/strict";
import { request } from "../../support/findings.ts";
import { makeCertificates } from "../../support/transport/certificates.ts";
import { startRawService, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";
import { mocking } from "./mockProcess.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 4\r\n\r\n<a/>";

suite("expectations about the connection", () => {
  test("certificate expires compares the end of the service's certificate", async () => {
    const { good } = makeCertificates();
    const folder = folderOf({
      "a.soapmock": "# @when path /hi\nHTTP/1.1 200 OK\nContent-Length: 0\n\n",
      "c.pem": good.cert,
      "k.pem": good.key,
    });
    await mocking(folder, ["--cert", "c.pem", "--key", "k.pem", "a.soapmock"], async (mock) => {
      const sent = (days: string) =>
        `# @expect certificate expires ${days} d\nGET https://localhost:${mock.port}/hi HTTP/1.1\nHost: localhost\n\n`;
      const cwd = folderOf({ "a.soaphttp": `${sent("> 0")}###\n${sent("> 1000000")}` });
      const args = ["test", "--insecure-host", "localhost", "--no-wsdl", "a.soaphttp"];
      const { code, out } = await soaphttp(args, { cwd });
      assert.match(out, /1 passed, 1 failed|1 failed, 1 passed/);
      assert.match(out, /✗ certificate expires > 1000000 d\n +Found \d+(?:\.\d)? d, expected > 1000000 d\./);
      assert.equal(code, 1);
    });
  });

  test("redirects are counted, and over http there is no certificate", async () => {
    const service = await startResponding(({ head }) => {
      const isMoved = /^GET \/moved /.test(head);
      return isMoved ? "HTTP/1.1 302 Found\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n" : ok;
    });
    const get = (path: string) => `GET ${path} HTTP/1.1\nHost: 127.0.0.1:${service.port}\n\n`;
    const lines = "# @expect redirects 0\n# @expect certificate expires > 1 d\n";
    const cwd = folderOf({ "a.soaphttp": `# @expect redirects 1\n${get("/moved")}###\n${lines}${get("/moved")}` });
    const { out } = await soaphttp(["test", "--follow", "always", "--record", "r", "."], { cwd });
    const replayed = await soaphttp(["test", "--follow", "always", "--replay", "r", "."], { cwd });
    for (const one of [out, replayed.out]) {
      assert.match(one, /1 passed, 1 failed|1 failed, 1 passed/);
      assert.match(one, /✗ redirects 0\n +Found 1, expected 0\./);
      assert.match(one, /came over http, so there is no certificate/);
    }
  });

  test("p95 is evaluated once, after the last sending", async () => {
    let count = 0;
    const service = await startRawService(async (connection) => {
      await connection.request();
      count++;
      connection.end(ok);
    });
    const sent = request({ Host: `127.0.0.1:${service.port}` });
    const of = (limit: string) => ({ "a.soaphttp": `# @repeat 4\n# @expect p95 < ${limit}\n${sent}` });
    const good = await soaphttp(["test", "."], { cwd: folderOf(of("1 min")) });
    assert.deepEqual([good.code, count], [0, 4], good.out);
    const bad = await soaphttp(["test", "."], { cwd: folderOf(of("0 ms")) });
    assert.match(bad.out, /✗ p95 < 0 ms/);
    assert.deepEqual([bad.code, count], [1, 8]);
  });

  test("p95 without # @repeat is an error", async () => {
    const cwd = folderOf({ "a.soaphttp": `# @expect p95 < 5 ms\n${request()}` });
    const { code, out } = await soaphttp(["check", "a.soaphttp"], { cwd });
    assert.match(out, /p95 needs several sendings, such as # @repeat 20/);
    assert.equal(code, 1);
  });
});
