import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { request11 } from "../../support/findings.ts";
import { folderOf, programs, soaphttp } from "./built.ts";
import { NamedRequests } from "./namedRequests.ts";

suite("scenarios", () => {
  const service = new NamedRequests();

  suiteSetup(() => service.start());
  setup(() => {
    service.names = [];
  });

  test("a request waits before it is sent, by soaphttp send and by soaphttp test", async () => {
    const cwd = folderOf({
      "a.soaphttp": service.request("a", ["expect status 200"]) + service.request("b", ["wait 20 ms", "needs a"]),
    });
    const tested = await soaphttp(["test", "a.soaphttp"], { cwd });
    assert.match(tested.out, /^2 passed/m);
    const sent = await soaphttp(["send", "a.soaphttp#b"], { cwd });
    assert.deepEqual([sent.code, service.names], [0, ["a", "b", "a", "b"]]);
  });

  test("tests skip a request by a condition about variables and responses, and the requests that need it", async () => {
    const a = service.request("a", ["expect {{limit}} = 5", "set state = //*:Value"], { "X-Value": "open" });
    const skips = [
      service.request("b", ["skip if {{state}} = open"]),
      service.request("c", ["skip unless {{a.response.status}} < 300"]),
      service.request("d", ["needs b"]),
      service.request("e", ['skip if {{state}} matches "^c"']),
      service.request("f", ["skip if {{nothing}} absent"]),
      service.request("g", ["skip"]),
    ];
    const cwd = folderOf({ "a.soaphttp": `@limit = 5\n${a}${skips.join("")}` });
    const { out } = await soaphttp(["test", "a.soaphttp"], { cwd });
    assert.deepEqual(service.names, ["a", "c", "e"]);
    assert.match(out, /- b.*\n +if \{\{state\}\} = open/);
    assert.match(out, /- d.*\n +It needs b, which was skipped\./);
    assert.match(out, /^3 passed, 4 skipped/m);
  });

  test("tests are chosen by tags of requests and of the file, with what they need", async () => {
    const of = (name: string, ...directives: string[]) => service.request(name, ["expect status 200", ...directives]);
    const requests = [of("a"), of("b", "tag slow", "needs a"), of("c", "tag fast x-1"), of("d", "needs c")];
    const cwd = folderOf({
      "a.soaphttp": `# @tag smoke\n###\n${requests.join("")}`,
      "b.soaphttp": of("e", "tag slow"),
    });
    const run = async (...tags: string[]) => {
      service.names = [];
      const { code, error } = await soaphttp(["test", "-j", "1", ...tags.flatMap((tag) => ["--tag", tag]), "."], {
        cwd,
      });
      return `${code} ${service.names.join()}${error}`;
    };
    assert.equal(await run("smoke", "slow"), "0 a,b");
    assert.equal(await run("slow"), "0 a,b,e");
    assert.equal(await run("smoke", "!slow", "!fast"), "0 a,c,d");
    assert.match(await run("other"), /^2 .*No test has the tags other\./);
    assert.match(await run("a b"), /^2 .*--tag must be one word, or ! and a word, but is a b\./);
  });

  test("a file whose own directives can't be read is reported, and its exit code is 2", async () => {
    const cwd = folderOf({ "a.soaphttp": `# @tag a,b\n###\n${service.request("a", ["expect status 200"])}` });
    const { code, error } = await soaphttp(["test", "a.soaphttp"], { cwd });
    assert.match(error, /a\.soaphttp:1: @tag must be words/);
    assert.equal(code, 2);
  });

  test("requests before and after the others are sent whichever is chosen, and after a stopped run, too", async () => {
    const expects = "expect status 200";
    const a = service.request("a", [expects, "set id = //*:Value"], { "X-Value": "{{seed.response.body.//*:Value}}" });
    const cwd = folderOf({
      "a.soaphttp":
        service.request("drop", ["after"], { "X-Id": "{{id}}" }) +
        a +
        service.request("b", [expects], { "X-Status": "500" }) +
        service.request("c", [expects]) +
        service.request("drop-c", ["after"], { "X-Id": "{{c.response.status}}" }) +
        service.request("seed", ["before"], { "X-Value": "7" }),
    });
    const bailed = await soaphttp(["test", "--bail", "a.soaphttp"], { cwd });
    assert.deepEqual(service.names, ["seed", "a", "b", "drop"]);
    assert.equal(bailed.code, 1);
    service.names = [];
    const { out } = await soaphttp(["test", "--name", "a", "a.soaphttp"], { cwd });
    assert.deepEqual(service.names, ["seed", "a", "drop"]);
    assert.match(out, /- drop-c.*\n +It needs c, which was not sent\./);
  });

  test("soaphttp test that Ctrl-C stops sends the requests of @after, writes its reports, and exits with 130", async () => {
    const requests = [
      service.request("a", ["expect status 200"]),
      service.request("slow", ["expect status 200"]),
      service.request("b", ["expect status 200"]),
      service.request("drop", ["after"]),
    ];
    const cwd = folderOf({
      "a.soaphttp": requests.join(""),
      "b.soaphttp": service.request("c", ["expect status 200"]),
    });
    const program = join(await programs(), "dist", "cli", "soaphttp.js");
    const child = spawn(process.execPath, [program, "test", "-j", "1", "--reporter", "json=r.json", "."], { cwd });
    service.silent = { slow: () => void child.kill("SIGINT") };
    const code = await new Promise((done) => child.on("close", done));
    assert.deepEqual([code, service.names], [130, ["a", "slow", "drop"]]);
    assert.match(readFileSync(join(cwd, "r.json"), "utf8"), /"passed":\s*2/);
  });

  test("a file is run once for each of its rows, with values of its own, between requests that are sent once", async () => {
    const row = { "X-Sku": "{{sku}}", "X-Seed": "{{seed.response.body.//*:Value}}" };
    const pay = { "X-Value": "{{value}}", "X-Pay": "{{sku}}", "X-Status": "{{status}}" };
    const requests = [
      service.request("seed", ["before once", "expect status 200"], { "X-Value": "9" }),
      service.request("order", ["expect //*:Value = {{sku}}", "set value = //*:Value"], {
        ...row,
        "X-Value": "{{sku}}",
      }),
      service.request("pay", ["expect status 200", "skip if {{sku}} = A-1"], pay),
      service.request("clean", ["after"], {}),
      service.request("end", ["after once"], {}),
    ];
    const cwd = folderOf({
      "rows.csv": "sku,status,country\nA-1,200,CH\nB-7,500,CH\nC-3,200,DE\nD-4,200,CH\n",
      "orders.soaphttp": `# @data ./rows.csv where country = CH\n###\n${requests.join("")}`,
    });
    const { code, out } = await soaphttp(["test", "--record", "r", "--reporter", "json", "orders.soaphttp"], { cwd });
    const sent = ["seed", "order", "clean", "order", "pay", "clean", "order", "pay", "clean", "end"];
    assert.deepEqual(service.names, sent);
    const { tests } = JSON.parse(out) as { tests: readonly { name: string; outcome: string }[] };
    assert.deepEqual(
      tests.map(({ name, outcome }) => `${name} ${outcome}`),
      [
        "seed passed",
        "row 1 (sku=A-1) › order passed",
        "row 1 (sku=A-1) › pay skipped",
        "row 1 (sku=A-1) › clean passed",
        "row 2 (sku=B-7) › order passed",
        "row 2 (sku=B-7) › pay failed",
        "row 2 (sku=B-7) › clean passed",
        "row 4 (sku=D-4) › order passed",
        "row 4 (sku=D-4) › pay passed",
        "row 4 (sku=D-4) › clean passed",
        "end passed",
      ],
    );
    assert.equal(code, 1);
    const replayed = await soaphttp(["test", "--replay", "r", "orders.soaphttp"], { cwd });
    assert.match(replayed.out, /✗ row 2 \(sku=B-7\) › pay/);
    assert.match(replayed.out, /^9 passed, 1 failed, 1 skipped/m);
    assert.deepEqual(service.names, sent);
  });

  test("the rows of a file run side by side if it says so, and a where that chooses no row is an error", async () => {
    const requests = service.request("a", ["expect //*:Value = {{n}}"], { "X-Value": "{{n}}" });
    const cwd = folderOf({
      "rows.csv": `n\n${Array.from({ length: 20 }, (_, index) => `${index}\n`).join("")}`,
      "a.soaphttp": `# @data ./rows.csv parallel\n###\n${requests}`,
      "b.soaphttp": `# @data ./rows.csv where m = 1\n###\n${requests}`,
      "c.soaphttp": `# @data ./rows.csv where n = 77\n###\n${requests}`,
      "d.soaphttp": `# @data ./none.csv\n###\n${requests}`,
    });
    const { code, out, error } = await soaphttp(["test", "."], { cwd });
    assert.match(out, /^20 passed/m);
    assert.match(error, /b\.soaphttp: \.\/rows\.csv has no column m\./);
    assert.match(error, /c\.soaphttp: \.\/rows\.csv has no row whose n is 77\./);
    assert.match(error, /d\.soaphttp: \.\/none\.csv doesn't exist\./);
    assert.equal(code, 2);
  });

  test("rows are elements of an XML file or of a sheet of a workbook, and an unknown column is reported with the nearest", async () => {
    const of = (column: string, ...above: string[]) =>
      service.request("a", [`expect //*:Value = {{${column}}}`, ...above], { "X-Value": `{{${column}}}` });
    const order = (sku: string, country: string) =>
      `<order sku="${sku}"><to><country>${country}</country></to></order>`;
    const cwd = folderOf({
      "orders.xml": `<orders>${order("A-1", "DE")}${order("B-7", "CH")}</orders>`,
      "orders.xlsx": readFileSync("test/fixtures/data/openpyxl.xlsx"),
      "a.soaphttp": `# @data ./orders.xml //order[@sku] where to.country = CH parallel\n###\n${of("sku")}`,
      "b.soaphttp": `# @data ./orders.xlsx #All customers where id = 2\n###\n${of("id")}`,
      "c.soaphttp": of("id", "data ./orders.xlsx #All customers"),
    });
    const { code, out } = await soaphttp(["test", "."], { cwd });
    assert.match(out, /✓ row 2 \(sku=B-7\) › a.*[\s\S]*✓ row 2 \(id=2\) › a[\s\S]*\n4 passed/);
    assert.equal(code, 0);
    for (const source of ["./orders.xml //order", "./orders.xlsx #Orders"]) {
      const typed = `# @data ${source}\n###\n${request11({ Host: "h", "X-Sku": "{{skus}}" })}`;
      const checked = await soaphttp(["check", "-"], { cwd, input: typed });
      assert.match(checked.out, /No column is named skus\. Did you mean sku\?/);
    }
  });
});
