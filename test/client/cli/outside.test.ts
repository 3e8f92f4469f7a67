import assert from "node:assert/strict";
import { envelope12, request } from "../../support/findings.ts";
import { writeFiles } from "../../support/folders.ts";
import { type RawService, startResponding } from "../../support/transport/rawService.ts";
import { type Ran, soaphttp, temporaryFolder } from "./built.ts";

const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml; charset=utf-8\r\nContent-Length: ${envelope12.length}\r\n\r\n${envelope12}`;

suite("values from outside on the command line", () => {
  let service: RawService;
  let folder = "";
  setup(async () => {
    service = await startResponding(answer);
    folder = temporaryFolder();
  });
  const write = (files: Readonly<Record<string, string>>) => writeFiles(folder, files);

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
    soaphttp(args, { cwd: folder, env });
  const received = () => service.connections[0]?.text ?? "";
  const here = () => `127.0.0.1:${service.port}`;
  const sent = (name: string) => new RegExp(`^X-${name}: (.*)\r$`, "m").exec(received())?.[1];
  const withHeaders = (headers: Readonly<Record<string, string>>, before = "") =>
    before + request({ Host: "{{host}}", ...headers }, undefined, "POST /s HTTP/1.1");

  test("--variable wins over the file and the environments, and the later one wins", async () => {
    write({
      "http-client.env.json": JSON.stringify({ $shared: { host: "example.invalid", b: "shared" } }),
      "vars.json": '\ufeff{"b": 7, "c": true}',
      "vars.txt": "# comment\nd = from a file\r\n\ne=a=b\n",
      "one.soaphttp": withHeaders(
        { "X-A": "{{a}}", "X-B": "{{b}}", "X-C": "{{c}}", "X-D": "{{d}}", "X-E": "{{e}}" },
        "@a = file\n@c = file\n",
      ),
    });
    const options = ["--variable", "b=1", "--variable", `host=${here()}`, "--variables", "vars.json"];
    const more = ["--variable", "a={{c}}", "--variable", "c=last", "--variables", "vars.txt"];
    const { code, out, error } = await run(["send", ...options, ...more, "one.soaphttp"]);
    assert.equal(code, 0, out + error);
    assert.deepEqual(["A", "B", "C", "D", "E"].map(sent), ["{{c}}", "7", "last", " from a file".trim(), "a=b"]);
    assert.equal(error, "");
  });

  test("a file is sent with the environments that it names, unless -e names others", async () => {
    write({
      "http-client.env.json": JSON.stringify({
        test: { a: "test" },
        base: { a: "base", b: "base" },
        other: { a: "other" },
      }),
      "one.soaphttp": `# @environment test base\n###\n@b = none\n${withHeaders({ "X-A": "{{a}}" })}`,
    });
    const options = ["--variable", `host=${here()}`, "one.soaphttp"];
    const own = await run(["send", ...options]);
    assert.equal(own.code, 0, own.out + own.error);
    assert.equal(sent("A"), "test");
    await run(["send", "-e", "other", ...options]);
    assert.match(service.connections[1]?.text ?? "", /^X-A: other\r$/m);
    write({ "one.soaphttp": `# @environment tset\n###\n${withHeaders({ "X-A": "a" })}` });
    const unknown = await run(["send", ...options]);
    assert.equal(unknown.code, 2);
    assert.match(unknown.out + unknown.error, /The environment tset isn't defined\. Did you mean test\?/);
    assert.equal(service.connections.length, 2);
  });

  test("a value from outside is a secret if the file uses its name as a secret", async () => {
    write({
      "one.soaphttp": withHeaders(
        { "X-A": "{{pin}}", "X-B": "{{$secret api key}}", "X-C": "{{made}}" },
        "@pin = {{$secret pin}}\n@made = <{{pin}}>\n# @expect status 500\n",
      ),
    });
    const values = ["pin=s3cr3tpin", "api key=s3cr3tkey", "made=s3cr3tmade", `host=${here()}`];
    const options = values.flatMap((value) => ["--variable", value]);
    const { out, error } = await run(["test", "--reporter", "json", ...options, "one.soaphttp"]);
    assert.deepEqual(["A", "B", "C"].map(sent), ["s3cr3tpin", "s3cr3tkey", "s3cr3tmade"]);
    assert.doesNotMatch(out + error, /s3cr3t/);
    assert.match(out, /\[redacted\]/);
    assert.equal(error, "");
    await run(["export", "--to", "locust", ...options, "one.soaphttp"]);
    const { out: exported } = await run(["export", "--to", "har", "--out", "har", ...options, "one.soaphttp"]);
    assert.doesNotMatch(exported, /s3cr3t/);
  });

  test("a variable that no file uses is reported with the nearest name", async () => {
    write({ "one.soaphttp": withHeaders({ "X-A": "{{customer}}" }, `@host = ${here()}\n`) });
    for (const command of ["check", "send", "export"]) {
      const to = command === "export" ? ["--to", "har"] : [];
      const options = ["--variable", "customr=1", "--variable", "customer=2", "--variable", "zzz=3"];
      const { error, code } = await run([command, ...to, ...options, "one.soaphttp"]);
      assert.equal(code, 0, error);
      assert.equal(
        error,
        "soaphttp: The variable customr of --variable is used nowhere. Did you mean customer?\n" +
          "soaphttp: The variable zzz of --variable is used nowhere.\n",
      );
    }
  });

  test("a variable that only a body file uses counts as used", async () => {
    write({
      "body.xml": envelope12.replace("<s:Body/>", '<s:Body><m:x xmlns:m="urn:m">{{inner}}</m:x></s:Body>'),
      "one.soaphttp": request({ Host: here(), "Content-Length": "{{$contentLength}}" }, "<@ ./body.xml\n"),
    });
    const { error, code } = await run(["send", "--variable", "inner=seen", "one.soaphttp"]);
    assert.deepEqual([code, error], [0, ""]);
    assert.match(received(), />seen</);
  });

  test("values that can't be read are an error before anything is sent", async () => {
    write({
      "one.soaphttp": withHeaders({}, `@host = ${here()}\n`),
      "bad.json": '{"pin": s3cr3t',
      "list.json": "[1]",
      "inner.json": '{"a": {"b": 1}}',
      "lines.txt": "a=1\ns3cr3t\n",
    });
    const cases: readonly (readonly [option: string, value: string, error: string])[] = [
      ["--variable", "customer", "Invalid value for --variable. Use NAME=VALUE."],
      ["--variables", "missing.json", "missing.json: file not found."],
      ["--variables", "bad.json", "bad.json isn't valid JSON."],
      ["--variables", "list.json", "list.json must contain a JSON object."],
      ["--variables", "inner.json", "inner.json: the value of a must be a text, a number, true or false."],
      ["--variables", "lines.txt", "lines.txt:2: the line isn't NAME=VALUE."],
    ];
    for (const [option, value, expected] of cases) {
      const { code, error } = await run(["send", option, value, "one.soaphttp"]);
      assert.deepEqual([code, error.split("\n")[0]], [2, `soaphttp: ${expected}`]);
    }
    assert.equal(service.connections.length, 0);
  });

  test("--endpoint and --header change what is sent, which is shown, and no output has a secret", async () => {
    write({ "one.soaphttp": withHeaders({ "X-A": "1", Authorization: "Bearer old" }, "@host = example.invalid\n") });
    const options = ["--endpoint", `http://${here()}/v2`, "--header", "Authorization: Bearer s3cr3t"];
    const { code, out, error } = await run(["send", ...options, "one.soaphttp"]);
    assert.equal(code, 0, error);
    assert.ok(received().startsWith(`POST /v2/s HTTP/1.1\r\nHost: ${here()}\r\n`), received());
    assert.match(received(), /^Authorization: Bearer s3cr3t\r$/m);
    assert.ok(out.includes(`Not as typed: It is sent to http://${here()}/v2 (--endpoint).\n`), out);
    assert.ok(out.includes("Not as typed: The header Authorization is that of --header.\n"), out);
    assert.doesNotMatch(out + error, /s3cr3t/);
  });

  test("the later of several environments wins", async () => {
    const environments = {
      base: { host: "example.invalid", a: "base" },
      local: { host: here() },
      $shared: { a: "all" },
    };
    write({
      "http-client.env.json": JSON.stringify(environments),
      "one.soaphttp": withHeaders({ "X-A": "{{a}}" }),
    });
    const { code, error } = await run(["send", "-e", "base", "-e", "local", "one.soaphttp"]);
    assert.equal(code, 0, error);
    assert.equal(sent("A"), "base");
    const wrong = await run(["send", "-e", "base", "-e", "locla", "one.soaphttp"]);
    assert.match(wrong.error, /unknown environment locla\. Available: base, local\./);
    assert.equal(wrong.code, 2);
  });
});
