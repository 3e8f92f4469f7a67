import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse, parseAllDocuments } from "yaml";
import { skip } from "../../support/skip.mjs";
import { folderOf, programs, temporaryFolder } from "./built.ts";

/*
 * The files for build servers (action.yml, templates/, Dockerfile, .github/) are valid, and their scripts do what
 * docs/pipelines.md says, whatever the values of their inputs contain.
 */

interface Checks {
  readonly action: (text: string) => Promise<readonly string[]>;
  readonly workflow: (text: string) => Promise<readonly string[]>;
  readonly dockerfile: (text: string) => Promise<readonly string[]>;
  readonly gitlab: (folder: string) => string;
}

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly Step[] }>
  >;
}

type Values = Readonly<Record<string, string>>;

const read = (path: string) => readFileSync(path, "utf8");
const release = ".github/workflows/release.yml";
const action: Action = parse(read("action.yml"));
const workflow: Workflow = parse(read(release));
const [inputsOfTemplate] = parseAllDocuments(read("templates/soaphttp.yml")).map((document) => document.toJS());
const { version } = JSON.parse(read("package.json"));
const examples = [...read("docs/pipelines.md").matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);

/** Text that would run code, leave its line, or be an option, if a script didn't pass it on unchanged. */
const hostile = [
  "$(touch ran)",
  "`touch ran`",
  '"; touch ran; "',
  "'; touch ran; '",
  "--secret-command=touch ran",
  "END\ntouch ran",
  "$HOME",
  "*.soaphttp",
  "::error::forged",
];

const sent = (port: number, expected: number) => `# @expect status ${expected}
POST /calc HTTP/1.1
Host: 127.0.0.1:${port}
Content-Type: text/xml; charset=utf-8
SOAPAction: ""
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>
`;

