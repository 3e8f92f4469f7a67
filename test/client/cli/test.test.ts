import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import type { SampleService } from "../../support/calculator/service.mjs";
import { envelope12, request } from "../../support/findings.ts";
import { skip } from "../../support/skip.mjs";
import { closedPort, startRawService, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, programs, type RunOptions, soaphttp, temporaryFolder } from "./built.ts";

function assertJunit(xml: string): void {
  const schema = XmlDocument.fromString(readFileSync(join(process.cwd(), "test/fixtures/junit.xsd"), "utf8"));
  const validator = XsdValidator.fromDoc(schema);
  const document = XmlDocument.fromString(xml);
  validator.validate(document);
  for (const one of [document, validator, schema]) one.dispose();
}

suite("soaphttp test", () => {
  let service: SampleService;

  suiteSetup(async () => {
    const { startService } = (await import(
      pathToFileURL(join(process.cwd(), "test/support/calculator/service.mjs")).href
    )) as typeof import("../../support/calculator/service.mjs");
    service = await startService({ port: 0 });
  });
  suiteTeardown(() => service.close());

  /** Returns a folder with a copy of the sample suite, changed by `edit`. */
  function suiteFolder(edit = (text: string) => text): string {
    const folder = temporaryFolder();
    cpSync(join(process.cwd(), "samples/tests"), folder, { recursive: true });
    const file = join(folder, "calculator.soaphttp");
    writeFileSync(file, edit(readFileSync(file, "utf8").replace("localhost:8000", `localhost:${service.port}`)));
    return folder;
  }

  const run = (cwd: string, args: readonly string[] = [], options: RunOptions = {}) =>
    soaphttp(["test", ...args, "."], { cwd, ...options });

  test("the command runs the sample suite: a chain, rows of a file, and an expected Fault", async () => {
    const { code, out, error } = await run(suiteFolder());
    assert.equal(error, "");
    for (const name of ["login", "add [1]", "add [2]", "add [3]", "fault"]) assert.ok(out.includes(`✓ ${name}`), out);
    assert.match(out, /^5 passed in 1 file, /m);
    assert.equal(code, 0);
  });

  test("the command writes one page for people, with the exchange of a failure and without its secrets", async () => {
    const folder = suiteFolder((text) => text.replace("# @expect no fault", "# @expect fault"));
    const { code, out } = await run(folder, ["--reporter", "html", "--output", "report.html"]);
    assert.equal(code, 1);
    assert.match(out, /✗ login/);
    const html = readFileSync(join(folder, "report.html"), "utf8");
    const document = XmlDocument.fromString(html);
    const [summary, title] = ["//main/p[1]", "//section/h3"].map((path) => document.get(path)?.content);
    assert.match(summary ?? "", /^3 failed in 1 file, /);
    assert.match(title ?? "", /^✗ failed /);
    assert.match(document.get("//section/details/pre[2]")?.content ?? "", /HTTP\/1\.1 200 OK/);
    document.dispose();
  });

  test("the command runs all samples, whose expectations hold", async () => {
    const folder = temporaryFolder();
    const samples = join(process.cwd(), "samples");
    // The service of these tests doesn't validate: the mock passes the tests of its WSDL (test/project/samples.test.ts).
    cpSync(samples, folder, { recursive: true, filter: (source) => !source.endsWith(".tests.soaphttp") });
    for (const name of ["tour.soaphttp", "tests/calculator.soaphttp"]) {
      const file = join(folder, name);
      writeFileSync(file, readFileSync(file, "utf8").replaceAll("localhost:8000", `localhost:${service.port}`));
    }
    const { code, out } = await run(folder);
    assert.match(out, /✓ sum/);
    assert.match(out, /^23 passed, 2 skipped in 5 files, /m);
    assert.equal(code, 0);
  });

  test("the command says what the response contained instead, and exits with 1", async () => {
    const folder = suiteFolder((text) => text.replace("no fault", "//token = 6"));
    const { code, out } = await run(folder);
    assert.match(out, /✗ \/\/token = 6\n +1 match in http:\/\/example\.org\/calc: write \/\/\*:token/);
    assert.match(out, /✗ login .* {2}\.\/calculator\.soaphttp:11\n/);
    assert.match(out, /✗ fault .*\n +3 {2}A Fault that is expected\n +It needs login, which did not succeed\./);
    assert.equal(code, 1);
  });

  test("a request whose credentials of # @auth were refused fails, and so do the requests that need it", async () => {
    for (const status of ["401 Unauthorized", "403 Forbidden"]) {
      const refusing = await startResponding(() => `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
      const folder = temporaryFolder();
      const of = (directives: string) => `${directives}\n${request({ Host: `127.0.0.1:${refusing.port}` })}\n###\n`;
      const login = '# @name login\n# @auth digest "ann" "wrong"\n# @expect time < 1 min';
      const stated = `# @name stated\n# @auth digest "ann" "wrong"\n# @expect status ${status.slice(0, 3)}`;
      writeFileSync(join(folder, "a.soaphttp"), of(login) + of("# @needs login\n# @expect status 200") + of(stated));
      const { code, out } = await run(folder);
      assert.match(out, /✗ login .*The service refused the credentials of # @auth\./s);
      assert.match(out, /It needs login, which did not succeed\./);
      assert.match(out, /✓ stated/);
      assert.equal(code, 1);
    }
  });

  test("a request without a name that others need fails unless its status is 2xx", async () => {
    const failing = await startResponding(
      "HTTP/1.1 500 X\r\nContent-Type: text/xml\r\nContent-Length: 10\r\n\r\n<t>abc</t>",
    );
    const folder = temporaryFolder();
    const sent = (changes: Record<string, string>) => request({ Host: `127.0.0.1:${failing.port}`, ...changes });
    const needing = `# @expect status 500\n${sent({ "X-Token": "{{token}}" })}`;
    writeFileSync(join(folder, "a.soaphttp"), `# @set token = //t\n${sent({})}\n###\n${needing}`);
    const { code, out } = await run(folder);
    assert.match(out, /✗ POST \/s .*500, expected 2xx/s);
    assert.match(out, /It needs POST \/s, which did not succeed\./);
    assert.equal(code, 1);
  });

  test("the command checks XPaths, and evaluates an XPath that may take long in another process", async () => {
    const invalid = await run(suiteFolder((text) => text.replace("no fault", "nonsense(//token) = 6")));
    assert.match(invalid.out, /XPath has no function nonsense with 1 arguments/);
    const complex = await run(suiteFolder((text) => text.replace("no fault", "count(1 to 3) = 3")));
    assert.deepEqual([complex.code, complex.error], [0, ""]);
  });

  test("the command runs only tests whose name matches, and what they need", async () => {
    const { code, out } = await run(suiteFolder(), ["--name", "fau*"]);
    assert.match(out, /^2 passed in 1 file/m);
    assert.equal(code, 0);
  });

  test("the command writes JUnit XML that its schema allows, with the exchange of a failure and without secrets", async () => {
    const folder = suiteFolder((text) =>
      text
        .replace("no fault", "//m:token = 7")
        .replace("Host: {{service}}", "Host: {{service}}\nAuthorization: Bearer very-secret-token"),
    );
    const { code, out } = await run(folder, ["--reporter", "junit", "--output", "junit.xml"]);
    const xml = readFileSync(join(folder, "junit.xml"), "utf8");
    assertJunit(xml);
    assert.match(xml, /<testsuite name="\.\/calculator\.soaphttp" tests="3" failures="3"/);
    assert.match(
      xml,
      /<failure message="1 {2}Login, [^"]*: \/\/m:token = 7: Found \[redacted\], expected 7\." type="failed">/,
    );
    assert.match(xml, /Authorization: \[redacted\]/);
    assert.ok(!xml.includes("very-secret-token"));
    assert.match(out, /✗ login/);
    assert.equal(code, 1);
  });

  test("several reports of one run go to their files, and the text to standard output", async () => {
    const folder = suiteFolder();
    const { code, out } = await run(folder, ["--reporter", "junit=a.xml", "--reporter", "json=b.json"]);
    assertJunit(readFileSync(join(folder, "a.xml"), "utf8"));
    assert.equal(JSON.parse(readFileSync(join(folder, "b.json"), "utf8")).counts.passed, 5);
    assert.match(out, /^5 passed in 1 file, /m);
    assert.equal(code, 0);
    const second = await run(folder, ["--reporter", "junit=a.xml", "--reporter", "tap"]);
    assert.match(second.out, /^TAP version 14\n/);
    assert.doesNotMatch(second.out, /passed in/);
  });

  const refusedReports = {
    "Only one report can be on standard output": ["--reporter", "tap", "--reporter", "json"],
    "Two reports can't be written to one file": ["--reporter", "tap=x", "--reporter", "json=x"],
    "Invalid value for --reporter: x.": ["--reporter", "x=a"],
    "--reporter NAME=FILE requires a file": ["--reporter", "tap="],
    "All reports have files": ["--reporter", "tap=x", "-o", "y"],
  };
  test("the command refuses reports that would overwrite each other", async () => {
    for (const [why, args] of Object.entries(refusedReports)) {
      const { code, error } = await run(temporaryFolder(), args);
      assert.ok(error.includes(why), error);
      assert.equal(code, 2);
    }
  });

  test("--list prints the tests with their lines, and sends nothing", async () => {
    const folder = suiteFolder((text) => text.replaceAll(`localhost:${service.port}`, "localhost:1"));
    const { code, out } = await run(folder, ["--list"]);
    assert.match(
      out,
      /^\.\/calculator\.soaphttp:\d+: login\n\.\/calculator\.soaphttp:\d+: add\n\.\/calculator\.soaphttp:\d+: fault\n$/,
    );
    assert.equal(code, 0);
    assert.match((await run(folder, ["--list", "--name", "a*"])).out, /^\S+: add\n$/);
    assert.equal((await run(folder, ["--list", "--name", "zzz"])).code, 2);
  });

  test("--failed runs what did not pass in the last run of the folder, and what it needs", async () => {
    const cache = { env: { XDG_CACHE_HOME: temporaryFolder(), NODE_DISABLE_COMPILE_CACHE: "1" } };
    const folder = suiteFolder((text) => text.replace("status 400", "status 200"));
    const unknown = await run(folder, ["--failed"], cache);
    assert.deepEqual(
      [unknown.code, unknown.out, unknown.error],
      [2, "", "soaphttp: No last run of this folder is known. Run soaphttp test without --failed first.\n"],
    );
    assert.equal((await run(folder, [], cache)).code, 1);
    assert.match((await run(folder, ["--failed", "--list"], cache)).out, /^\.\/calculator\.soaphttp:\d+: fault\n$/);
    const failed = await run(folder, ["--failed"], cache);
    assert.match(failed.out, /✓ login[\s\S]*✗ fault[\s\S]*^1 passed, 1 failed in 1 file/m);
    assert.equal(failed.code, 1);
    assert.deepEqual(readdirSync(folder), readdirSync(suiteFolder()), "nothing is written beside the tests");
    cpSync(suiteFolder(), folder, { recursive: true });
    assert.equal((await soaphttp(["test", "--failed", "calculator.soaphttp"], { cwd: folder, ...cache })).code, 0);
    const none = await run(folder, ["--failed"], cache);
    assert.deepEqual(
      [none.code, none.error],
      [0, "soaphttp: None of these tests failed in the last run of this folder.\n"],
    );
  });

  test("--baseline marks what is newly failing and what is slower, which doesn't change the exit code", async () => {
    const folder = suiteFolder();
    assert.equal((await run(folder, ["--reporter", "json=last.json"])).code, 0);
    const report = JSON.parse(readFileSync(join(folder, "last.json"), "utf8"));
    assert.equal((await run(folder, ["--baseline", "last.json"])).code, 0);
    const slow = await startRawService(async (connection) => {
      await connection.request();
      setTimeout(() => connection.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), 80);
    });
    const text = `# @name a\n# @expect status 200\n${request({ Host: `127.0.0.1:${slow.port}` })}\n`;
    writeFileSync(join(folder, "slow.soaphttp"), text);
    report.tests.push({ file: "slow.soaphttp", name: "a", outcome: "passed", duration: 1 });
    writeFileSync(join(folder, "last.json"), JSON.stringify(report));
    const slower = await run(folder, ["--baseline", "last.json"]);
    assert.match(slower.out, /✓ a \d+ ms, slower than the baseline \(1 ms\)$/m);
    assert.match(slower.out, /; \d+ slower$/m);
    assert.equal(slower.code, 0);
    await slow.close();
    const failing = await run(folder, ["--baseline", "last.json", "--name", "a"]);
    assert.match(failing.out, /✗ a no response .*, newly failing /);
    assert.equal(failing.code, 3);
    const wrong = await run(folder, ["--baseline", "calculator.soaphttp"]);
    assert.match(wrong.error, /^soaphttp: calculator\.soaphttp isn't a JSON report of soaphttp test/);
    assert.deepEqual([wrong.code, wrong.out], [2, ""]);
  });

  test("each report redacts values whose names suggest a secret", async () => {
    const folder = suiteFolder((text) =>
      text.replace("# @set token = //m:token\n", "").replace(/token matches .*/, "token = 5"),
    );
    for (const reporter of ["text", "json", "junit", "tap", "github"]) {
      const { code, out } = await run(folder, ["--name", "login", "--reporter", reporter]);
      assert.match(out, /Found \[redacted\]|"actual":"\[redacted\]"/);
      assert.doesNotMatch(out, /[\da-f]{8}-[\da-f]{4}/);
      assert.equal(code, 1);
    }
  });

  test("the report redacts no places of findings, although a cookie has the same number", async () => {
    const raw = await startResponding("HTTP/1.1 200 OK\r\nSet-Cookie: 18\r\nContent-Length: 0\r\n\r\n");
    const folder = temporaryFolder();
    const sent = request({ Host: `127.0.0.1:${raw.port}` });
    const wrong = "POST / HTTP/1.1\nHost: 127.0.0.1\nContent-Length:  21x\n";
    writeFileSync(join(folder, "a.soaphttp"), `# @name a\n# @expect status 200\n${sent}\n###\n# @name b\n${wrong}`);
    const { tests } = JSON.parse((await run(folder, ["--reporter", "json"])).out);
    assert.match(tests[1].why, /^13:18: Content-Length is 21x/m);
  });

  test("the command redacts the values of JSON properties whose names suggest a secret in the exchange of a failure", async () => {
    const raw = await startRawService(async (connection) => {
      await connection.request();
      const body = '{"access_token":"t0p", "pin":1234,\r\n"user":"ada","padding":"';
      connection.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`);
    });
    const folder = temporaryFolder();
    const body = '{ "password" : "t0p", "id":7 }';
    const host = `127.0.0.1:${raw.port}`;
    const sent = request({ Host: host, "Content-Type": "application/json", "Content-Length": `${body.length}` }, body);
    writeFileSync(join(folder, "a.soaphttp"), `# @name a\n# @expect $.user = "bob"\n${sent}`);
    for (const reporter of ["json", "junit"]) {
      const unsent = await run(folder, ["--reporter", reporter]);
      assert.doesNotMatch(unsent.out, /t0p/);
      const { code, out } = await run(folder, ["--reporter", reporter, "--as-written"]);
      const plain = out.replaceAll("&quot;", '"').replaceAll('\\"', '"');
      assert.ok(plain.includes('{ "password" : "[redacted]", "id":7 }'), out);
      assert.match(plain, /\{"access_token":"\[redacted\]", "pin":"\[redacted\]",.*"user":"ada"/s);
      assert.doesNotMatch(out, /t0p|1234/);
      assert.equal(code, 1);
    }
  });

  test("the command writes JSON, TAP and annotations", async () => {
    const folder = suiteFolder((text) => text.replace("status 400", "status 200"));
    const json = JSON.parse((await run(folder, ["--reporter", "json"])).out);
    assert.deepEqual(
      json.tests.map(({ name, outcome }: Record<string, string>) => `${name} ${outcome}`),
      ["login passed", "add [1] passed", "add [2] passed", "add [3] passed", "fault failed"],
    );
    const tap = (await run(folder, ["--reporter", "tap"])).out;
    assert.match(tap, /^TAP version 14\nok 1 - .*\n[\s\S]*not ok 5 - [\s\S]*1\.\.5\n$/);
    const { out } = await run(folder, ["--reporter", "github"]);
    assert.match(
      out,
      /^::error file=\.\/calculator\.soaphttp,line=\d+,title=fault::3 {2}A Fault that is expected%0Astatus 200%0A/m,
    );
  });

  test("the command records exchanges, and replays them without the service", async () => {
    const folder = suiteFolder();
    assert.equal((await run(folder, ["--record", "recorded"])).code, 0);
    const files = readdirSync(join(folder, "recorded"), { recursive: true });
    assert.equal(files.filter((name) => String(name).endsWith(".response")).length, 5);
    const rows = files.map(String).find((name) => name.endsWith("add-1.response")) ?? "";
    assert.match(
      readFileSync(join(folder, "recorded", rows), "latin1"),
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*Transfer-Encoding: chunked\r\n\r\n[0-9a-f]+\r\n<\?xml[\s\S]*\r\n0\r\n\r\n$/i,
      "as received, in chunks",
    );
    const nowhere = await closedPort();
    const file = join(folder, "calculator.soaphttp");
    writeFileSync(file, readFileSync(file, "utf8").replace(/localhost:\d+/, `localhost:${nowhere}`));
    assert.equal((await run(folder)).code, 3);
    for (const operand of [".", "./calculator.soaphttp", file]) {
      const replayed = await soaphttp(["test", "--replay", "recorded", operand], { cwd: folder });
      assert.match(replayed.out, /^5 passed/m, operand);
      assert.equal(replayed.code, 0);
    }
    const missing = await run(folder, ["--replay", "elsewhere", "--name", "login"]);
    assert.match(missing.out, /No response was recorded for this request\. .*login-1\.json: file not found/);
    assert.equal(missing.code, 3);
  });

  test("the command sends nothing if the folder of a record can't be created, and exits with 2", async () => {
    let connections = 0;
    const raw = await startRawService(async (connection) => {
      connections++;
      connection.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
    const folder = temporaryFolder();
    const text = request({ Host: `127.0.0.1:${raw.port}` }, envelope12);
    writeFileSync(join(folder, "a.soaphttp"), `# @name a\n# @expect status 200\n${text}`);
    writeFileSync(join(folder, "file"), "");
    // No folder can be created below /proc, where it exists.
    const places = ["file", "file/a/b", ...(existsSync("/proc/self") ? ["/proc/soaphttp/a"] : [])];
    for (const place of places) {
      const { code, out, error } = await run(folder, ["--record", place]);
      assert.match(
        error,
        /^soaphttp: The folder of --record can't be created\. .* (?:\(E[A-Z]+\)|is not a folder)\.\n$/,
        place,
      );
      assert.equal(out, "");
      assert.equal(code, 2);
    }
    assert.equal(connections, 0);
  });

  test("the command follows no link when it saves an expected body, records exchanges or writes a report", async () => {
    const victim = folderOf({ victim: "mine" });
    const folder = suiteFolder((text) =>
      text.replace("body matches ./login.expected.xml", "body = ./links/saved.xml ignore //m:token"),
    );
    mkdirSync(join(folder, "links"));
    const isLink = (path: string) => `${path} is a symbolic link, which is not followed. Specify what it leads to.`;
    // The link leads to nothing, so that its target can't be resolved.
    symlinkSync(join(victim, "new"), join(folder, "links/saved.xml"));
    const saving = await run(folder, ["--save-expected", "--name", "login"]);
    assert.ok(saving.out.includes(isLink("links/saved.xml")), saving.out);
    assert.equal(saving.code, 1);
    symlinkSync(victim, join(folder, "recorded"));
    const recording = await run(folder, ["--record", "recorded"]);
    assert.deepEqual(
      [recording.code, recording.error],
      [2, `soaphttp: The folder of --record can't be created. ${isLink("recorded")}\n`],
    );
    mkdirSync(join(folder, "there"));
    symlinkSync(victim, join(folder, "there/calculator.soaphttp"));
    const below = await run(folder, ["--record", "there", "--name", "login"]);
    assert.ok(below.out.includes(`The exchange can't be recorded. ${isLink("there/calculator.soaphttp")}`), below.out);
    assert.equal(below.code, 3);
    symlinkSync(join(victim, "victim"), join(folder, "report.xml"));
    const reporting = await run(folder, ["--output", "report.xml"]);
    assert.deepEqual([reporting.code, reporting.out, reporting.error], [2, "", `soaphttp: ${isLink("report.xml")}\n`]);
    assert.deepEqual(readdirSync(victim), ["victim"]);
    assert.equal(readFileSync(join(victim, "victim"), "utf8"), "mine");
  });

  test("the command saves an expected body elsewhere only with --allow-outside, also through a link", async () => {
    const [base, victim] = [temporaryFolder(), temporaryFolder()];
    const folder = suiteFolder((text) =>
      text.replace("body matches ./login.expected.xml", `body = ${join(victim, "saved.xml")} ignore //m:token`),
    );
    symlinkSync(join(victim, "target.xml"), join(victim, "saved.xml"));
    writeFileSync(join(victim, "target.xml"), "");
    const refused = await soaphttp(["test", "--save-expected", folder], { cwd: base });
    assert.match(refused.out, /outside of the current folder and this file's folder\. Use --allow-outside to use it\./);
    assert.equal(readFileSync(join(victim, "target.xml"), "utf8"), "");
    assert.equal((await soaphttp(["test", "--save-expected", "--allow-outside", folder], { cwd: base })).code, 0);
    assert.notEqual(readFileSync(join(victim, "target.xml"), "utf8"), "");
  });

  test("the command saves expected bodies", async () => {
    const folder = suiteFolder((text) =>
      text.replace("body matches ./login.expected.xml", "body = ./saved.xml ignore //m:token"),
    );
    assert.equal((await run(folder)).code, 1);
    assert.equal((await run(folder, ["--save-expected"])).code, 0);
    assert.ok(existsSync(join(folder, "saved.xml")));
    assert.equal((await run(folder)).code, 0);
  });

  test("the command reports a request with errors, a malformed data file and a missing response, and goes on", async () => {
    const folder = temporaryFolder();
    const host = { Host: `127.0.0.1:${service.port}` };
    const named = (name: string, text: string, more = "") => `# @name ${name}\n# @expect status 404\n${more}${text}`;
    const requests = [
      named("wrong", request({ ...host, "Content-Length": "1" })),
      named("data", request(host), "# @data bad.csv\n"),
      named("good", request(host)),
      named("gone", request({ Host: `127.0.0.1:${await closedPort()}` })),
    ];
    writeFileSync(join(folder, "a.soaphttp"), requests.join("\n###\n"));
    writeFileSync(join(folder, "bad.csv"), 'a,b\n1,"2\n');
    const { code, out } = await run(folder);
    assert.match(
      out,
      /✗ wrong not sent[\s\S]*✗ data not sent.*\n +bad\.csv: the closing quote of line \d is missing[\s\S]*✓ good[\s\S]*✗ gone no response/,
    );
    assert.equal(code, 3);
  });

  test("the command says that a file has no expectations, and exits with 2", async () => {
    const folder = folderOf({ "a.soaphttp": request() });
    const { code, error } = await run(folder);
    assert.match(error, /a\.soaphttp: no request has an expectation/);
    assert.equal(code, 2);
  });

  test("the command repeats the failed tests after many tests", async () => {
    const folder = suiteFolder((text) => text.replace("{{expected}}", "6.5"));
    writeFileSync(join(folder, "rows.csv"), `a,b\n1,1\n${"5.5,1\n".repeat(20)}`);
    const { code, out } = await run(folder, ["--name", "add"]);
    assert.match(
      out,
      /✓ add \[21\] .*\n {2}✗ add \[1\] .*calculator\.soaphttp:\d+\n21 passed, 1 failed in 1 file, .*\n$/,
    );
    assert.equal(code, 1);
  });

  test("the command says that no test has the name", async () => {
    const { code, error } = await run(suiteFolder(), ["--name", "nothing*", "--name", "x"]);
    assert.equal(error, "soaphttp: No test has a name that matches nothing* or x.\n");
    assert.equal(code, 2);
  });

  test("the command says only that the environment is unknown", async () => {
    const { code, error } = await run(suiteFolder(), ["--environment", "nope"]);
    assert.match(error, /^soaphttp: .*unknown environment nope.*\n$/);
    assert.equal(code, 2);
  });

  test("the command reports directives without a request, and exits with 2", async () => {
    const folder = suiteFolder((text) => `${text}\n###\n# @expect status 500\n`);
    const { code, out, error } = await run(folder);
    assert.match(out, /^5 passed/m);
    assert.match(error, /calculator\.soaphttp:\d+: @expect has no effect/);
    assert.equal(code, 2);
  });

  test("the command stops after the first failure with --bail, and retries", async () => {
    const answers = ["500 No", "500 No", "200 OK"];
    const raw = await startResponding(() => `HTTP/1.1 ${answers.shift() ?? "200 OK"}\r\nContent-Length: 0\r\n\r\n`);
    const folder = temporaryFolder();
    mkdirSync(join(folder, "sub"));
    const text = request({ Host: `127.0.0.1:${raw.port}` }, envelope12);
    const directives = "# @name a\n# @expect status 200\n# @retry 3 every 1 ms\n";
    writeFileSync(
      join(folder, "sub", "a.soaphttp"),
      `${directives}${text}\n### b: a title that says more\n# @name b\n# @expect status 201\n${text}\n###\n# @name c\n# @expect status 200\n${text}`,
    );
    writeFileSync(join(folder, "sub", "b.soaphttp"), `# @name d\n# @expect status 200\n${text}`);
    const { code, out, error } = await run(folder, ["--bail", "--jobs", "1"]);
    assert.match(
      out,
      /✓ a .*sent 3 times\n {2}✗ b .*\n {6}b: a title that says more\n[^-]*found 200, expected 201\.\n1 passed, 1 failed in 1 file/i,
    );
    assert.match(error, /Stopped after the first test that did not pass/);
    assert.equal(code, 1);
  });

  test("the command shows the test that runs on a terminal, and removes the line before the results", async function () {
    // Other systems have a `script` with other arguments.
    const { stdout } = spawnSync("script", ["--version"], { encoding: "utf8" });
    if (!stdout?.includes("util-linux")) skip(this, "there is no script of util-linux");
    const program = join(await programs(), "dist", "cli", "soaphttp.js");
    const command = [process.execPath, program, "test", "."].map((one) => `'${one}'`).join(" ");
    const { PATH = "" } = process.env;
    const child = spawn("script", ["-qefc", command, "/dev/null"], {
      cwd: suiteFolder(),
      env: { PATH, SHELL: "/bin/sh", NO_COLOR: "1" },
    });
    let shown = "";
    child.stdout.on("data", (piece: Buffer) => {
      shown += piece.toString();
    });
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    assert.equal(code, 0, shown);
    const [before = ""] = shown.split("./calculator.soaphttp");
    const lines = before.split("\r\x1b[K");
    assert.match(lines[1] ?? "", /^No tests in 1 file, .*: login$/);
    assert.match(lines.at(-2) ?? "", /^4 passed in 1 file, .*: fault$/);
    assert.equal(lines.at(-1), "");
  });
});
