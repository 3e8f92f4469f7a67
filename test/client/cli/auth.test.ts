import assert from "node:assert/strict";
import { type DigestOptions, type DigestService, startDigestService } from "../../support/transport/digestService.ts";
import { startResponding } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";

const secret = "h0rse+battery/staple";
const env = { SOAPHTTP_SECRET_PIN: secret };

suite("# @auth on the command line", () => {
  let service: DigestService;
  const start = async (options: DigestOptions = {}) => {
    service = await startDigestService({ password: secret, algorithms: ["SHA-256"], ...options });
  };
  const request = (port: number, above = "", line = "# @auth digest user password") =>
    `@user = ann\n@password = {{$secret pin}}\n${above}${line}\nPOST /s HTTP/1.1\nHost: 127.0.0.1:${port}\nContent-Type: text/plain\nContent-Length: 5\n\nhello\n`;

  test("send answers a challenge with the same bytes, and shows it", async () => {
    await start();
    const cwd = folderOf({ "a.soaphttp": request(service.port) });
    const { code, out } = await soaphttp(["send", "a.soaphttp", "--as-written"], { cwd, env });
    assert.equal(code, 0, out);
    assert.match(out, /401 Unauthorized → the same request with Digest\n/);
    assert.match(out, /200 OK/);
    assert.match(out, /Not as typed: Authorization was added/);
    assert.ok(!out.includes(secret));
    assert.deepEqual(
      service.requests.map(({ body }) => body.toString()),
      ["hello", "hello"],
    );
  });

  test("send --format json has the exchanges before the last one", async () => {
    await start();
    const cwd = folderOf({ "a.soaphttp": request(service.port) });
    const { code, out } = await soaphttp(["send", "a.soaphttp", "--as-written", "--format", "json"], { cwd, env });
    assert.equal(code, 0, out);
    const [exchange] = JSON.parse(out);
    const [step, ...more] = exchange.authentication;
    assert.deepEqual([more.length, step.scheme, step.status], [0, "digest", 401]);
    const plain = (text: string) => Buffer.from(text, "base64").toString("latin1");
    assert.match(plain(step.sent), /^POST \/s HTTP\/1\.1\r\n(?!.*Authorization)[\s\S]*hello$/);
    assert.match(plain(step.bytes), /^HTTP\/1\.1 401 [\s\S]*who are you\?$/);
    assert.match(plain(exchange.sent), /\r\nAuthorization: Digest [^\r\n]*\r\n\r\nhello$/);
  });

  for (const command of ["send", "test"]) {
    test(`the requests of soaphttp ${command} use the nonce again`, async () => {
      await start();
      const expects = "# @expect status 200\n";
      const second = request(service.port, expects).replace(/^@.*\n/gm, "");
      const cwd = folderOf({ "a.soaphttp": `${request(service.port, expects)}\n###\n${second}` });
      const { code, out } = await soaphttp([command, "--as-written", "a.soaphttp"], { cwd, env });
      assert.equal(code, 0, out);
      assert.deepEqual(service.verdicts, ["no credentials", "", ""]);
    });
  }

  test("a refused password ends the command with exit code 1 and a message", async () => {
    await start({ password: "another" });
    const cwd = folderOf({
      "a.soaphttp": request(service.port, "# @expect status 200\n# @ignore content-type-unknown\n"),
    });
    const sent = await soaphttp(["send", "a.soaphttp", "--as-written"], { cwd, env });
    assert.equal(sent.code, 1, sent.out);
    assert.match(sent.out, /^The service refused user or password\.$/m);
    const tested = await soaphttp(["test", "a.soaphttp", "--as-written"], { cwd, env });
    assert.equal(tested.code, 1, tested.out);
    assert.match(tested.out, /The service refused user or password\./);
  });

  test("the output names a service that doesn't prove that it knows the password", async () => {
    const send = async (options: DigestOptions) => {
      await start(options);
      const cwd = folderOf({ "a.soaphttp": request(service.port) });
      const { code, out } = await soaphttp(["send", "a.soaphttp", "--as-written"], { cwd, env });
      assert.equal(code, 0, out);
      return out.includes(
        "The service didn't prove that it knows the password: rspauth in Authentication-Info is wrong.",
      );
    };
    for (const algorithms of [["MD5"], ["SHA-256-sess"]]) {
      assert.equal(await send({ algorithms, provenWith: secret }), false);
      assert.equal(await send({ algorithms, provenWith: secret, nextNonce: "next" }), false);
      assert.equal(await send({ algorithms, provenWith: "another" }), true);
    }
    assert.equal(await send({ qop: "auth-int", provenWith: "another" }), false, "isn't verified with auth-int");
  });

  test("the output names another scheme that the service requires", async () => {
    const other = await startResponding(
      'HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n',
    );
    const cwd = folderOf({ "a.soaphttp": request(other.port) });
    const { code, out } = await soaphttp(["send", "a.soaphttp", "--as-written"], { cwd, env });
    assert.equal(code, 1);
    assert.match(out, /^The service offers Basic, not Digest\.$/m);
  });

  test("exports leave out a request with @auth, and name it", async () => {
    await start();
    const other = "# @name plain\nGET /p HTTP/1.1\nHost: a.example\n";
    const cwd = folderOf({ "a.soaphttp": `${request(service.port, "# @name digest\n")}\n###\n${other}` });
    for (const engine of ["locust", "jmeter", "har"]) {
      const { code, out, error } = await soaphttp(["export", "--to", engine, "--as-written", "a.soaphttp"], {
        cwd,
        env,
      });
      assert.equal(code, 0, error);
      assert.match(`${out}${error}`, /digest.*It is left out: @auth answers challenges/);
    }
  });
});
