import assert from "node:assert/strict";
import { sampleWsdl } from "../../support/contracts.ts";
import { folderOf, programs, soaphttp } from "./built.ts";

/** A mock service that responds to each path with a number of the file. */
function mock(name: string): string {
  return `# @when path /${name}\n# @set count = {{count}}x\nHTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: {{$contentLength}}\n\n{"name": "${name}", "count": "{{count}}"}\n`;
}

function get(path: string, address: string, ...directives: readonly string[]): string {
  const lines = directives.map((one) => `# @${one}\n`).join("");
  return `${lines}GET /${path} HTTP/1.1\nHost: ${address}\n\n###\n`;
}

suite("mock services of a run", () => {
  suiteSetup(programs);

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

  test("a WSDL responds, too", async () => {
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

  test("two services of one name are an error", async () => {
    const cwd = folderOf({ "calc.soapmock": mock("calc"), "a/calc.soapmock": mock("calc"), "a.soaphttp": "" });
    const { code, error } = await soaphttp(["test", "--mock", "calc.soapmock", "--mock", "a/calc.soapmock", "."], {
      cwd,
    });
    assert.deepEqual([code, error], [2, "soaphttp: Two files of --mock are named calc. Rename one of them.\n"]);
  });
});
