import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { unzipSync } from "fflate";
import { parse } from "yaml";
import { skip } from "../../support/skip.mjs";
import { temporaryFolder } from "./built.ts";

interface Step {
  readonly id?: string;
  readonly run?: string;
}

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const release: { readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>> } = parse(
  readFileSync(".github/workflows/release.yml", "utf8"),
);
const windows = process.platform === "win32";

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

suite("the packages of a release", () => {
  let home: string;
  let prefix: string;
  let folder: string;
  const tarball = `soaphttp-${version}.tgz`;
  const installed = (name: string) => (windows ? join(prefix, `${name}.cmd`) : join(prefix, "bin", name));

  function ran(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = clean()) {
    const options = { cwd, env, shell: program.endsWith(".cmd"), timeout: 300_000 };
    const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: "utf8" });
    return { code: status, out: stdout, error: stderr };
  }

  /** The environment of a user who has only what is installed, and no network. */
  function clean(): NodeJS.ProcessEnv {
    const path = [windows ? prefix : join(prefix, "bin"), process.env["PATH"]].join(delimiter);
    return { ...process.env, HOME: home, PATH: path, npm_config_prefix: prefix, npm_config_offline: "true" };
  }

  const npm = (...args: readonly string[]) => ran(windows ? "npm.cmd" : "npm", args, folder);

  function released(id: string, tag: string, cwd = ".") {
    const step = Object.values(release.jobs).flatMap(({ steps }) => steps.filter((each) => each.id === id))[0];
    return ran("bash", ["-ec", step?.run ?? "exit 9"], cwd, { ...process.env, GITHUB_REF_NAME: tag });
  }

  suiteSetup(async function () {
    this.timeout(300_000);
    const place = temporaryFolder();
    home = join(place, "home");
    prefix = join(place, "prefix");
    folder = join(place, "clean");
    for (const name of [home, prefix, folder]) mkdirSync(name);
    const { code, out, error } = released("pack", `v${version}`);
    assert.equal(code, 0, out + error);
    copyFileSync(join("dist", "release", tarball), join(folder, tarball));
    const installing = npm("install", "--global", `./${tarball}`);
    assert.equal(installing.code, 0, installing.error);
    writeFileSync(join(folder, "a.soaphttp"), request);
    writeFileSync(join(folder, "calc.wsdl"), readFileSync("test/server/wsdl/stacks/gsoap.wsdl"));
  });

  test("the release has the extension, the command line, the notices, and their checksums", () => {
    const files = [`soaphttp-${version}.vsix`, tarball, "ThirdPartyNotices.txt", "SHA256SUMS"];
    assert.deepEqual(readdirSync("dist/release").toSorted(), files.toSorted());
    assert.match(readFileSync("dist/release/ThirdPartyNotices.txt", "utf8"), /^fflate [\d.]+ \(MIT\)$/m);
    const { code, out } = released("verify", `v${version}`, "dist/release");
    assert.deepEqual([code, out.match(/: OK$/gm)?.length], [0, 3]);
  });

  test("the release refuses a tag of another version, and runs none", () => {
    for (const tag of ["v0.0.9", version, "v1;touch out/ran", "$(touch out/ran)"]) {
      const { code, error } = released("pack", tag);
      assert.notEqual(code, 0);
      assert.ok(error.includes(`the tag must be v${version}, but it is ${tag}`), error);
    }
    assert.ok(!existsSync("out/ran"));
  });

  test("the extension contains none of the files for build servers", () => {
    const names = Object.keys(unzipSync(readFileSync(`dist/release/soaphttp-${version}.vsix`), { filter: () => true }));
    assert.ok(names.includes("extension/package.json"));
    assert.deepEqual(
      names.filter((name) => /docker|action\.yml|templates|\.github|\.ya?ml$|dist\/cli\//i.test(name)),
      [],
    );
  });

  test("the package has no dependencies, and only its two programs", () => {
    const modules = windows ? join(prefix, "node_modules") : join(prefix, "lib", "node_modules");
    assert.deepEqual(
      readdirSync(modules).filter((name) => !name.startsWith(".")),
      ["soaphttp"],
    );
    const files = ["LICENSE", "README.md", "ThirdPartyNotices.txt", "dist", "package.json"];
    assert.deepEqual(readdirSync(join(modules, "soaphttp")).toSorted(), files.toSorted());
    const own = JSON.parse(readFileSync(join(modules, "soaphttp", "package.json"), "utf8"));
    assert.deepEqual(Object.keys(own.bin), ["soaphttp", "soaphttp-language-server"]);
    assert.equal(own.dependencies, undefined);
  });

  test("the package says its version", () => {
    assert.equal(ran(installed("soaphttp"), ["--version"], folder).out.trim(), version);
  });

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
    const lines = "# @expect //*:Body exists\n# @expect //*:Fault absent\n# @expect count(//*:Body) = 1\n";
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

  test("the package sends a request, and runs the commands of docs/pipelines.md", async () => {
    const documented = readFileSync("docs/pipelines.md", "utf8");
    const commands = [...documented.matchAll(/(?:sh '|--volume .* )soaphttp ((?:check|test) [^'\n]*)/g)];
    const service = spawn(process.execPath, ["-e", echo], { stdio: ["ignore", "pipe", "inherit"] });
    const port = await new Promise((resolve) => service.stdout.once("data", (data) => resolve(String(data).trim())));
    mkdirSync(join(folder, "requests"));
    const expecting = `# @expect status 200\n${correct.replace("localhost:8000", `127.0.0.1:${port}`)}`;
    writeFileSync(join(folder, "requests", "a.soaphttp"), expecting);
    // The WSDL in the folder isn't that of the request.
    for (const args of ["send requests/a.soaphttp", ...commands.map(([, words = ""]) => words)]) {
      const { code, out, error } = ran(installed("soaphttp"), [...args.trim().split(" "), "--no-wsdl"], folder);
      assert.equal(code, 0, `${args}\n${out}${error}`);
      if (args.startsWith("send")) assert.match(out, /200 OK/);
    }
    service.kill();
    assert.equal(commands.length, 4);
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

  test("the package runs in its container", function () {
    const { code: fetched } = ran("docker", ["pull", "--quiet", "node:20-slim"], folder);
    if (fetched !== 0) skip(this, "Docker can't fetch node:20-slim");
    for (const name of ["Dockerfile", ".dockerignore"]) copyFileSync(name, join(folder, name));
    mkdirSync(join(folder, "dist"));
    copyFileSync(join(folder, tarball), join(folder, "dist", tarball));
    const { code, error } = ran("docker", ["build", "--tag", "soaphttp-test", "."], folder);
    assert.equal(code, 0, error);
    const checked = ran(
      "docker",
      ["run", "--rm", "--volume", `${folder}:/requests`, "soaphttp-test", "check", "."],
      folder,
    );
    assert.match(checked.out, /a\.soaphttp:5:17 error content-length-mismatch /);
    ran("docker", ["rmi", "soaphttp-test"], folder);
  });

  test("the package leaves nothing behind when it is uninstalled, but the cache of what was compiled", () => {
    const { code, error } = npm("uninstall", "--global", "soaphttp");
    assert.equal(code, 0, error);
    const left = readdirSync(prefix, { recursive: true, encoding: "utf8" });
    assert.deepEqual(
      left.filter((name) => name.includes("soaphttp")),
      [],
    );
    rmSync(join(home, ".npm"), { recursive: true, force: true });
    const ofHome = readdirSync(home, { recursive: true, encoding: "utf8" });
    assert.deepEqual(
      ofHome.filter((name) => !/^\.cache(?:$|.soaphttp(?:$|.))/.test(name)),
      [],
    );
  });
});
