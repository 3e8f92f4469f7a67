import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reserved } from "../../../client/src/export/locust/pythonNames.ts";
import { valuesIn } from "../../../server/src/evaluation/pathValues.ts";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { ReadExchange } from "../../../server/src/service/languageService.ts";
import { ensureProgram } from "../../support/debian.mjs";
import { evaluationWith } from "../../support/evaluation.ts";
import { request } from "../../support/findings.ts";
import { skip } from "../../support/skip.mjs";
import { folderOf, soaphttp } from "./built.ts";

provideXPathHere();

const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const noPython = ensureProgram(python, "python3");

const add = `# @name add\n# @expect //m:x matches "5"\n${request()}`;

function run(cwd: string, ...args: readonly string[]) {
  return soaphttp(["export", ...args], { cwd });
}

suite("soaphttp export", () => {
  test("the export writes a load test, and says what was written and what it doesn't do", async () => {
    const cwd = folderOf({ "a.soaphttp": add.replace("Host:", "X: {{$secret pin}}\nHost:") });
    const { code, out, error } = await run(cwd, "--to", "locust", "--wait", "1-3", "--out", "load", "a.soaphttp");
    assert.deepEqual([code, error], [0, ""]);
    for (const line of [
      "  load/locustfile.py",
      "  load/requests/add.bin",
      "  SOAPHTTP_SECRET_PIN",
      "  The bytes of requests are not changed.",
    ]) {
      assert.ok(out.includes(`${line}\n`), out);
    }
    assert.match(out, /Not carried over:\n {2}add: # @expect \/\/m:x matches "5": /);
    assert.match(readFileSync(join(cwd, "load/locustfile.py"), "utf8"), /wait_time = between\(1, 3\)/);
  });

  for (const [engine, file] of [
    ["jmeter", "plan.jmx"],
    ["har", "requests.har"],
  ] as const) {
    test(`the export writes ${file} for ${engine}`, async () => {
      const cwd = folderOf({ "a.soaphttp": add });
      const { code, out } = await run(cwd, "--to", engine, "a.soaphttp");
      assert.equal(code, 0);
      assert.ok(out.includes(`  ${engine}/${file}\n`) && existsSync(join(cwd, engine, file)), out);
    });
  }

  test("the export writes a program for one request to standard output, or to a new file", async () => {
    const cwd = folderOf({ "a.soaphttp": `${add}\n###\n# @name b\n${request()}` });
    const { code, out, error } = await run(cwd, "--to", "python", "a.soaphttp#add");
    assert.deepEqual([code, error], [0, ""]);
    assert.match(out, /^# -\*- coding: utf-8 -\*-\n# Sends the request add, written by soaphttp\.\n/);
    const written = ["--to", "java", "-o", "Request.java", "a.soaphttp#b"];
    assert.deepEqual(await run(cwd, ...written).then(({ code, out }) => [code, out]), [0, ""]);
    assert.match(readFileSync(join(cwd, "Request.java"), "utf8"), /public class Request \{/);
    assert.match((await run(cwd, ...written)).error, /Request\.java already exists\. Specify a new file\./);
    const both = await run(cwd, "--to", "csharp", "a.soaphttp");
    assert.deepEqual(
      [both.code, both.out, both.error],
      [2, "", "soaphttp: A program sends one request. Specify it as FILE#NAME.\n"],
    );
    const wrong = folderOf({ "a.soaphttp": add.replace("Content-Length: ", "Content-Length: 9") });
    assert.match((await run(wrong, "--to", "powershell", "a.soaphttp")).error, /not exported: .*Content-Length is 9/);
    assert.equal((await run(wrong, "--to", "powershell", "--as-written", "a.soaphttp")).code, 0);
  });

  test("the export replaces the files of the previous export, and no others", async () => {
    const cwd = folderOf({ "a.soaphttp": add, "b.soaphttp": add.replace("add", "sub"), "other/locustfile.py": "mine" });
    assert.equal((await run(cwd, "--to", "locust", "a.soaphttp")).code, 0);
    writeFileSync(join(cwd, "locust/notes.txt"), "mine");
    assert.equal((await run(cwd, "--to", "locust", "b.soaphttp")).code, 0);
    assert.deepEqual(readdirSync(join(cwd, "locust/requests")), ["sub.bin"]);
    assert.ok(existsSync(join(cwd, "locust/notes.txt")));
    const { code, error } = await run(cwd, "--to", "locust", "--out", "other", "a.soaphttp");
    assert.equal(code, 2);
    assert.match(error, /other\/locustfile\.py is not from an export\. Move it/);
    assert.equal(readFileSync(join(cwd, "other/locustfile.py"), "utf8"), "mine");
  });

  test("the export overwrites and deletes only files that an export has written, even if its list names others", async () => {
    const list = (files: Record<string, string>) => JSON.stringify(files);
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    const cwd = folderOf({
      "a.soaphttp": add,
      "load/.soaphttp-export.json": list({
        "notes.txt": "",
        "requests/old.bin": sha256("old"),
        "../up.txt": sha256("up"),
      }),
      "load/notes.txt": "mine",
      "load/requests/old.bin": "old",
      "up.txt": "up",
    });
    const { code, error } = await run(cwd, "--to", "locust", "--out", "load", "a.soaphttp");
    assert.deepEqual(
      [code, error],
      [0, "soaphttp: load/notes.txt has changed since it was exported, so it is not deleted.\n"],
    );
    assert.deepEqual(readdirSync(join(cwd, "load/requests")), ["add.bin"]);
    assert.equal(readFileSync(join(cwd, "load/notes.txt"), "utf8"), "mine");
    assert.equal(readFileSync(join(cwd, "up.txt"), "utf8"), "up");
    writeFileSync(join(cwd, "load/locustfile.py"), "# edited");
    const again = await run(cwd, "--to", "locust", "--out", "load", "a.soaphttp");
    assert.equal(again.code, 2);
    assert.match(
      again.error,
      /load\/locustfile\.py has changed since it was exported\. Move it, or choose another folder\./,
    );
    assert.equal(readFileSync(join(cwd, "load/locustfile.py"), "utf8"), "# edited");
  });

  for (const [what, link] of [
    ["the folder", "load"],
    ["a folder in it", "load/requests"],
    ["a file", "load/locustfile.py"],
    ["its list", "load/.soaphttp-export.json"],
  ] as const) {
    test(`the export follows no link: ${what}`, async () => {
      const victim = folderOf({ "locustfile.py": "mine", "add.bin": "mine" });
      const cwd = folderOf({ "a.soaphttp": add, "load/requests/x": "", "load/.soaphttp-export.json": "{}" });
      rmSync(join(cwd, link), { recursive: true, force: true });
      symlinkSync(/\.(?:py|json)$/.test(link) ? join(victim, "locustfile.py") : victim, join(cwd, link));
      const { code, error } = await run(cwd, "--to", "locust", "--out", "load", "a.soaphttp");
      assert.deepEqual(
        [code, error],
        [2, `soaphttp: ${link} is a symbolic link, which is not followed. Specify what it leads to.\n`],
      );
      assert.deepEqual(readdirSync(victim).sort(), ["add.bin", "locustfile.py"]);
      assert.equal(readFileSync(join(victim, "locustfile.py"), "utf8"), "mine");
    });
  }

  test("the export has one request and the requests that it needs", async () => {
    const cwd = folderOf({
      "a.soaphttp": `${add}\n###\n# @name b\n# @needs add\n${request()}\n###\n# @name c\n${request()}`,
    });
    await run(cwd, "--to", "locust", "a.soaphttp#b");
    assert.deepEqual(readdirSync(join(cwd, "locust/requests")), ["add.bin", "b.bin"]);
  });

  test("the export exits with 2 and writes nothing for a request with errors, missing data or files outside of the folder", async () => {
    const outside = folderOf({ "rows.csv": "a\n1\n" });
    for (const [text, message] of [
      [add.replace("Content-Length: ", "Content-Length: 9"), /Content-Length is 9/],
      [`# @data rows.csv\n${add}`, /rows\.csv/],
      [`# @data ${join(outside, "rows.csv")}\n${add}`, /outside of the current folder/],
      ["# nothing\n", /contains no requests/],
    ] as const) {
      const cwd = folderOf({ "a.soaphttp": text });
      const { code, error } = await run(cwd, "--to", "locust", "a.soaphttp");
      assert.match(error, message);
      assert.deepEqual([code, readdirSync(cwd)], [2, ["a.soaphttp"]]);
    }
  });

  for (const [args, message] of [
    [["a.soaphttp"], /Missing --to/],
    [["--to", "locust"], /Missing request/],
    [["--to", "tsung", "a.soaphttp"], /Invalid value for --to: tsung/],
    [["--to", "locust", "--wait", "3-1", "a.soaphttp"], /Invalid value for --wait: 3-1/],
  ] as const) {
    test(`the export refuses ${args.join(" ")}`, async () => {
      const { code, error } = await run(folderOf({ "a.soaphttp": add }), ...args);
      assert.equal(code, 2);
      assert.match(error, message);
    });
  }
});

/** Locust's modules, as far as an export uses them without a load. They are in the folder of an export. */
const withoutLoad = {
  "locust/locust/__init__.py": "class User: pass\ndef task(given): return given\ndef constant(_): pass\n",
  "locust/locust/runners.py": "__version__ = ''\n",
};

suite("a locustfile for requests of unknown origin", () => {
  test("a locustfile runs none of their texts, even if the path declares a charset", async function () {
    if (noPython !== undefined) skip(this, noPython);
    // In UTF-7, +AAo- is a line break.
    const titled = add.replace("# @name", "# @title +AAo-open('pwned', 'w')+AAo-\n# @name");
    const folder = folderOf({ ...withoutLoad, "coding=utf-7/a.soaphttp": titled });
    const { code } = await run(folder, "--to", "locust", "coding=utf-7/a.soaphttp");
    assert.equal(code, 0);
    const cwd = join(folder, "locust");
    const { status, stderr } = spawnSync(python ?? "", ["-c", "import locustfile"], { cwd, encoding: "utf8" });
    assert.deepEqual([existsSync(join(cwd, "pwned")), status], [false, 0], stderr);
  });
});

test("a locustfile never uses a keyword or a built-in name of the installed Python", function () {
  if (noPython !== undefined) skip(this, noPython);
  const program = "import builtins, json, keyword; print(json.dumps([*keyword.kwlist, *dir(builtins)]))";
  const { stdout } = spawnSync(python ?? "", ["-c", program], { encoding: "utf8" });
  const names: readonly string[] = JSON.parse(stdout);
  assert.deepEqual(
    names.filter((name) => !name.startsWith("_") && !reserved.has(name)),
    [],
  );
});

suite("exact_http.py", () => {
  let folder: string;

  suiteSetup(async function () {
    if (noPython !== undefined) skip(this, noPython);
    folder = folderOf({ ...withoutLoad, "a.soaphttp": add });
    const { code, error } = await run(folder, "--to", "locust", "a.soaphttp");
    assert.deepEqual([code, error], [0, ""]);
  });

  /** Runs Python code after the import of all names, and returns what it prints as JSON. */
  function evaluated(code: string, input: unknown): unknown {
    const program = `import json, sys\nfrom exact_http import *\ngiven = json.load(sys.stdin)\n${code}`;
    const { status, stdout, stderr } = spawnSync(python ?? "", ["-c", program], {
      cwd: join(folder, "locust"),
      encoding: "utf8",
      input: JSON.stringify(input),
    });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  }

  test("exact_http.py is valid Python, as the locustfile is", () => {
    const files = ["locustfile.py", "exact_http.py"];
    const { status, stderr } = spawnSync(python ?? "", ["-W", "error", "-m", "py_compile", ...files], {
      cwd: join(folder, "locust"),
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
  });

  test("exact_http.py finds what soaphttp finds with the same paths", () => {
    const xml =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><m:a xmlns:m="urn:m" id="1"><m:b>x<![CDATA[<]]></m:b><m:b id="2">é<!-- no --></m:b><c xmlns="urn:c">z</c><d/></m:a><m:a xmlns:m="urn:m"><m:b>last</m:b></m:a></s:Body></s:Envelope>';
    const json = '{"a": [{"b": "x"}, {"b": [1, 2.5, null]}], "c d": true}';
    const xpaths = [
      "//m:b",
      "//m:b[1]",
      "(//m:b)[2]",
      "//m:a[last()]/m:b",
      "//m:a/@id",
      "//*:c",
      "//c",
      "//d",
      "/s:Envelope/s:Body/m:a/m:b",
      "//m:a[@id='1']/m:b[@id=\"2\"]",
      "//m:a[m:b = 'last']/m:b/text()",
      "//m:a[m:x]",
      "//m:b[.='é']",
      "string(//m:b[@id])",
      "//m:*",
      "//@*",
      "//m:a[c:c]",
    ];
    const jsonPaths = ["$.a[0].b", "$..b", "$.a[*].b", "$['c d']", "$.a[-1].b[1]", "$.x", "$"];
    const exchange = (body: string, type: string) => {
      const message = {
        fields: [{ name: "Content-Type", value: `${type}; charset=utf-8` }],
        body: new TextEncoder().encode(body),
      };
      return new ReadExchange({ request: message, response: { ...message, status: 200, reason: "" }, total: 0 });
    };
    const expected = [
      ...xpaths.map((text) => ["xpath", text, xml, "text/xml"] as const),
      ...jsonPaths.map((text) => ["json", text, json, "application/json"] as const),
    ].map(([kind, text, body, type]) => {
      const read = exchange(body, type);
      const found = valuesIn(
        read.response,
        { kind, text },
        evaluationWith(new Map([...read.prefixes(), ["c", "urn:c"]])),
      );
      return [text, "values" in found ? found.values.map((one) => one.text) : found.why];
    });
    const found = evaluated(
      `message = lambda body: Message([("content-type", "text/xml; charset=utf-8")], body.encode())
print(json.dumps([[path, (JsonPath if path.startswith("$") else XPath)(path).values(message(body), {"c": "urn:c"})] for path, body in given]))`,
      [...xpaths.map((path) => [path, xml]), ...jsonPaths.map((path) => [path, json])],
    );
    assert.deepEqual(found, expected);
  });

  test("exact_http.py writes times as soaphttp does", () => {
    const found = evaluated(
      `at = datetime.datetime(2026, 3, 1, 15, 4, 5, 67000, datetime.timezone.utc)
print(json.dumps([formatted(at, form) for form in given]))`,
      ["YYYY-MM-DD[T]HH:mm:ss.SSS[Z]", "ddd, DD MMM YYYY HH:mm:ss [GMT]", "dddd D MMMM YY h:m:s A", "Z ZZ d dd"],
    );
    assert.deepEqual(found, [
      "2026-03-01T15:04:05.067Z",
      "Sun, 01 Mar 2026 15:04:05 GMT",
      "Sunday 1 March 26 3:4:5 PM",
      "+00:00 +0000 0 Su",
    ]);
    const inZagreb = evaluated(
      `zone = zoneinfo.ZoneInfo("Europe/Zagreb")
print(json.dumps([formatted(datetime.datetime.fromisoformat(one).astimezone(zone), "YYYY-MM-DD[T]HH:mm:ssZ") for one in given]))`,
      ["2026-01-01T12:00:00+00:00", "2026-07-01T12:00:00+00:00"],
    );
    assert.deepEqual(inZagreb, ["2026-01-01T13:00:00+01:00", "2026-07-01T14:00:00+02:00"]);
  });

  test("exact_http.py escapes values as soaphttp does, and compares numbers as numbers", () => {
    const found = evaluated(
      `print(json.dumps([xml_text(given), xml_attribute(given), order("5.50", "5.5", False), order("5.50", "5.5", True), order(" a ", "a", False)]))`,
      "<a&b>\"'\t\r\n",
    );
    assert.deepEqual(found, ["&lt;a&amp;b&gt;\"'\t&#13;\n", "&lt;a&amp;b&gt;&quot;&apos;&#9;&#13;&#10;", 0, 1, 0]);
  });
});
