import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "./built.ts";

interface Packing {
  readonly packCommandLine: (folder: string) => Promise<string>;
}

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Runs a program in a folder. Both outputs are text. */
function ran(program: string, args: readonly string[], cwd: string, input = "") {
  const shell = program.endsWith(".cmd");
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, input, shell, encoding: "utf8", timeout: 60_000 });
  return { code: status, out: stdout, error: stderr };
}

const request = `POST /calc HTTP/1.1
Host: localhost:8000
Content-Type: text/xml; charset=utf-8
SOAPAction: ""
Content-Length: 1

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>
`;

const correct = request.replace("Content-Length: 1", "Content-Length: {{$contentLength}}");

/** A service that responds with the body of the request. */
const echo = `const server = require("http").createServer((request, response) => {
  response.setHeader("Content-Type", "text/xml; charset=utf-8");
  request.pipe(response);
}).listen(0, "127.0.0.1", () => console.log(server.address().port));`;

suite("the package of the command line", () => {
  let packed: string;
  let folder: string;
  const installed = (name: string) =>
    join(folder, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);

  suiteSetup(async function () {
    this.timeout(120_000);
    const place = temporaryFolder();
    // Imported at run time, not bundled into this test: it finds the project by its own path.
    const packing = (await import(pathToFileURL(join(process.cwd(), "scripts", "package.mjs")).href)) as Packing;
    packed = await packing.packCommandLine(place);
    folder = join(place, "clean");
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    const { code, error } = ran(npm, ["install", "--offline", "--no-audit", "--no-fund", packed], folder);
    assert.equal(code, 0, error);
    writeFileSync(join(folder, "a.soaphttp"), request);
    writeFileSync(join(folder, "calc.wsdl"), readFileSync("test/server/wsdl/stacks/gsoap.wsdl"));
  });

  test("the package has no dependencies, and only its two programs", () => {
    const own = JSON.parse(readFileSync(join(folder, "node_modules", "soaphttp", "package.json"), "utf8"));
    assert.deepEqual(Object.keys(own.bin), ["soaphttp", "soaphttp-language-server"]);
    assert.equal(own.dependencies, undefined);
    const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
    assert.deepEqual(Object.keys(packages), ["", "node_modules/soaphttp"]);
  });

  test("the package has at most 1.5 MB", () => assert.ok(readFileSync(packed).length <= 1_500_000));

  test("the package checks requests", () => {
    const { code, out } = ran(installed("soaphttp"), ["check", "--no-wsdl", "a.soaphttp"], folder);
    assert.equal(code, 1);
    assert.match(out, /^a\.soaphttp:5:17 error content-length-mismatch /);
  });

  test("the package lists the operations of a WSDL", () => {
    assert.match(ran(installed("soaphttp"), ["new", "--list", "calc.wsdl"], folder).out, /^calc .* Divide /m);
  });

  test("the package evaluates XPath", async () => {
    const service = spawn(process.execPath, ["-e", echo], { stdio: ["ignore", "pipe", "inherit"] });
    const port = await new Promise((resolve) => service.stdout.once("data", (data) => resolve(String(data).trim())));
    const lines = "# @expect //*:Body exists\n# @expect //*:Fault absent\n";
    writeFileSync(join(folder, "test.soaphttp"), (lines + correct).replace("localhost:8000", `127.0.0.1:${port}`));
    const { code, out } = ran(installed("soaphttp"), ["test", "--no-wsdl", "test.soaphttp"], folder);
    service.kill();
    assert.equal(code, 0, out);
  });

  for (const command of ["check", "send", "test", "new", "export"]) {
    test(`the package has the command ${command}`, () => {
      const { code, out } = ran(installed("soaphttp"), [command, "--help"], folder);
      assert.equal(code, 0);
      assert.ok(out.startsWith(`Usage: soaphttp ${command} `), out);
    });
  }

  test("the package runs in the pipelines of docs/pipelines.md", async () => {
    const commands = [...readFileSync("docs/pipelines.md", "utf8").matchAll(/npx soaphttp ([^'`\n>]*)(?:> (\S+))?/g)];
    const service = spawn(process.execPath, ["-e", echo], { stdio: ["ignore", "pipe", "inherit"] });
    const port = await new Promise((resolve) => service.stdout.once("data", (data) => resolve(String(data).trim())));
    mkdirSync(join(folder, "requests"));
    const expecting = `# @expect status 200\n${correct.replace("localhost:8000", `127.0.0.1:${port}`)}`;
    writeFileSync(join(folder, "requests", "a.soaphttp"), expecting);
    for (const [, args = ""] of commands) {
      // The WSDL in the folder isn't that of the request.
      const { code, out, error } = ran(installed("soaphttp"), [...args.trim().split(" "), "--no-wsdl"], folder);
      assert.equal(code, 0, `${args}\n${out}${error}`);
    }
    service.kill();
    assert.equal(commands.length, 7);
    assert.match(readFileSync(join(folder, "results.xml"), "utf8"), /<testsuites/);
  });

  test("the package has the language server", async () => {
    const child = spawn(installed("soaphttp-language-server"), ["--stdio"], {
      cwd: folder,
      stdio: ["pipe", "pipe", "inherit"],
      shell: process.platform === "win32",
    });
    const params = { processId: process.pid, rootUri: null, capabilities: {} };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    let received = "";
    await new Promise<void>((resolve) => {
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        received += text;
        if (received.includes('"hoverProvider"')) resolve();
      });
      child.once("close", () => resolve());
    });
    child.kill();
    assert.match(received, /"hoverProvider":true/);
  });
});
