import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { envelope12, request } from "../../../support/findings.ts";
import { closedPort, type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { programs, type Ran, type RunOptions, soaphttp, temporaryFolder } from "../built.ts";

const soap = "Content-Type: application/soap+xml; charset=utf-8\r\n";
const answer = `HTTP/1.1 200 OK\r\n${soap}Content-Length: ${envelope12.length}\r\n\r\n${envelope12}`;

suite("what soaphttp send prints", () => {
  const services: RawService[] = [];

  suiteSetup(programs);
  teardown(async () => {
    for (const service of services.splice(0)) await service.close();
  });

  async function serve(response: string): Promise<RawService> {
    const service = await startRawService(async (connection) => {
      await connection.request();
      connection.end(response);
    });
    services.push(service);
    return service;
  }
  const send = (text: string, args: readonly string[] = [], options: RunOptions = {}): Promise<Ran> =>
    soaphttp(["send", ...args, "-"], { ...options, input: text });
  const to = ({ port }: { readonly port: number }, headers: Readonly<Record<string, string>> = {}, line?: string) =>
    request({ Host: `127.0.0.1:${port}`, ...headers }, envelope12, line);

  suite("no secret of the request", () => {
    const value = "hunter2secret";
    const env = { SOAPHTTP_SECRET_TOK: value };
    const formats = ["text", "raw"] as const;

    test("not where a redirect drops it", async () => {
      const other = await serve(answer);
      const location = `http://127.0.0.1:${other.port}/`;
      const first = await serve(
        `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`,
      );
      const text = to(first, { Authorization: "Bearer {{$secret tok}}", Cookie: "typed=inthefile" });
      const ran = await send(text, ["--follow", "always"], { env });
      assert.equal(ran.code, 0, ran.out);
      assert.match(ran.out, /\nNot as typed: Authorization was not sent\nNot as typed: Cookie was not sent\n/);
      assert.doesNotMatch(ran.out, /hunter2|inthefile/);
      const json = await send(text, ["--follow", "always", "-f", "json"], { env });
      const [{ request: sent }] = JSON.parse(json.out);
      assert.ok(sent.changes.includes("Authorization was not sent"), String(sent.changes));
    });

    test("not in the address, and in no form of it", async () => {
      const target = "POST /s?token={{$secret tok}}&again=hunter2%73ecret HTTP/1.1";
      const ran = await send(to(await serve(answer), {}, target), ["--as-written"], { env });
      assert.equal(ran.code, 0, ran.error);
      assert.match(ran.out, /^<stdin>:1 POST http:\/\/127\.0\.0\.1:\d+\/s\?token=\[redacted\]&again=\[redacted\]\n/);
    });

    test("but all of the response", async () => {
      const echo = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${value.length}\r\n\r\n${value}`;
      const service = await serve(echo);
      for (const format of formats) {
        const ran = await send(to(service, { "X-Key": "{{$secret tok}}" }), ["-f", format], { env });
        assert.ok(ran.out.includes(value), ran.out);
      }
    });

    test("not where the redirect that repeats it is not followed", async () => {
      const service = await serve(`HTTP/1.1 302 Found\r\nLocation: /x?t=${value}\r\nContent-Length: 0\r\n\r\n`);
      const ran = await send(to(service, { "X-Key": "{{$secret tok}}" }), [], { env });
      assert.match(ran.out, /\nThe redirect to \/x\?t=\[redacted\] is not followed/);
    });

    test("not in why there is no response", async () => {
      const secretHost = { SOAPHTTP_SECRET_TOK: "hidden-name.invalid" };
      for (const format of formats) {
        const ran = await send(request({ Host: "{{$secret tok}}:80" }), ["-f", format], { env: secretHost });
        assert.equal(ran.code, 3);
        assert.match(ran.out + ran.error, /\[redacted\]/);
        assert.doesNotMatch(ran.out + ran.error, /hidden-name/);
      }
    });

    test("not in why it is not sent, and no private variable", async () => {
      const cwd = temporaryFolder();
      const file = { dev: { pw: "wrong\tsecret-value" } };
      writeFileSync(join(cwd, "http-client.private.env.json"), JSON.stringify(file));
      const text = to({ port: 1 }, { "Content-Type": "application/soap+xml; charset={{pw}}" });
      const ran = await send(text, ["-e", "dev"], { cwd });
      assert.equal(ran.code, 2, ran.out);
      assert.doesNotMatch(ran.error, /secret-value/);
    });
  });

  test("of a proxy that can't be used neither name nor password", async () => {
    const env = { ALL_PROXY: `socks5://user:s3cret/pw@127.0.0.1:${await closedPort()}` };
    const ran = await send(to({ port: 1 }), [], { env });
    assert.equal(ran.code, 3);
    assert.doesNotMatch(ran.out, /user|s3cret|pw@/);
    assert.match(ran.out, /socks5:\/\/\[redacted\]@127\.0\.0\.1:\d+/);
  });
});