suite("the files for build servers", () => {
  let checks: Checks;
  let service: Server;
  let port: number;
  let path: string;

  suiteSetup(async function () {
    if (process.platform === "win32") skip(this, "the scripts of pipelines run in a shell of POSIX");
    this.timeout(300_000);
    // Imported at run time, not bundled into this test: it finds its packages by its own path.
    const host = await import(pathToFileURL(join(process.cwd(), "test", "hosts", "pipelines.mjs")).href);
    checks = await (host as { pipelineChecks: () => Promise<Checks> }).pipelineChecks();
    const bin = temporaryFolder();
    const program = join(await programs(), "dist", "cli", "soaphttp.js");
    writeFileSync(join(bin, "soaphttp"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    // Prints what would be installed.
    writeFileSync(join(bin, "npm"), `#!/bin/sh\nprintf '[%s]\\n' "$@"\n`);
    for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
    path = [bin, process.env["PATH"]].join(delimiter);
    service = createServer((request, response) => {
      response.setHeader("Content-Type", "text/xml; charset=utf-8");
      request.pipe(response);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => service.once("listening", resolve));
    port = (service.address() as AddressInfo).port;
  });

  suiteTeardown(() => {
    service?.close();
  });

  async function ran(shell: readonly string[], script: string, { cwd, env }: { cwd: string; env: Values }) {
    const file = join(temporaryFolder(), "script");
    writeFileSync(file, script);
    const [program = "", ...args] = [...shell, file];
    const child = spawn(program, args, {
      cwd,
      env: { PATH: path, HOME: dirname(file), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (out += text));
    const code = await new Promise((resolve) => child.on("close", resolve));
    return { code, out };
  }

  async function act(inputs: Values, folder: string, secrets: Values = {}) {
    const given: Values = {
      ...Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default])),
      ...inputs,
    };
    const of = (text: string) => text.replace(/^\$\{\{ inputs\.([\w-]+) \}\}$/, (_, name: string) => given[name] ?? "");
    const step = action.runs.steps.at(given["package"] === "" ? -1 : 0);
    const values = Object.entries(step?.env ?? {}).map(([name, value]) => [name, of(value)]);
    const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: folder, ...Object.fromEntries(values), ...secrets };
    const cwd = join(folder, given["working-directory"] ?? "");
    return ran(["bash", "--noprofile", "--norc", "-eo", "pipefail"], step?.run ?? "", { cwd, env });
  }

  const jobsIn = (text: string, files: Values = {}) => {
    const cwd = folderOf({
      "templates/soaphttp.yml": read("templates/soaphttp.yml"),
      ".gitlab-ci.yml": text,
      ...files,
    });
    const pipeline = parse(checks.gitlab(cwd)) as Readonly<Record<string, { script: string[]; variables: Values }>>;
    const run = (name: string) => {
      const { script = [], variables = {} } = pipeline[name] ?? {};
      // In variables, `$$` is a dollar sign.
      const values = Object.entries(variables).map(([key, value]) => [key, value.replaceAll("$$", "$")]);
      return ran(["sh", "-e"], script.join("\n"), { cwd, env: { GITLAB_CI: "true", ...Object.fromEntries(values) } });
    };
    return { cwd, pipeline, run };
  };

  const including = (...inputs: readonly Values[]) =>
    JSON.stringify({ include: inputs.map((values) => ({ local: "templates/soaphttp.yml", inputs: values })) });

  test("GitHub accepts the action, the release and the workflows in the documentation", async () => {
    assert.deepEqual(await checks.action(read("action.yml")), []);
    assert.deepEqual(await checks.workflow(read(release)), []);
    const documented = examples.filter((text) => text.startsWith("name:"));
    assert.equal(documented.length, 1);
    for (const text of documented) assert.deepEqual(await checks.workflow(text), []);
  });

  test("the checks find mistakes in an action, a workflow, a Dockerfile and a pipeline", async () => {
    assert.match(`${await checks.action(read("action.yml").replace("shell:", "shel:"))}`, /Unexpected value 'shel'/);
    assert.match(`${await checks.workflow(read(release).replace("needs: pack", "needs: pak"))}`, /pak/);
    assert.match(`${await checks.dockerfile("FROM node\nENTRYPOINT ['a']\nFOO\n")}`, /JSON array.*FOO/s);
    assert.throws(() => jobsIn("a: { script: [x], artifacts: { when: sometimes } }"), /artifacts/);
    assert.throws(() => jobsIn(including({ command: "send" })), /command/);
  });

  test("the action uses each of its inputs, and no others", () => {
    const used = [...read("action.yml").matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(used)].toSorted(), Object.keys(action.inputs).toSorted());
  });

  test("the documentation describes the inputs of the action, and uses no others", () => {
    const [, table = ""] = /\| input \| \|\n\|.*\n((?:\|.*\n)+)/.exec(read("docs/pipelines.md")) ?? [];
    assert.deepEqual(
      [...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name),
      Object.keys(action.inputs),
    );
    const withs = examples.flatMap((text) => {
      const steps: readonly Step[] = text.startsWith(" ") ? parse(text) : (parse(text).jobs?.soap.steps ?? []);
      return steps.flatMap((step) => (step.uses?.startsWith("soaphttp/") ? Object.keys(step.with ?? {}) : []));
    });
    assert.ok(withs.length > 6);
    assert.deepEqual(
      withs.filter((name) => !(name in action.inputs)),
      [],
    );
  });

  test("the files for build servers name the version of the package", () => {
    assert.equal(action.inputs["package"]?.default, `soaphttp@${version}`);
    assert.equal(inputsOfTemplate.spec.inputs.package.default, `soaphttp@${version}`);
    const named = read("docs/pipelines.md").matchAll(/soaphttp(?:@v?|-(?=\d))(\d[\d.]*\d)/g);
    assert.deepEqual([...new Set([...named].map(([, text]) => text))], [version]);
  });

  test("no script contains an expression, whose value could be code", () => {
    const steps = [action.runs, ...Object.values(workflow.jobs)].flatMap((job) => job.steps);
    const scripts = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    assert.ok(scripts.length > 5);
    assert.deepEqual(
      scripts.filter((run) => run.includes("${{")),
      [],
    );
    assert.doesNotMatch(read("templates/soaphttp.yml").split("  script:")[1] ?? "$[[", /\$\[\[/);
  });

  test("the release has only the rights it needs, no token of npm, and actions of fixed commits", () => {
    assert.deepEqual(workflow.permissions, {});
    assert.deepEqual(
      Object.values(workflow.jobs).map(({ permissions }) => permissions),
      [{ contents: "read" }, { contents: "write" }, { "id-token": "write" }],
    );
    assert.doesNotMatch(read(release), /secrets\./);
    const uses = read(release).match(/uses: .*/g) ?? [];
    assert.ok(uses.length > 5);
    assert.deepEqual(
      uses.filter((text) => !/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(text)),
      [],
    );
  });

  test("the linter of Dockerfiles finds nothing, and the container runs as a user without rights", async () => {
    const text = read("Dockerfile");
    assert.deepEqual(await checks.dockerfile(text), []);
    assert.match(text, /^FROM node:\$\{NODE\}-slim$[\s\S]*^USER node$[\s\S]*^ENTRYPOINT \["soaphttp"\]$/m);
    assert.deepEqual(
      read(".dockerignore")
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#")),
      ["**", "!dist/soaphttp-*.tgz"],
    );
  });

  test("the action annotates findings, and fails where there are errors", async () => {
    const text = sent(port, 200);
    const wrong = text.replace("{{$contentLength}}", "1");
    const cwd = folderOf({ "requests/a.soaphttp": text, "wrong one.soaphttp": wrong });
    assert.deepEqual(await act({ package: "", files: "requests" }, cwd), { code: 0, out: "" });
    const both = await act({ package: "", files: "requests\nwrong one.soaphttp" }, cwd);
    assert.equal(both.code, 1);
    assert.match(both.out, /^::error file=wrong one\.soaphttp,line=6,.*title=content-length-mismatch::/m);
    const sarif = { reporter: "sarif", output: "results.sarif", options: "--max-severity=error\n--no-wsdl" };
    assert.deepEqual(await act({ package: "", ...sarif }, cwd), { code: 0, out: "" });
    assert.match(read(join(cwd, "results.sarif")), /"ruleId":\s*"content-length-mismatch"/);
  });

  test("the action sends tests with an environment and a secret, and annotates the failed ones", async () => {
    const text = sent(port, 200).replace(`127.0.0.1:${port}`, "{{host}}").replace("SOAP", "X-Key: {{$secret k}}\nSOAP");
    const environments = JSON.stringify({ staging: { host: `127.0.0.1:${port}` } });
    const cwd = folderOf({
      "s/a.soaphttp": text,
      "s/b.soaphttp": sent(port, 404),
      "s/http-client.env.json": environments,
    });
    const inputs = { package: "", command: "test", environment: "staging", "working-directory": "s" };
    const secrets = { SOAPHTTP_SECRET_K: "s" };
    assert.equal((await act({ ...inputs, files: "a.soaphttp" }, cwd, secrets)).code, 0);
    const failed = await act({ ...inputs, reporter: "junit", output: "r.xml" }, cwd, secrets);
    assert.equal(failed.code, 1, failed.out);
    assert.match(read(join(cwd, "s", "r.xml")), /<testsuites[\s\S]*<failure/);
    assert.match((await act(inputs, cwd, secrets)).out, /^::error file=s\/b\.soaphttp,line=1,/m);
  });

  test("the action runs no hostile value of any input, nor does it become a command of the runner", async () => {
    const cwd = folderOf({ "a.soaphttp": sent(port, 200).replace("SOAP", "X-Key: {{$secret k}}\nSOAP") });
    const value = hostile.join("\n");
    // Options are from the author of the pipeline, who may name a command there.
    const options = value.replace("--secret-command=touch ran", "--unknown");
    const inputs = { command: value, files: value, environment: value, reporter: value, options };
    for (const [input, text] of Object.entries(inputs)) {
      const { code, out } = await act({ package: "", [input]: text }, cwd);
      assert.equal(code, 2, `${input}\n${out}`);
      assert.doesNotMatch(out, /^::error::forged/m);
    }
    const asOption = { package: "", command: "test", files: "--secret-command=touch ran\na.soaphttp" };
    assert.equal((await act(asOption, cwd)).code, 2);
    assert.equal((await act({ package: "", output: value.replaceAll("/", "") }, cwd)).code, 0);
    assert.deepEqual(await act({ package: value }, cwd), {
      code: 0,
      out: `[install]\n[--global]\n[--ignore-scripts]\n[--]\n[${value}]\n`,
    });
    assert.deepEqual(readdirSync(cwd).toSorted(), ["a.soaphttp", value].toSorted());
  });

  test("the template for GitLab passes hostile values on, and runs none of them", async () => {
    const values = { files: hostile.join("\n"), environment: "$(touch ran)", package: hostile.join("\n") };
    const { cwd, run } = jobsIn(including(values));
    const { code, out } = await run("soaphttp check");
    assert.equal(code, 2, out);
    assert.ok(out.includes(`[--]\n[${hostile.join("\n")}]\n`), out);
    for (const text of hostile.slice(0, 5)) assert.ok(out.includes(text), `${text}\n${out}`);
    assert.ok(!readdirSync(cwd).includes("ran"));
  });

  test("the pipeline of GitLab in the documentation checks and tests", async () => {
    const [text = ""] = examples.filter((example) => example.startsWith("include:"));
    const local = text.replaceAll(/project: .*\n\s*file:/g, "local:").replaceAll("files:", 'package: ""\n      files:');
    const environments = JSON.stringify({ staging: {} });
    const files = { "requests/a.soaphttp": sent(port, 404), "http-client.env.json": environments };
    const { cwd, pipeline, run } = jobsIn(local, files);
    assert.ok("soaphttp check" in pipeline && "soaphttp test" in pipeline, Object.keys(pipeline).join());
    assert.equal((await run("soaphttp check")).code, 0);
    assert.equal((await run("soaphttp test")).code, 1);
    assert.match(read(join(cwd, "soaphttp.xml")), /<failure/);
  });
});
