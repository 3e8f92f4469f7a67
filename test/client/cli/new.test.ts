import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { soaphttp, temporaryFolder } from "./built.ts";

const stacks = "test/server/wsdl/stacks";

/** A folder with WSDLs of SOAP stacks, by their names. */
function folderOf(...names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(join(folder, name), readFileSync(join(stacks, name)));
  return folder;
}

suite("soaphttp new", () => {
  test("the command lists the operations in a table", async () => {
    const { code, out, error } = await soaphttp(["new", "--list", "gsoap.wsdl"], { cwd: folderOf("gsoap.wsdl") });
    assert.deepEqual([code, error], [0, ""]);
    assert.equal(
      out,
      [
        "SERVICE  PORT  VERSION  STYLE     OPERATION  ACTION        ADDRESS",
        "calc     calc  1.1      document  Add        urn:calc#Add  http://localhost:8080/calc",
        'calc     calc  1.1      document  Divide     ""            http://localhost:8080/calc',
        'calc     calc  1.1      document  Log        ""            http://localhost:8080/calc',
        "",
      ].join("\n"),
    );
  });

  test("the command writes tests from the schema, in which check finds nothing", async () => {
    const cwd = folderOf("gsoap.wsdl");
    const args = ["new", "--variants", "all", "--all", "--out", "calc.tests.soaphttp", "gsoap.wsdl"];
    const { code, error } = await soaphttp(args, { cwd });
    assert.deepEqual([code, error], [0, ""]);
    const names = [...readFileSync(join(cwd, "calc.tests.soaphttp"), "utf8").matchAll(/^# @name (.*)$/gm)].map(
      ([, name = ""]) => name,
    );
    for (const name of [
      "Add.valid.required.1",
      "Add.invalid.type.1",
      "Add.invalid.version.1",
      "Divide.valid.prefixes.1",
    ]) {
      assert.ok(names.includes(name), names.join());
    }
    assert.equal(new Set(names).size, names.length);
    const checked = await soaphttp(["check", "calc.tests.soaphttp"], { cwd });
    assert.deepEqual([checked.code, checked.out], [0, "1 file, no problems.\n"]);
    const refused = await soaphttp(["new", "--limit", "5", "gsoap.wsdl"], { cwd });
    assert.equal(refused.code, 2);
    assert.match(refused.error, /--limit and --seed require --variants/);
  });

  test("the command lists the operations as JSON, with null for what the WSDL doesn't say", async () => {
    const cwd = folderOf("asmx.wsdl");
    const { out } = await soaphttp(["new", "--list", "--format", "json", "--port", "CalcHttpGet", "asmx.wsdl"], {
      cwd,
    });
    assert.deepEqual(JSON.parse(out), [
      {
        service: "Calc",
        port: "CalcHttpGet",
        binding: "CalcHttpGet",
        version: "HTTP GET",
        style: "document",
        operation: "Add",
        action: null,
        address: "http://localhost:1234/Calc.asmx",
        input: null,
        output: null,
      },
    ]);
  });

  test("the command lists names and addresses exactly as JSON, and aligned in a table, with any characters", async () => {
    const cwd = folderOf("gsoap.wsdl");
    const file = join(cwd, "gsoap.wsdl");
    const address = "http://localhost/\u202e";
    const text = readFileSync(file, "utf8").replaceAll("http://localhost:8080/calc", address);
    writeFileSync(file, text.replaceAll('"Add"', '"加加"'));
    const json = await soaphttp(["new", "--list", "--format", "json", "gsoap.wsdl"], { cwd });
    const [row] = JSON.parse(json.out) as [{ operation: string; address: string }];
    assert.deepEqual([row.operation, row.address], ["加加", address]);
    const table = await soaphttp(["new", "--list", "gsoap.wsdl"], { cwd });
    assert.match(table.out, /^calc {5}calc {2}1\.1 {6}document {2}加加 {7}urn:calc#Add {2}/m);
  });

  test("the command writes a request that has no findings", async () => {
    const cwd = folderOf("spyne.wsdl");
    const { code, out } = await soaphttp(["new", "--operation", "Echo", "spyne.wsdl"], { cwd });
    assert.equal(code, 0);
    assert.match(out, /^### Echo\n# @name Echo\n# @wsdl \.\/spyne\.wsdl\nPOST \/ HTTP\/1\.1\nHost: localhost:8000\n/);
    writeFileSync(join(cwd, "echo.soaphttp"), out);
    const checked = await soaphttp(["check", "--max-severity", "none", "echo.soaphttp"], { cwd });
    assert.deepEqual([checked.code, checked.out], [0, "1 file, no problems.\n"]);
  });

  for (const name of ["asmx", "axis1", "cxf", "gsoap", "jaxws", "npmSoap", "php", "pysimplesoap", "spyne", "wcf"]) {
    test(`the command writes requests for all operations of ${name}.wsdl that have no findings`, async () => {
      const cwd = folderOf(`${name}.wsdl`);
      const out = ["--out", "requests.soaphttp"];
      const written = await soaphttp(["new", "--all", ...out, `${name}.wsdl`], { cwd });
      assert.deepEqual([written.code, written.out], [0, ""]);
      const checked = await soaphttp(["check", "--max-severity", "none", "requests.soaphttp"], { cwd });
      assert.deepEqual([checked.code, checked.out], [0, "1 file, no problems.\n"]);
    });
  }

  test("the command gives requests for several ports distinct names", async () => {
    const { out } = await soaphttp(["new", "--all", "asmx.wsdl"], { cwd: folderOf("asmx.wsdl") });
    assert.deepEqual(
      [...out.matchAll(/^# @name (.*)$/gm)].map((match) => match[1]),
      ["CalcSoap.Add", "CalcSoap12.Add", "CalcHttpGet.Add", "CalcHttpPost.Add"],
    );
  });

  test("the command writes GET and form requests for HTTP bindings", async () => {
    const cwd = folderOf("asmx.wsdl");
    const get = await soaphttp(["new", "--port", "CalcHttpGet", "asmx.wsdl"], { cwd });
    assert.match(get.out, /\nGET \/Calc\.asmx\/Add\?a=a&b=b HTTP\/1\.1\nHost: localhost:1234\n$/);
    const post = await soaphttp(["new", "--port", "CalcHttpPost", "asmx.wsdl"], { cwd });
    assert.match(post.out, /\nPOST \/Calc\.asmx\/Add HTTP\/1\.1\n[\s\S]*\nContent-Length: 7\n\na=a&b=b\n$/);
  });

  test("the command lists a service with several operations if none is chosen, and fails", async () => {
    const { code, out, error } = await soaphttp(["new", "gsoap.wsdl"], { cwd: folderOf("gsoap.wsdl") });
    assert.equal(code, 2);
    assert.match(out, /^SERVICE/);
    assert.equal(error, "soaphttp: Specify --operation NAME or --all.\n");
  });

  const wrong: readonly (readonly [args: readonly string[], problem: string])[] = [
    [[], "Missing WSDL. Specify a file or an address."],
    [["a.wsdl", "b.wsdl"], "Specify one WSDL."],
    [["--required", "--optional", "gsoap.wsdl"], "Use either --required or --optional."],
    [["--operation", "Ad", "gsoap.wsdl"], "Unknown operation: Ad. Did you mean Add?"],
    [["--operation", "Xyzzy", "gsoap.wsdl"], "Unknown operation: Xyzzy. Available: Add, Divide, Log."],
    [["--service", "calk", "gsoap.wsdl"], "Unknown service: calk. Did you mean calc?"],
    [["--port", "xyz", "gsoap.wsdl"], "Unknown port: xyz. Available: calc."],
    [["missing.wsdl"], "missing.wsdl: File not found."],
    [["."], ".: Not a file."],
    [["wcf.xsd"], "wcf.xsd has no operations."],
  ];
  for (const [args, problem] of wrong) {
    test(`the command fails: new ${args.join(" ")}`, async () => {
      const { code, out, error } = await soaphttp(["new", ...args], { cwd: folderOf("gsoap.wsdl", "wcf.xsd") });
      assert.deepEqual([code, out], [2, ""]);
      assert.ok(error.includes(`soaphttp: ${problem}\n`), error);
    });
  }

  test("the command overwrites no file", async () => {
    const cwd = folderOf("npmSoap.wsdl");
    writeFileSync(join(cwd, "there.soaphttp"), "mine");
    const { code, error } = await soaphttp(["new", "--out", "there.soaphttp", "npmSoap.wsdl"], { cwd });
    assert.deepEqual([code, error], [2, "soaphttp: there.soaphttp already exists. Specify a new file.\n"]);
    symlinkSync(join(cwd, "missing"), join(cwd, "link.soaphttp"));
    const linked = await soaphttp(["new", "--out", "link.soaphttp", "npmSoap.wsdl"], { cwd });
    assert.match(linked.error, /^soaphttp: link\.soaphttp is a symbolic link, which is not followed\./);
    assert.ok(linked.code === 2 && !existsSync(join(cwd, "missing")));
    assert.equal(readFileSync(join(cwd, "there.soaphttp"), "utf8"), "mine");
  });

  test("the command reports problems of the WSDL with file, line and column, each once", async () => {
    const { error } = await soaphttp(["new", "--list", "spyne.wsdl"], { cwd: folderOf("spyne.wsdl") });
    const problem = "s0:Session is not defined. The only Session was assumed, of the namespace urn:calc.";
    assert.equal(error, `soaphttp: spyne.wsdl:2:4365: ${problem}\n`);
  });

  suite("from an address", () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      const { port } = server.address() as AddressInfo;
      const name = { "/calc?wsdl": "wcf.wsdl", "/Calc?wsdl=wsdl0": "wcf0.wsdl", "/Calc?xsd=xsd0": "wcf.xsd" }[
        request.url ?? ""
      ];
      if (request.url === "/closed") {
        response.writeHead(401, "Unauthorized").end();
      } else if (name === undefined) response.writeHead(404, "Not Found").end();
      else {
        const text = readFileSync(join(stacks, name), "utf8").replaceAll("localhost:8733", `127.0.0.1:${port}`);
        response.writeHead(200, { "Content-Type": "text/xml" }).end(text);
      }
    });
    const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    suiteSetup(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
    suiteTeardown(() => new Promise((resolve) => server.close(resolve)));

    test("the command reads the WSDL and what it imports from its server", async () => {
      const { code, out, error } = await soaphttp(["new", "--port", "Basic", `${address()}/calc?wsdl`]);
      assert.deepEqual([code, error], [0, ""]);
      assert.deepEqual(asked, ["/calc?wsdl", "/Calc?wsdl=wsdl0", "/Calc?xsd=xsd0"]);
      assert.ok(out.includes(`\n# @wsdl ${address()}/calc?wsdl\n`), out);
      assert.match(out, /<\w+:a>\d+<\/\w+:a>/);
    });

    test("the command says that the server requires credentials", async () => {
      const { code, error } = await soaphttp(["new", `${address()}/closed`]);
      assert.equal(code, 2);
      assert.match(
        error,
        /The server requires credentials \(401 Unauthorized\)\. Use --user NAME with soaphttp new, check or mock, or save the WSDL to a file/,
      );
    });

    test("the command says what the server responded with instead of a WSDL", async () => {
      const { code, error } = await soaphttp(["new", `${address()}/nothing`]);
      assert.equal(code, 2);
      assert.match(error, /The server responded with 404 Not Found\./);
    });
  });

  test("the command writes the same bytes to standard output as to a file, also the CRLF of multipart messages", async () => {
    const cwd = folderOf("gsoap.wsdl");
    const options = ["new", "--operation", "Add", "--mtom"];
    const { out } = await soaphttp([...options, "gsoap.wsdl"], { cwd });
    await soaphttp([...options, "--out", "add.soaphttp", "gsoap.wsdl"], { cwd });
    assert.equal(out, readFileSync(join(cwd, "add.soaphttp"), "utf8"));
    assert.match(out, /HTTP\/1\.1\r\n/);
  });

  test("the command reads no file outside of the folder unless it is allowed", async () => {
    const outside = folderOf("wcf0.wsdl");
    const cwd = temporaryFolder();
    const reference = `<wsdl:import namespace="urn:x" location="${join(outside, "wcf0.wsdl")}"/>`;
    const text = readFileSync(join(stacks, "npmSoap.wsdl"), "utf8").replace(
      "<wsdl:message",
      `${reference}<wsdl:message`,
    );
    writeFileSync(join(cwd, "hello.wsdl"), text);
    const refused = await soaphttp(["new", "hello.wsdl"], { cwd });
    assert.equal(refused.code, 0);
    assert.match(refused.error, /Use --allow-outside to read it\./);
    const allowed = await soaphttp(["new", "--allow-outside", "hello.wsdl"], { cwd });
    assert.equal(allowed.code, 0);
    assert.doesNotMatch(allowed.error, /Can't read .*wcf0\.wsdl/);
  });
});
