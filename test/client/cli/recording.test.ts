import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { request } from "../../support/findings.ts";
import { keyFile } from "../../support/keyFiles.ts";
import { secured, signedMessage, request as signedRequest, timestamp, token } from "../../support/signing.ts";
import { skip } from "../../support/skip.mjs";
import { type RawService, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";

suite("a record of soaphttp test", () => {
  let service: RawService;
  const answer = "<a><Session>s3ss10n</Session><echo>top-secret-1</echo></a>";

  suiteSetup(async () => {
    service = await startResponding(({ target }) => {
      const isCoded = target.startsWith("/coded");
      const body = isCoded ? gzipSync(answer) : Buffer.from(answer);
      return Buffer.concat([
        Buffer.from(
          `HTTP/1.1 200 OK\r\nSet-Cookie: sid=c00k1e-value; Path=/; HttpOnly\r\nX-Api-Key:\r\n k3y-of-two-lines\r\nContent-Type: text/xml\r\n${isCoded ? "Content-Encoding: gzip\r\n" : ""}Content-Length: ${body.length}\r\n\r\n`,
        ),
        body,
      ]);
    });
  });
  function folder(path: string): string {
    const body = "<a><wsse:Password xmlns:wsse='urn:w'>pa55w0rd</wsse:Password><pin>{{$secret pin}}</pin></a>";
    const text = request(
      {
        Host: `127.0.0.1:${service.port}`,
        Authorization: "Bearer {{$secret pin}}",
        "Content-Type": "text/xml",
        "Content-Length": "{{$contentLength}}",
      },
      body,
    ).replace(/^POST \S+/, `POST ${path}?token=t0ken-of-the-url&x=1`);
    return folderOf({
      "a.soaphttp": `# @name a\n# @expect //Session = s3ss10n\n# @expect header Set-Cookie contains HttpOnly\n${text}`,
    });
  }

  const env = { SOAPHTTP_SECRET_PIN: "top-secret-1" };
  const run = (cwd: string, ...args: readonly string[]) =>
    soaphttp(["test", "--as-written", ...args, "a.soaphttp"], { cwd, env });

  function filesIn(cwd: string): Readonly<Record<string, string>> {
    const names = readdirSync(join(cwd, "recorded"), { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => statSync(join(cwd, "recorded", name)).isFile());
    return Object.fromEntries(
      files.map((name) => [name.replace(/^.*\./, ""), readFileSync(join(cwd, "recorded", name), "latin1")]),
    );
  }

  for (const path of ["/plain", "/coded"]) {
    test(`a record contains no secrets, and can be replayed: ${path}`, async () => {
      const cwd = folder(path);
      const { code, error, out } = await run(cwd, "--record", "recorded");
      assert.deepEqual([code, error], [0, ""], out);
      const files = filesIn(cwd);
      assert.doesNotMatch(Object.values(files).join("\n"), /top-secret-1|c00k1e|k3y-of|pa55w0rd|t0ken/);
      assert.match(
        files["request"] ?? "",
        /^POST \/\w+\?token=%5Bredacted%5D&x=1 HTTP\/1\.1\r\n.*Authorization: \[redacted\]\r\n/s,
      );
      assert.match(files["request"] ?? "", /Password xmlns:wsse='urn:w'>\[redacted\]<.*<pin>\[redacted\]</s);
      assert.match(
        files["response"] ?? "",
        /Set-Cookie: sid=\[redacted\]; Path=\/; HttpOnly\r\nX-Api-Key:\s*\[redacted\]\r\n/,
      );
      assert.match(files["response"] ?? "", /<Session>s3ss10n<\/Session><echo>\[redacted\]<\/echo>/);
      const replayed = await run(cwd, "--replay", "recorded");
      assert.deepEqual([replayed.code, replayed.error], [0, ""], replayed.out);
    });
  }

  test("a record can be read only by the user", async function () {
    if (process.platform === "win32") skip(this, "Windows has no modes, devices and links like these");
    const cwd = folder("/plain");
    await run(cwd, "--record", "recorded");
    const names = readdirSync(join(cwd, "recorded", "a.soaphttp"));
    assert.ok(names.length >= 3);
    for (const name of names) assert.equal(statSync(join(cwd, "recorded/a.soaphttp", name)).mode & 0o777, 0o600);
  });

  test("a record contains secrets with --record-secrets, with a warning", async () => {
    const cwd = folder("/coded");
    const { code, error } = await run(cwd, "--record", "recorded", "--record-secrets");
    const warning = "--record-secrets writes secrets as plain text to recorded. Keep it out of version control.";
    assert.deepEqual([code, error], [0, `soaphttp: ${warning}\n`]);
    const files = filesIn(cwd);
    assert.match(files["request"] ?? "", /Authorization: Bearer top-secret-1\r\n/);
    assert.match(files["response"] ?? "", /Set-Cookie: sid=c00k1e-value/);
    assert.equal(files["body"], answer);
    assert.match((await run(cwd, "--record-secrets")).error, /--record-secrets requires --record\./);
  });

  test("a record is replayed without the secrets and keys of its requests", async () => {
    const head = { Host: `127.0.0.1:${service.port}`, "Content-Type": "text/xml; charset=utf-8", SOAPAction: '""' };
    const counted = request(
      { ...head, "Content-Length": "{{$contentLength}}" },
      secured(`${token("me")}{{$signature me}}`),
    );
    const typed = request({ ...head, "Content-Length": "19" }, "<a>{{$secret pin}}</a>");
    const cwd = folderOf({
      "a.soaphttp": `# @name signed\n# @expect status 200\n${counted}\n###\n# @name secret\n# @ignore soap-envelope-missing\n# @expect status 200\n${typed}`,
      "me.pem": Buffer.from(keyFile("me.pem")).toString("latin1"),
    });
    const own = (...args: readonly string[]) => soaphttp(["test", ...args, "a.soaphttp"], { cwd, env });
    const recorded = await own("--key", "me=me.pem", "--record", "recorded");
    assert.deepEqual([recorded.code, recorded.error], [0, ""], recorded.out);
    const replayed = await soaphttp(["test", "--replay", "recorded", "a.soaphttp"], { cwd });
    assert.deepEqual([replayed.code, replayed.error], [0, ""], replayed.out);
    assert.match((await own()).out, /There is no key me\./);
  });

  test("A replay answers a question as --variable says, or else by its first choice", async () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n";
    const cwd = folderOf({
      "a.soaphttp":
        '@colour = {{$ask "Colour" green red}}\n###\n# @name a\n# @expect {{colour}} = red\nGET /{{colour}} HTTP/1.1\nHost: h\n',
      "recorded/a.soaphttp/1-a-1.response": `${head}<a/>`,
      "recorded/a.soaphttp/1-a-1.json": JSON.stringify({
        received: "2027-01-01T00:01:00Z",
        start: 0,
        end: head.length,
        decoded: false,
      }),
    });
    const replay = (...args: readonly string[]) =>
      soaphttp(["test", "--replay", "recorded", ...args, "a.soaphttp"], { cwd });
    assert.match((await replay("--variable", "Colour=red")).out, /^1 passed/m);
    assert.match((await replay()).out, /Found green, expected red\./);
  });

  test("a replay verifies signatures at the time when the response was received", async () => {
    const { body } = await signedMessage(signedRequest(secured(`${timestamp}${token("ec256")}{{$signature ec256}}`)), {
      now: new Date("2027-01-01T00:00:00Z"),
    });
    const head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n";
    const json = (received: string) => JSON.stringify({ received, start: 0, end: head.length, decoded: false });
    const cwd = folderOf({
      "a.soaphttp": `# @name a\n# @expect signature\n${request({ Host: "h" }, secured(""))}`,
      "root.pem": Buffer.from(keyFile("root.pem")).toString("latin1"),
      "recorded/a.soaphttp/1-a-1.response": head + body,
      "recorded/a.soaphttp/1-a-1.json": json("2027-01-01T00:01:00Z"),
    });
    const replay = () =>
      soaphttp(["test", "--as-written", "--replay", "recorded", "--key", "root=root.pem", "a.soaphttp"], { cwd });
    const good = await replay();
    assert.deepEqual([good.code, good.error], [0, ""], good.out);
    writeFileSync(join(cwd, "recorded/a.soaphttp/1-a-1.json"), json("2027-01-01T00:10:00Z"));
    assert.match(
      (await replay()).out,
      /The Timestamp expired at 2027-01-01T00:05:00Z\. The response may be a replay\./,
    );
  });

  for (const [what, json] of [
    ["null", "null"],
    ["a number", "1"],
    ["no JSON", "{"],
    ["an empty object", "{}"],
    ["offsets that are none", '{"start":-5,"end":"x","decoded":true}'],
  ] as const) {
    test(`a record with ${what} in its .json has no response`, async () => {
      const cwd = folder("/plain");
      await run(cwd, "--record", "recorded");
      const [name = ""] = readdirSync(join(cwd, "recorded/a.soaphttp")).filter((one) => one.endsWith(".json"));
      writeFileSync(join(cwd, "recorded/a.soaphttp", name), json);
      const { code, error, out } = await run(cwd, "--replay", "recorded");
      assert.deepEqual([code, error], [3, ""], out);
    });
  }

  test("a record whose response is a link to a device ends at once", async function () {
    if (process.platform === "win32") skip(this, "Windows has no modes, devices and links like these");
    const cwd = folder("/plain");
    await run(cwd, "--record", "recorded");
    const [name = ""] = readdirSync(join(cwd, "recorded/a.soaphttp")).filter((one) => one.endsWith(".response"));
    const path = join(cwd, "recorded/a.soaphttp", name);
    rmSync(path);
    symlinkSync("/dev/zero", path);
    const { code, out } = await run(cwd, "--replay", "recorded");
    assert.match(out, /\.response is a symbolic link to a file outside of the folder /);
    assert.equal(code, 3);
  });

  test("a record isn't read from a device in place of a file", async function () {
    if (process.platform === "win32") skip(this, "Windows has no modes, devices and links like these");
    const cwd = folderOf({});
    symlinkSync("/dev/zero", join(cwd, "a.soaphttp"));
    for (const command of ["check", "send", "test"]) {
      const { code, error } = await soaphttp([command, "a.soaphttp"], { cwd });
      assert.deepEqual([code, error], [2, "soaphttp: a.soaphttp is a device. Specify a file.\n"]);
    }
  });
});
