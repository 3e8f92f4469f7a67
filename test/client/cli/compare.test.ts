import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { XmlDocument } from "libxml2-wasm";
import { request } from "../../support/findings.ts";
import { startResponding } from "../../support/transport/rawService.ts";
import { folderOf, programs, type Ran, soaphttp } from "./built.ts";
import { MockProcess, mocking } from "./mockProcess.ts";
import { NamedRequests } from "./namedRequests.ts";

/** A response of a mock service to all requests of a path. */
function response(path: string, body: string, head = "HTTP/1.1 200 OK\nContent-Type: text/xml"): string {
  return `# @when path ${path}\n${head}\nContent-Length: {{$contentLength}}\n\n${body}\n`;
}

const get = (path: string, directives = "") => `${directives}GET ${path} HTTP/1.1\nHost: {{host}}\n\n`;

async function compared(
  [old, other]: readonly [string, string],
  requests: string,
  args: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<Ran & { readonly cwd: string; readonly counts: readonly number[] }> {
  let ran: (Ran & { readonly cwd: string }) | undefined;
  const counts: number[] = [];
  await mocking(folderOf({ "a.soapmock": old }), ["a.soapmock"], async (one) => {
    await mocking(folderOf({ "a.soapmock": other }), ["a.soapmock"], async (another) => {
      const environments = { old: { host: `127.0.0.1:${one.port}` }, new: { host: `127.0.0.1:${another.port}` } };
      const cwd = folderOf({
        "a.soaphttp": requests,
        "http-client.env.json": JSON.stringify(environments),
        ...files,
      });
      ran = { ...(await soaphttp(["compare", "-e", "old", "-e", "new", ...args, "a.soaphttp"], { cwd })), cwd };
      for (const { out } of [one, another]) counts.push(out.match(/GET \//g)?.length ?? 0);
    });
  });
  assert.ok(ran);
  return { ...ran, counts };
}

const order = (prefix: string, attributes: string, price: string, time = "1") =>
  `<${prefix}:Order xmlns:${prefix}="urn:o" ${attributes}><${prefix}:Price>${price}</${prefix}:Price><${prefix}:At>${time}</${prefix}:At></${prefix}:Order>`;

suite("soaphttp compare", () => {
  test("two services that differ in a value, the order of attributes and a prefix have one difference", async () => {
    const sides = [
      response("/o", order("a", 'x="1" y="2"', "5")),
      response("/o", order("b", 'y="2"  x="1"', "6")),
    ] as const;
    const { code, out, error } = await compared(sides, get("/o", "# @name order\n"));
    assert.equal(error, "Each request is sent twice: to old and to new.\n");
    const lines = out.split("\n").map((line) => line.trim());
    assert.deepEqual(
      lines.filter((line) => /^[-+] /.test(line)),
      ["- expected, + found:", "-   <a:Price>5</a:Price>", "+   <a:Price>6</a:Price>"],
      out,
    );
    assert.match(out, /✗ order .*\n +✗ body\n +The body differs: - is old, \+ is new\./);
    assert.match(out, /^1 failed in 1 file/m);
    assert.equal(code, 1);
    const ignoring = await compared(sides, get("/o"), ["--ignore", "//*:Price"]);
    assert.match(ignoring.out, /^1 passed in 1 file/m);
    assert.equal(ignoring.code, 0);
  });

  test("the reports show each difference at its place", async () => {
    const sides = [response("/o", order("a", "", "5")), response("/o", order("a", "", "6"))] as const;
    const args = ["--reporter", "json=r.json", "--reporter", "html=r.html", "--reporter", "text"];
    const { cwd } = await compared(sides, get("/o"), args);
    const { readFileSync } = await import("node:fs");
    const [{ results = [] } = {}] = JSON.parse(readFileSync(join(cwd, "r.json"), "utf8")).tests;
    const [{ text, held, diff }] = results;
    assert.deepEqual([text, held], ["body", false]);
    assert.ok(diff.includes("+   <a:Price>6</a:Price>"), String(diff));
    const page = XmlDocument.fromString(readFileSync(join(cwd, "r.html"), "utf8"));
    assert.match(page.get("//main")?.content ?? "", /\+ {3}<a:Price>6<\/a:Price>/);
    page.dispose();
  });

  test("status, Content-Type and the headers of --headers are compared", async () => {
    const head = (status: string, version: string) =>
      `HTTP/1.1 ${status}\nContent-Type: text/xml; charset=${version === "1" ? "utf-8" : "UTF-8; x=2"}\nX-Version: ${version}\nSet-Cookie: s=s3cret${version}`;
    const sides = [
      response("/o", "<a/>", head("200 OK", "1")),
      response("/o", "<a></a>", head("500 Server Error", "2")),
    ] as const;
    const { out } = await compared(sides, get("/o"));
    assert.match(out, /✗ status\n +200 in old, 500 in new\.\n/);
    assert.doesNotMatch(out, /header|body/);
    const all = await compared(sides, get("/o"), ["--headers", "X-Version,Set-Cookie"]);
    assert.match(all.out, /✗ header X-Version\n +1 in old, 2 in new\.\n/);
    assert.match(all.out, /✗ header Set-Cookie\n +The values differ\.\n/);
    assert.doesNotMatch(all.out, /s3cret/);
    const types = [response("/o", "<a/>"), response("/o", "<a/>", "HTTP/1.1 200 OK\nContent-Type: application/xml")];
    const other = await compared([types[0] ?? "", types[1] ?? ""], get("/o"));
    assert.match(other.out, /✗ header Content-Type\n +text\/xml in old, application\/xml in new\.\n/);
  });

  test("JSON and other bodies are compared, too", async () => {
    const json = "HTTP/1.1 200 OK\nContent-Type: application/json";
    const same = [response("/o", '{"a":1,"b":[2]}', json), response("/o", '{"b": [2],"a": 1}', json)] as const;
    assert.equal((await compared(same, get("/o"))).code, 0);
    const broken = [response("/o", "<a><b></a>"), response("/o", "<a><c></a>")] as const;
    assert.match((await compared(broken, get("/o"))).out, /- <a><b><\/a>\n +\+ <a><c><\/a>/);
  });

  test("expectations must hold in both environments, and a request without expectations may fail in both", async () => {
    const sides = [response("/o", "<a>1</a>", "HTTP/1.1 500 X"), response("/o", "<a>1</a>", "HTTP/1.1 500 X")] as const;
    assert.equal((await compared(sides, get("/o", "# @name a\n"))).code, 0);
    const { out, code } = await compared(sides, get("/o", "# @expect //a = 2\n"));
    assert.match(out, /✗ old: \/\/a = 2\n.*\n +✗ new: \/\/a = 2\n/);
    assert.equal(code, 1);
  });

  test("each environment has its own values, and nothing is saved", async () => {
    const of = (id: string) =>
      `${response("/login", `<id>${id}</id>`)}\n###\n${response(`/orders/${id}`, "<a/>").replace("# @when", "# @name b\n# @when")}`;
    const file = `${get("/login", "# @name login\n# @set id = //id\n# @save ./id.txt = body\n")}###\n${get("/orders/{{id}}", "# @name use\n")}`;
    const { out, counts, cwd } = await compared([of("1"), of("2")], file, ["--name", "use"]);
    assert.match(out, /✓ use/);
    assert.deepEqual(counts, [2, 2]);
    assert.ok(!existsSync(join(cwd, "id.txt")));
    assert.deepEqual((await compared([of("1"), of("2")], file, ["--tag", "none"])).code, 2);
  });

  test("the report says in which environment a request has errors or no response", async () => {
    const service = await startResponding("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    const environments = { old: { host: `127.0.0.1:${service.port}` }, new: { host: "127.0.0.1:1" }, none: {} };
    const cwd = folderOf({
      "a.soaphttp": get("/", "# @name a\n"),
      "http-client.env.json": JSON.stringify(environments),
    });
    const run = (first: string, other: string) =>
      soaphttp(["compare", "-e", first, "-e", other, "a.soaphttp"], { cwd });
    const unreachable = await run("old", "new");
    assert.match(unreachable.out, /✗ a no response.*\n +old: the response is 200\.\n +new: .*refused/);
    assert.equal(unreachable.code, 3);
    const unsent = await run("old", "none");
    assert.match(unsent.out, /✗ a not sent.*\n +old: the response is 200\.\n(?:.*\n)? *none: /);
    assert.equal(unsent.code, 2);
  });

  test("after Ctrl-C, a request with a response in only one environment is not reported", async () => {
    const service = new NamedRequests();
    await service.start();
    const requests = ["", "2"].map((more) => service.request(`r${more}`, [], { "X-Name": `{{side}}${more}` }));
    const cwd = folderOf({
      "a.soaphttp": requests.join(""),
      "http-client.env.json": '{"old": {"side": "old"}, "new": {"side": "new"}}',
    });
    const program = join(await programs(), "dist", "cli", "soaphttp.js");
    const args = [program, "compare", "-e", "old", "-e", "new", "a.soaphttp"];
    const run = new MockProcess(spawn(process.execPath, args, { cwd }));
    // By then, the first environment has a response to the first request.
    await new Promise<void>((done) => {
      service.silent = { new: () => {}, old2: done };
    });
    const code = await run.stop("SIGINT");
    assert.deepEqual([code, run.out.match(/✗.*/g)], [130, null], run.out);
  });

  test("--help lists only the options of a comparison", async () => {
    const { out } = await soaphttp(["compare", "--help"]);
    assert.match(out, /--jobs N +how many files to run side by side: 4 by default\n/);
    assert.doesNotMatch(out, /--(?:save-to|overwrite|failed|watch)\b/);
  });

  for (const [args, problem] of [
    [["a.soaphttp"], "Specify two environments: -e OLD -e NEW."],
    [["-e", "a", "a.soaphttp"], "Specify two environments"],
    [["-e", "a", "-e", "a", "a.soaphttp"], "Specify two environments"],
    [["-e", "a", "-e", "b"], "Missing file"],
    [["-e", "a", "-e", "b", "--ignore", "//a[", "a.soaphttp"], "Invalid value for --ignore: //a[."],
    [["-e", "a", "-e", "b", "--headers", "a b", "a.soaphttp"], "Invalid value for --headers."],
    [["-e", "a", "-e", "b", "--record", "x", "a.soaphttp"], "Unknown option: --record."],
    [["-e", "a", "-e", "b", "--save-to", "x", "a.soaphttp"], "Unknown option: --save-to."],
    [["-e", "a", "-e", "b", "--overwrite", "a.soaphttp"], "Unknown option: --overwrite."],
  ] as const)
    test(`soaphttp compare ${args.join(" ")} is a usage error`, async () => {
      const cwd = folderOf({ "a.soaphttp": request(), "http-client.env.json": '{"a": {}, "b": {}}' });
      const { code, error } = await soaphttp(["compare", ...args], { cwd });
      assert.ok(error.includes(problem), error);
      assert.equal(code, 2);
    });
});
