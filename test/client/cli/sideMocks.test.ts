import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sampleWsdl } from "../../support/contracts.ts";
import { folderOf, soaphttp } from "./built.ts";
import { mocking } from "./mockProcess.ts";

/** A mock service that responds to each path with a number of the file. */
function mock(name: string): string {
  return `# @when path /${name}\n# @set count = {{count}}x\nHTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: {{$contentLength}}\n\n{"name": "${name}", "count": "{{count}}"}\n`;
}

function get(path: string, address: string, ...directives: readonly string[]): string {
  const lines = directives.map((one) => `# @${one}\n`).join("");
  return `${lines}GET /${path} HTTP/1.1\nHost: ${address}\n\n###\n`;
}

suite("mock services of a run", () => {
  test("soaphttp test --mock starts services on free ports, and requests have their addresses", async () => {
    const cwd = folderOf({
      "calc.soapmock": `@count =\n${mock("calc")}`,
      "shop.soapmock": `@count =\n${mock("shop")}`,
      "a.soaphttp":
        get("calc", "{{mock.calc}}", "expect $.name = calc", 'expect $.count = "x"') +
        get("shop", "{{mock.shop}}", "expect $.name = shop"),
    });
    const { code, out, error } = await soaphttp(["test", "--mock", "calc.soapmock", "--mock", "shop.soapmock", "."], {
      cwd,
    });
    assert.deepEqual([code, error], [0, ""], out);
    assert.match(out, /2 passed in 1 file/);
  });

  test("the only service of a run is {{mock}}", async () => {
    const cwd = folderOf({
      "calc.soapmock": `@count =\n${mock("calc")}`,
      "a.soaphttp": get("calc", "{{mock}}", "expect $.name = calc"),
    });
    assert.equal((await soaphttp(["test", "--mock", "calc.soapmock", "a.soaphttp"], { cwd })).code, 0);
    assert.equal((await soaphttp(["check", "a.soaphttp"], { cwd })).code, 0);
    const { code, out } = await soaphttp(["test", "a.soaphttp"], { cwd });
    assert.match(out, /No mock service is running\. Name its file .* or use soaphttp test --mock\./);
    assert.equal(code, 2);
  });

  test("soaphttp test --mock also starts a service for a WSDL", async () => {
    const cwd = folderOf({
      "calc.wsdl": sampleWsdl(),
      "a.soaphttp":
        '# @expect status 200\n# @expect body contains "definitions"\nGET /calc?wsdl HTTP/1.1\nHost: {{mock.calc}}\n\n',
    });
    const { code, out, error } = await soaphttp(["test", "--mock", "calc.wsdl", "a.soaphttp"], { cwd });
    assert.equal(code, 0, out + error);
  });

  test("# @mock in a file starts a service for soaphttp test and soaphttp send, once for all files", async () => {
    const file = `# @mock ./calc.soapmock\n\n###\n${get("calc", "{{mock.calc}}", "name a", "expect status 200")}`;
    const cwd = folderOf({
      "calc.soapmock": `@count =\n${mock("calc")}`,
      "a.soaphttp": file,
      "b.soaphttp": `${file}${get("calc", "{{mock}}", 'expect $.count = "xxx"')}`,
    });
    const tested = await soaphttp(["test", "-j", "1", "a.soaphttp", "b.soaphttp"], { cwd });
    assert.deepEqual([tested.code, tested.error], [0, ""], tested.out);
    const sent = await soaphttp(["send", "a.soaphttp#a"], { cwd });
    assert.equal(sent.code, 0, sent.error);
    assert.match(sent.out, /"name": "calc"/);
  });

  test("a service that can't be started is an error of its file, and the others go on", async () => {
    const good = get("calc", "{{mock.calc}}", "expect status 200");
    const cwd = folderOf({
      "calc.soapmock": `@count =\n${mock("calc")}`,
      "bad.soapmock": "# @when nothing\nHTTP/1.1 200 OK\n\n",
      "a.soaphttp": `# @mock ./missing.soapmock\n\n###\n${good}`,
      "b.soaphttp": `# @mock ./bad.soapmock\n\n###\n${good}`,
      "c.soaphttp": `# @mock ./calc.soapmock\n\n###\n${good}`,
      "d.soaphttp": `# @mock /etc/x.soapmock\n\n###\n${good}`,
    });
    const { code, out, error } = await soaphttp(["test", "."], { cwd });
    assert.match(error, /a\.soaphttp: # @mock \.\/missing\.soapmock: the file doesn't exist\./);
    assert.match(error, /b\.soaphttp: bad\.soapmock:1:9: Unknown condition nothing/);
    assert.match(error, /d\.soaphttp: # @mock \/etc\/x\.soapmock: .*outside/);
    assert.match(out, /1 passed in 1 file/);
    assert.equal(code, 2);
  });

  test("a request that no response matches is reported with the nearest one", async () => {
    const cwd = folderOf({
      "calc.soapmock": `@count =\n${mock("calc")}`,
      "a.soaphttp": get("other", "{{mock}}", "expect status 404"),
    });
    const { code, error } = await soaphttp(["test", "--mock", "calc.soapmock", "a.soaphttp"], { cwd });
    assert.match(
      error,
      /calc\.soapmock: GET \/other 404 service \d+ ms: .*# @when path \/calc|calc\.soapmock: GET \/other 404/,
    );
    assert.equal(code, 0);
  });

  test("requests to a service use no proxy, unless they name a proxy", async () => {
    const proxied = "expect status 200\n# @proxy http://127.0.0.1:1";
    const cwd = folderOf({
      "calc.soapmock": `@count =\n${mock("calc")}`,
      "a.soaphttp": get("calc", "{{mock}}", "expect status 200"),
      "b.soaphttp": get("calc", "{{mock}}", proxied),
    });
    const run = (file: string) =>
      soaphttp(["test", "--proxy", "http://127.0.0.1:1", "--mock", "calc.soapmock", file], { cwd });
    assert.equal((await run("a.soaphttp")).code, 0);
    assert.match((await run("b.soaphttp")).out, /1 without response/);
  });

  test("a service has the environments of its own folder", async () => {
    const cwd = folderOf({
      "mocks/calc.soapmock": "HTTP/1.1 200 OK\nX-Place: {{place}}\nContent-Length: 0\n\n",
      "mocks/http-client.env.json": '{ "$shared": { "place": "all" }, "dev": { "place": "dev" } }',
      "tests/a.soaphttp": get("", "{{mock}}", "expect header X-Place = {{expected}}"),
      "tests/http-client.env.json": '{ "dev": { "expected": "dev" }, "local": { "expected": "all" } }',
    });
    for (const environment of ["dev", "local"]) {
      const args = ["test", "-e", environment, "--mock", "mocks/calc.soapmock", "tests/a.soaphttp"];
      const { code, out, error } = await soaphttp(args, { cwd });
      assert.equal(code, 0, out + error);
    }
  });

  test("two services of one name are an error", async () => {
    const cwd = folderOf({ "calc.soapmock": mock("calc"), "a/calc.soapmock": mock("calc"), "a.soaphttp": "" });
    const { code, error } = await soaphttp(["test", "--mock", "calc.soapmock", "--mock", "a/calc.soapmock", "."], {
      cwd,
    });
    assert.deepEqual([code, error], [2, "soaphttp: Two files of --mock are named calc. Rename one of them.\n"]);
  });
});

suite("expectations of mock services", () => {
  const calls = [
    "# @name sum\n# @when path /calc\n# @expect called 2\n# @expect query a >= 1\nHTTP/1.1 204 No Content\n\n",
    "# @name none\n# @when path /none\n# @expect called never\nHTTP/1.1 204 No Content\n\n",
    "# @name any\n# @expect called >= 1\nHTTP/1.1 204 No Content\n\n",
  ].join("###\n");

  test("soaphttp test reports whether the responses were sent as often as expected", async () => {
    const [one, two, other] = [
      get("calc?a=1", "{{mock}}", "expect status 204"),
      get("calc?a=2", "{{mock}}", "expect status 204"),
      get("else", "{{mock}}", "expect status 204"),
    ];
    const cwd = folderOf({ "calc.soapmock": calls, "a.soaphttp": one + two + other, "b.soaphttp": one });
    const good = await soaphttp(["test", "--mock", "calc.soapmock", "a.soaphttp"], { cwd });
    assert.match(
      good.out,
      /calc\.soapmock\n {2}✓ calc\.soapmock#sum\n {2}✓ calc\.soapmock#none\n {2}✓ calc\.soapmock#any\n/,
    );
    assert.match(good.out, /6 passed in 2 files/);
    assert.equal(good.code, 0);
    const bad = await soaphttp(["test", "--mock", "calc.soapmock", "b.soaphttp"], { cwd });
    assert.match(
      bad.out,
      /✗ calc\.soapmock#sum {2}calc\.soapmock:3\n {6}✗ called 2\n {10}The number of calls is 1\.\n {6}✓ query a >= 1\n/,
    );
    assert.match(
      bad.out,
      /✗ calc\.soapmock#any {2}calc\.soapmock:15\n {6}✗ called >= 1\n {10}The number of calls is 0\./,
    );
    assert.equal(bad.code, 1);
    const junit = await soaphttp(["test", "--reporter", "junit", "--mock", "calc.soapmock", "b.soaphttp"], { cwd });
    assert.match(junit.out, /<testsuite name="calc\.soapmock" tests="3" failures="2"/);
  });

  test("a run of a part of the tests doesn't report how often responses were sent", async () => {
    const one = get("calc?a=1", "{{mock}}", "name one", "tag quick", "expect status 204");
    const bad = get("else", "{{mock}}", "name bad", "expect status 200");
    const cwd = folderOf({ "calc.soapmock": calls, "a.soaphttp": one + one.replace("name one", "name two") + bad });
    const run = async (...args: readonly string[]) => {
      const env = { XDG_CACHE_HOME: join(cwd, "cache") };
      const ran = await soaphttp(["test", ...args, "--mock", "calc.soapmock", "a.soaphttp"], { cwd, env });
      return [ran.code, ran.out.includes("calc.soapmock#")];
    };
    assert.deepEqual(await run(), [1, true]);
    assert.deepEqual(await run("--failed"), [1, false]);
    assert.deepEqual(await run("--name", "one"), [0, false]);
    assert.deepEqual(await run("--tag", "quick"), [0, false]);
  });

  test("the report names a request that isn't as the service expects", async () => {
    const targets = ["calc?a=0&password=x", "calc?a=1", "none"];
    const file = targets.map((one) => get(one, "{{mock}}", "expect status 204")).join("");
    const cwd = folderOf({ "calc.soapmock": calls, "a.soaphttp": file });
    const { out } = await soaphttp(["test", "--mock", "calc.soapmock", "a.soaphttp"], { cwd });
    assert.match(out, /✗ query a >= 1\n {10}1 of 2 requests didn't meet it\. The first was GET \/calc\.\n/);
    assert.match(out, /✗ called never\n {10}The number of calls is 1\./);
    const long = folderOf({ "calc.soapmock": calls, "a.soaphttp": file.replace("GET", "A".repeat(5000)) });
    const cut = await soaphttp(["test", "--as-written", "--mock", "calc.soapmock", "a.soaphttp"], { cwd: long });
    assert.match(cut.out, /The first was A{200}\.\n/);
  });

  test("soaphttp send reports an expectation of the service that doesn't hold, unless it sends only a part of a file", async () => {
    const file = `# @mock ./calc.soapmock\n\n###\n${get("calc?a=1", "{{mock}}", "name one")}${get("none", "{{mock}}", "name two")}`;
    const cwd = folderOf({ "calc.soapmock": calls, "a.soaphttp": file, "b.soaphttp": get("calc?a=1", "{{mock}}") });
    const { code, error } = await soaphttp(["send", "a.soaphttp"], { cwd });
    const lines = [
      "calc.soapmock:3: calc.soapmock#sum failed: called 2. The number of calls is 1.",
      "calc.soapmock:10: calc.soapmock#none failed: called never. The number of calls is 1.",
      "calc.soapmock:15: calc.soapmock#any failed: called >= 1. The number of calls is 0.",
    ];
    assert.deepEqual([code, error], [1, lines.map((line) => `soaphttp: ${line}\n`).join("")]);
    const part = await soaphttp(["send", "a.soaphttp#one"], { cwd });
    assert.deepEqual([part.code, part.error], [0, ""]);
    const given = await soaphttp(["send", "--mock", "calc.soapmock", "b.soaphttp", "b.soaphttp"], { cwd });
    assert.deepEqual([given.code, given.error], [1, `soaphttp: ${lines[2]}\n`]);
  });

  test("soaphttp mock reports the expectations that don't hold when it ends", async () => {
    const cwd = folderOf({ "calc.soapmock": calls });
    const out = await mocking(cwd, ["--report", "report.txt", "calc.soapmock"], async (mock) => {
      await mock.get("/calc?a=1");
      assert.equal(await mock.stop(), 1);
    });
    const lines = [
      "calc.soapmock:3: calc.soapmock#sum failed: called 2. The number of calls is 1.",
      "calc.soapmock:4: calc.soapmock#sum ok: query a >= 1",
      "calc.soapmock:10: calc.soapmock#none ok: called never",
      "calc.soapmock:15: calc.soapmock#any failed: called >= 1. The number of calls is 0.",
    ];
    assert.equal(readFileSync(join(cwd, "report.txt"), "utf8"), lines.map((line) => `${line}\n`).join(""));
    for (const line of lines) assert.equal(out.includes(`soaphttp: ${line}`), line.includes("failed"), line);
    await mocking(cwd, ["calc.soapmock"], async (mock) => {
      for (const path of ["/calc?a=1", "/calc?a=3", "/x"]) await mock.get(path);
      assert.equal(await mock.stop(), 0);
    });
  });

  test("a mistake in # @expect of a response is an error", async () => {
    const response = (expect: string) => `# @expect ${expect}\nHTTP/1.1 204 No Content\n\n`;
    const cwd = folderOf({ "a.soapmock": [response("called twice"), response("caled 2")].join("###\n") });
    const { code, out } = await soaphttp(["check", "a.soapmock"], { cwd });
    assert.match(out, /1:11.*Write how often the response is sent, such as called 2/);
    assert.match(out, /5:11.*Unknown condition caled\./);
    assert.equal(code, 1);
  });

  test("# @chance uses a response for only a share of the requests, and with --seed always for the same requests", async () => {
    const file = "# @chance 50%\nHTTP/1.1 200 OK\nContent-Length: 0\n\n###\nHTTP/1.1 204 No Content\n\n";
    const cwd = folderOf({ "calc.soapmock": file, "always.soapmock": file.replace("50%", "100%") });
    const statuses = async (...args: readonly string[]) => {
      let all = "";
      await mocking(cwd, args, async (mock) => {
        for (let count = 0; count < 40; count++) all += (await mock.get("/")).slice(9, 12);
      });
      return all;
    };
    const [one, same, other] = [
      await statuses("--seed", "1", "calc.soapmock"),
      await statuses("--seed", "1", "calc.soapmock"),
      await statuses("--seed", "2", "calc.soapmock"),
    ];
    assert.equal(one, same);
    assert.notEqual(one, other);
    assert.ok(one.includes("200") && one.includes("204"), one);
    assert.equal(await statuses("always.soapmock"), "200".repeat(40));
  });
});
