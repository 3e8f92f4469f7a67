import assert from "node:assert/strict";
import { realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { envelope12, request } from "../../support/findings.ts";
import { writeFiles } from "../../support/folders.ts";
import { skip } from "../../support/skip.mjs";
import { type RawService, startResponding } from "../../support/transport/rawService.ts";
import { type Ran, soaphttp, temporaryFolder } from "./built.ts";

const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml; charset=utf-8\r\nContent-Length: ${envelope12.length}\r\n\r\n${envelope12}`;

suite("variables, environments, secrets and body files on the command line", () => {
  let service: RawService;
  let folder = "";
  setup(async () => {
    service = await startResponding(answer);
    folder = temporaryFolder();
  });
  const write = (files: Readonly<Record<string, string | Uint8Array>>) => writeFiles(folder, files);

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, input?: string): Promise<Ran> =>
    soaphttp(args, { cwd: folder, env, ...(input === undefined ? {} : { input }) });
  const received = (at = 0) => service.connections[at]?.text ?? "";
  const here = () => `127.0.0.1:${service.port}`;
  const environments = () =>
    JSON.stringify({ $shared: { path: "/s" }, local: { host: here() }, remote: { host: "example.invalid" } });
  const inEnvironment = (changes: Readonly<Record<string, string>> = {}, body?: string) =>
    request({ Host: "{{host}}", ...changes }, body, "POST {{path}} HTTP/1.1");

  test("--environment selects an environment from a file in a parent folder", async () => {
    write({ "http-client.env.json": environments(), "a/b/one.soaphttp": inEnvironment() });
    assert.equal((await run(["send", "--environment", "local", "a/b/one.soaphttp"])).code, 0);
    assert.ok(received().startsWith(`POST /s HTTP/1.1\r\nHost: ${here()}\r\n`), received());
    assert.equal((await run(["check", "-e", "local", "a"])).code, 0);
  });

  test("settings of an environment that have no effect are named once, for the environment that is used", async () => {
    const shared = { path: "/s", Security: { Digest: {} } };
    const ssl = { SSLConfiguration: { other: "a.pem" } };
    const all = { $shared: shared, local: { host: here(), ...ssl }, other: ssl };
    write({
      "http-client.env.json": JSON.stringify(all, null, 1),
      "a.soaphttp": inEnvironment(),
      "b.soaphttp": inEnvironment(),
    });
    for (const command of ["check", "send"]) {
      const { code, error } = await run([command, "-e", "local", "a.soaphttp", "b.soaphttp"]);
      assert.equal(
        error,
        "soaphttp: http-client.env.json:5: Digest is not supported and has no effect.\n" +
          "soaphttp: http-client.env.json:11: other is not supported and has no effect.\n",
      );
      assert.equal(code, 0);
    }
  });

  test("settings that have no effect are named for the environments of a file's # @environment, too", async () => {
    const ssl = { SSLConfiguration: { other: "a.pem" } };
    write({
      "http-client.env.json": JSON.stringify({ local: { host: here(), ...ssl }, other: ssl }, null, 1),
      "a.soaphttp": `# @environment local\n###\n${inEnvironment()}`,
    });
    const at = (line: number) => `soaphttp: http-client.env.json:${line}: other is not supported and has no effect.\n`;
    assert.equal((await run(["check", "a.soaphttp"])).error, at(5));
    assert.equal((await run(["check", "-e", "other", "a.soaphttp"])).error, at(10));
  });

  test("the error for an undefined variable without --environment lists the available environments", async () => {
    write({ "http-client.env.json": environments(), "one.soaphttp": inEnvironment() });
    const why = /The variable host isn't defined\. Select an environment that defines it: local, remote\./;
    const sent = await run(["send", "one.soaphttp"]);
    assert.deepEqual([sent.code, service.connections.length], [2, 0]);
    assert.match(sent.error, why);
    const checked = await run(["check", "one.soaphttp"]);
    assert.equal(checked.code, 1);
    assert.match(checked.out, why);
  });

  test("an unknown environment prevents sending, even if the shared variables are enough", async () => {
    write({
      "http-client.env.json": JSON.stringify({ $shared: { host: here(), path: "/s" }, local: {} }),
      "one.soaphttp": inEnvironment(),
    });
    for (const command of ["send", "check"]) {
      const ran = await run([command, "-e", "locla", "one.soaphttp"]);
      assert.equal(ran.code, 2);
      assert.match(ran.error, /one\.soaphttp: unknown environment locla. Available: local\.\n/);
    }
    assert.equal(service.connections.length, 0);
  });

  test("environment files above the current folder are not read, and the message lists the searched folders", async () => {
    write({ "http-client.env.json": environments(), "a/b/one.soaphttp": inEnvironment(), "c/two.soaphttp": request() });
    const cwd = join(folder, "a");
    const looked = async (name: string, input?: string) => {
      const ran = await soaphttp(["send", "-e", "local", name], { cwd, ...(input === undefined ? {} : { input }) });
      assert.equal(ran.code, 2);
      return ran.error.replaceAll(realpathSync(folder), "");
    };
    const none = "unknown environment local. No environments are defined. ";
    const files = "Searched for http-client.private.env.json, http-client.env.json in";
    assert.equal(
      await looked(join("b", "one.soaphttp")),
      `soaphttp: b/one.soaphttp: ${none}${files} /a/b and above it, up to the current folder /a.\n`,
    );
    const alone = " the current folder /a, but not above it";
    assert.equal(await looked("-", request()), `soaphttp: <stdin>: ${none}${files}${alone}.\n`);
    assert.equal(await looked("../c/two.soaphttp"), `soaphttp: ../c/two.soaphttp: ${none}${files} /c.\n`);
  });

  test("an environment file that isn't valid JSON is reported", async () => {
    write({ "http-client.env.json": "{", "one.soaphttp": request() });
    const { code, error } = await run(["check", "-e", "local", "one.soaphttp"]);
    assert.equal(code, 2);
    assert.match(
      error,
      /unknown environment local\. No environments are defined\. http-client\.env\.json isn't valid JSON: /,
    );
  });

  test("the sample has no findings in its environments", async () => {
    for (const environment of ["local", "wrong"]) {
      const args = ["check", "--max-severity", "none", "-e", environment, "samples/environments.soaphttp"];
      const { code, out } = await soaphttp(args);
      assert.equal(code, 0, out);
    }
  });

  test("standard input uses the environments of the current folder", async () => {
    write({ "http-client.env.json": environments() });
    assert.equal((await run(["send", "-e", "local", "-"], {}, inEnvironment())).code, 0);
    assert.ok(received().startsWith("POST /s"));
  });

  test("the findings of check redact values of a private environment", async () => {
    write({
      "http-client.private.env.json": JSON.stringify({ local: { pw: "wrong-secret" } }),
      "one.soaphttp": request({ "Content-Type": "text/xml; charset={{pw}}", "Content-Length": "x{{pw}}" }),
    });
    for (const format of ["text", "json", "sarif", "github"]) {
      const ran = await run(["check", "-e", "local", "-f", format, "one.soaphttp"]);
      assert.equal(ran.code, 1, ran.error);
      assert.match(ran.out, /\[redacted\] is unknown/);
      assert.doesNotMatch(ran.out, /wrong-secret/);
    }
  });

  test("the private environment file takes precedence", async () => {
    write({
      "http-client.env.json": environments(),
      "http-client.private.env.json": JSON.stringify({ local: { path: "/private" } }),
      "one.soaphttp": inEnvironment(),
    });
    assert.equal((await run(["send", "-e", "local", "one.soaphttp"])).code, 0);
    assert.ok(received().startsWith("POST /private "));
  });

  test("$processEnv and $dotenv are replaced", async () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body>{{$processEnv USER_NAME}} {{$dotenv TOKEN}}</s:Body>");
    const length = String(envelope12.replace("<s:Body/>", "<s:Body>ä t0p</s:Body>").length + 1);
    write({
      ".env": 'TOKEN="t0p" # the token',
      "a/one.soaphttp": request({ Host: here(), "Content-Length": length }, body),
    });
    const ran = await run(["send", "a/one.soaphttp"], { USER_NAME: "ä" });
    assert.equal(ran.code, 0, ran.error);
    assert.ok(Buffer.from(received(), "latin1").toString().endsWith("<s:Body>ä t0p</s:Body></s:Envelope>"));
    const unset = await run(["check", "a/one.soaphttp"]);
    assert.match(
      unset.out,
      /\{\{\$processEnv USER_NAME\}\} has no value\. The environment variable USER_NAME isn't set/,
    );
  });

  test("a secret is read from an environment variable", async () => {
    const text = request({ Host: here(), Authorization: "Bearer {{$secret api key}}" });
    const ran = await run(["send", "-"], { SOAPHTTP_SECRET_API_KEY: "s3cret" }, text);
    assert.equal(ran.code, 0, ran.error);
    assert.match(received(), /\r\nAuthorization: Bearer s3cret\r\n/);
    assert.equal((await run(["check", "-"], {}, text)).code, 0);
  });

  test("a missing secret prevents sending without a terminal, and the message names its variable", async () => {
    const text = request({ Host: here(), Authorization: "Bearer {{$secret api key}}" });
    const { code, error } = await run(["send", "-"], {}, text);
    assert.deepEqual([code, service.connections.length], [2, 0]);
    assert.match(error, /its secret api key is missing; set the environment variable SOAPHTTP_SECRET_API_KEY/);
  });

  test("generated values differ between requests", async () => {
    const one = request({ Host: here(), "X-Id": "{{$guid}} {{id}} {{id}}" });
    const ran = await run(["send", "-"], {}, `@id = {{$guid}}\n${one}\n###\n${one}`);
    assert.equal(ran.code, 0, ran.error);
    const ids = [0, 1].map((at) => /X-Id: ([\da-f-]{36}) ([\da-f-]{36}) \2\r/.exec(received(at))?.slice(1) ?? []);
    assert.equal(new Set(ids.flat()).size, 4, JSON.stringify(ids));
  });

  test("the fields in JSON have the values that were sent", async () => {
    const ran = await run(["send", "-f", "json", "-"], {}, request({ Host: here(), "X-Id": "{{$guid}}" }));
    const [{ request: said }] = JSON.parse(ran.out) as [{ request: { fields: { name: string; value: string }[] } }];
    const id = /X-Id: (\S+)/.exec(received())?.[1];
    assert.equal(said.fields.find(({ name }) => name === "X-Id")?.value, id);
  });

  test("a body file is sent byte for byte", async () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, at) => (at * 7) & 0xff);
    write({
      "bodies/a b.bin": bytes,
      "one.soaphttp": request({ Host: here(), "Content-Length": "1000" }, "< ./bodies/a b.bin"),
    });
    const ran = await run(["send", "--as-written", "one.soaphttp"]);
    assert.equal(ran.code, 0, ran.error);
    assert.deepEqual(Buffer.from(received().split("\r\n\r\n").slice(1).join("\r\n\r\n"), "latin1"), Buffer.from(bytes));
  });

  test("variables in a body file are replaced with <@", async () => {
    write({
      "body.xml": envelope12.replace("<s:Body/>", "<s:Body>{{v}}</s:Body>"),
      "one.soaphttp": `@v = <1>\n${request({ Host: here(), "Content-Length": "{{$contentLength}}" }, "<@ ./body.xml")}`,
    });
    const ran = await run(["send", "one.soaphttp"]);
    assert.equal(ran.code, 0, ran.error);
    assert.ok(received().endsWith("<s:Body>&lt;1&gt;</s:Body></s:Envelope>"), received());
  });

  suite("a body file outside of the current folder and the request's folder", () => {
    const cases: readonly (readonly [string, (secret: string) => string])[] = [
      ["by an absolute path", (secret) => `< ${secret}`],
      ["by a relative path", (secret) => `< ${relative(join(folder, "a"), secret)}`],
      ["by a variable", () => "< {{path}}"],
      ["by a symbolic link", () => "< ./link.xml"],
      ["by a linked folder, with variables replaced", () => "<@ ./linked/secret.xml"],
      ["in a part", (secret) => `--b\r\nContent-Type: text/xml\r\n\r\n< ${secret}`],
    ];
    for (const [how, body] of cases) {
      test(`an outside file ${how} is sent only with --allow-outside, and the message names its real path`, async function () {
        if (process.platform === "win32") skip(this, "only administrators may create symbolic links on Windows");
        const secret = join(realpathSync(temporaryFolder()), "secret.xml");
        writeFileSync(secret, envelope12);
        const isPart = how === "in a part";
        const type = isPart
          ? 'multipart/related; boundary="b"; type="text/xml"'
          : "application/soap+xml; charset=utf-8";
        const headers = { Host: here(), "Content-Type": type, "Content-Length": "{{$contentLength}}" };
        write({
          "a/one.soaphttp": `# @ignore body-file-missing variable-undefined multipart-unclosed multipart-line-ends\n${request(headers, body(secret))}`,
          "http-client.env.json": JSON.stringify({ $shared: { path: secret } }),
        });
        symlinkSync(secret, join(folder, "a", "link.xml"));
        symlinkSync(dirname(secret), join(folder, "a", "linked"));
        for (const args of [[], ["--as-written", "--yes"]]) {
          const ran = await run(["send", ...args, "a/one.soaphttp"]);
          assert.deepEqual([ran.code, service.connections.length], [2, 0], ran.error);
          assert.ok(ran.error.includes(`${secret} is outside of`), ran.error);
        }
        const ran = await run(["send", "--allow-outside", "a/one.soaphttp"]);
        assert.equal(ran.code, 0, ran.error);
        assert.ok(received().endsWith(envelope12), received());
      });
    }

    test("the content of a body file outside of the folder is not shown before it is allowed", async () => {
      const secret = join(realpathSync(temporaryFolder()), "secret.txt");
      writeFileSync(secret, "only-the-owner-knows");
      write({ "a/one.soaphttp": request({ Host: here(), "Content-Length": "1" }, `< ${secret}`) });
      const ran = await run(["send", "a/one.soaphttp"]);
      assert.ok(ran.error.includes("Use --allow-outside"), ran.error);
      assert.ok(!`${ran.out}${ran.error}`.includes("only-the-owner"), ran.error);
    });

    test("a body file inside of the current folder or the request's folder is sent", async () => {
      const headers = { Host: here(), "Content-Length": String(envelope12.length) };
      write({ "body.xml": envelope12, "a/one.soaphttp": request(headers, "< ../body.xml") });
      assert.equal((await run(["send", "a/one.soaphttp"])).code, 0);
      write({ "a/two.soaphttp": request(headers, "< ./body.xml"), "a/body.xml": envelope12 });
      const elsewhere = await soaphttp(["send", join(folder, "a/two.soaphttp")], { cwd: temporaryFolder() });
      assert.equal(elsewhere.code, 0, elsewhere.error);
      const above = await soaphttp(["send", join(folder, "a/one.soaphttp")], { cwd: temporaryFolder() });
      assert.equal(above.code, 2);
    });
  });

  test("# @ignore doesn't hide why a request can't be sent", async () => {
    write({ "one.soaphttp": `# @ignore body-file-missing\n${request({ Host: here() }, "< ./none.xml")}` });
    assert.match((await run(["send", "one.soaphttp"])).error, /The file \.\/none\.xml doesn't exist/);
  });

  test("a body file that is missing or a folder is reported", async () => {
    write({
      "one.soaphttp": request({ Host: here() }, "< ./none.xml"),
      "two.soaphttp": request({ Host: here() }, "< ."),
    });
    const missing = await run(["send", "--as-written", "one.soaphttp"]);
    assert.deepEqual([missing.code, service.connections.length], [2, 0]);
    assert.match(
      missing.error,
      /The file \.\/none\.xml doesn't exist\. The path is relative to the folder of this file\./,
    );
    const checked = await run(["check", "two.soaphttp"]);
    assert.match(checked.out, /can't be read: Not a file\./);
  });

  test("an endless file is not read", async function () {
    if (process.platform === "win32") skip(this, "Windows has no /dev/zero");
    write({ "one.soaphttp": request({ Host: here() }, "< /dev/zero") });
    assert.match((await run(["check", "--allow-outside", "one.soaphttp"])).out, /can't be read: Not a file\./);
  });

  test("the check counts the bytes of body files and of sample values", async () => {
    const guid = envelope12.replace("<s:Body/>", "<s:Body>{{$guid}}</s:Body>");
    write({
      "body.xml": envelope12,
      "file.soaphttp": request({ "Content-Length": "80" }, "< ./body.xml"),
      "sample.soaphttp": request({ "Content-Length": "80" }, guid),
    });
    const { out } = await run(["check", "file.soaphttp", "sample.soaphttp"]);
    assert.match(out, /Content-Length is 80, but the file \.\/body\.xml is 84 bytes\./);
    assert.match(out, new RegExp(`Content-Length is 80, but the body is ${guid.length - 9 + 36} bytes`));
  });

  test("a Content-Length that is wrong only with the secret prevents sending", async () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body>{{$secret a}}</s:Body>");
    const text = request({ Host: here(), "Content-Length": String(body.length) }, body);
    const { code, error } = await run(["send", "-"], { SOAPHTTP_SECRET_A: "s3cret" }, text);
    assert.deepEqual([code, service.connections.length], [2, 0]);
    assert.match(error, /content-length-mismatch/);
    assert.ok(!error.includes("s3cret"));
  });
});
