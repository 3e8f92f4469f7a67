import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleWsdl } from "../../support/contracts.ts";
import { folderOf, programs, soaphttp, temporaryFolder } from "./built.ts";
import { MockProcess } from "./mockProcess.ts";
import { NamedRequests } from "./namedRequests.ts";

suite("soaphttp test --watch", () => {
  const service = new NamedRequests();
  suiteSetup(() => service.start());
  setup(() => {
    service.names = [];
    service.silent = {};
  });

  /** Runs the command in a folder, and ends it afterwards. Resolves with its exit code. */
  async function watching(
    files: Readonly<Record<string, string>>,
    use: (run: MockProcess, save: (name: string, text: string) => void) => Promise<void>,
    args: readonly string[] = ["."],
  ): Promise<number | null> {
    const cwd = folderOf(files);
    const program = join(await programs(), "dist", "cli", "soaphttp.js");
    const env = { PATH: process.env["PATH"] ?? "", XDG_CACHE_HOME: temporaryFolder() };
    const child = spawn(process.execPath, [program, "test", "--watch", ...args], { cwd, env });
    const run = new MockProcess(child);
    try {
      await use(run, (name, text) => writeFileSync(join(cwd, name), text));
      return await run.stop("SIGINT");
    } finally {
      child.kill("SIGKILL");
    }
  }

  /** Resolves when the command has run as often and waits again. */
  const waits = (run: MockProcess, times: number) =>
    run.until((_, error) => error.split("Waiting for changes. Ctrl-C ends.\n").length > times);
  const again = ({ error }: MockProcess) => [...error.matchAll(/^Running again: (.*)$/gm)].map(([, names]) => names);

  test("a saved file is run again, with the files that it concerns, and no others", async () => {
    const login = service.request("login", ["set t = //*:Value"], { "X-Value": "1" });
    const using = (name: string, more = "", fields = {}) =>
      `# @import ./login.soaphttp\n${more}###\n${service.request(name, ["needs login.login", "expect status 200"], fields)}`;
    const rows = using("b", "# @data ./rows.csv\n", { "X-Sku": "{{sku}}" });
    const files = {
      "login.soaphttp": login,
      "a.soaphttp": using("a"),
      "b.soaphttp": rows,
      "c.soaphttp": service.request("c", ["expect status 200"], { "X-Place": "{{place}}" }),
      "d.soaphttp": `# @no-wsdl\n${service.request("d", ["expect status 200"])}`,
      "rows.csv": "sku\n1\n",
      "http-client.env.json": '{"dev":{"place":"x"}}',
    };
    const code = await watching(
      files,
      async (run, save) => {
        await waits(run, 1);
        assert.deepEqual([...new Set(service.names)].sort(), ["a", "b", "c", "d", "login"]);
        save("d.soaphttp", `${files["d.soaphttp"]}# more\n`);
        await waits(run, 2);
        save("login.soaphttp", `${login}# more\n`);
        await waits(run, 3);
        service.names = [];
        save("rows.csv", "sku\n1\n2\n");
        await waits(run, 4);
        assert.deepEqual(service.names, ["login", "b", "b"]);
        save("http-client.env.json", '{"dev":{"place":"yy"}}');
        await waits(run, 5);
        save("e.soaphttp", files["d.soaphttp"]);
        await waits(run, 6);
        const [, , , all = ""] = again(run);
        assert.deepEqual(again(run), [
          "./d.soaphttp",
          "./a.soaphttp, ./b.soaphttp, ./login.soaphttp",
          "./b.soaphttp",
          all,
          "./e.soaphttp",
        ]);
        assert.match(all, /a.*b.*c.*d/);
      },
      ["-e", "dev", "."],
    );
    assert.equal(code, 0);
  });

  test("a WSDL concerns the files whose requests it describes", async () => {
    const named = `# @wsdl ./calc.wsdl\n${service.request("a", ["expect status 200"])}`;
    const files = { "a.soaphttp": named, "b.soaphttp": `# @no-wsdl\n${service.request("b", ["expect status 200"])}` };
    await watching({ ...files, "calc.wsdl": sampleWsdl() }, async (run, save) => {
      await waits(run, 1);
      save("calc.wsdl", sampleWsdl({ operations: ["Add", "Sub"] }));
      await waits(run, 2);
      assert.deepEqual(again(run), ["./a.soaphttp"]);
    });
  });

  test("what a mock service reads concerns the files that use it", async () => {
    const mock = "# @name one\n# @expect called never\nHTTP/1.1 200 OK\nContent-Type: text/xml\n\n< ./body.xml\n";
    const request = "# @expect status 200\nGET / HTTP/1.1\nHost: {{mock.one}}\n\n";
    const files = {
      "a.soaphttp": `# @mock ./one.soapmock\n\n###\n${request}`,
      "b.soaphttp": request.replace("mock.one", "mock.two"),
      "one.soapmock": mock,
      "two.soapmock": mock.replace("./body.xml", "./other.xml"),
      "body.xml": "<a/>",
      "other.xml": "<a/>",
    };
    await watching(
      files,
      async (run, save) => {
        await waits(run, 1);
        assert.match(run.out, /✗ one\.soapmock#one/);
        save("body.xml", "<a></a>");
        await waits(run, 2);
        save("other.xml", "<a></a>");
        await waits(run, 3);
        assert.deepEqual(again(run), ["./a.soaphttp", "./a.soaphttp, ./b.soaphttp"]);
        assert.equal(run.out.match(/soapmock#one/g)?.length, 2, run.out);
      },
      ["--mock", "two.soapmock", "."],
    );
  });

  test("a file that a run writes doesn't start another one", async () => {
    const using = `${service.request("b", ["data ./saved.csv", "expect status 200"])}`;
    const saving = service.request("a", ["expect status 200", "save saved.csv = //*:Value"], {
      "X-Value": "{{$guid}}",
    });
    const files = { "a.soaphttp": saving + using, "saved.csv": "x\n1\n" };
    await watching(
      files,
      async (run, save) => {
        await waits(run, 1);
        save("d.soaphttp", service.request("d", ["expect status 200"]));
        await waits(run, 2);
        assert.deepEqual(again(run), ["./d.soaphttp"]);
      },
      ["--overwrite", "."],
    );
  });

  test("a change during a run waits for its end, with its requests of # @after", async () => {
    const files = { "a.soaphttp": service.request("a", ["expect status 200"]) + service.request("z", ["after"]) };
    await watching(files, async (run, save) => {
      service.silent = {};
      await waits(run, 1);
      service.names = [];
      const changed = files["a.soaphttp"].replace("# @expect status 200", "# @expect status < 300");
      service.once("z", () => save("a.soaphttp", `${changed}# again\n`));
      save("a.soaphttp", changed);
      await waits(run, 3);
      assert.deepEqual(service.names, ["a", "z", "a", "z"]);
    });
  });

  test("Ctrl-C during a run sends what # @after says, and exits with 130", async () => {
    const requests = [service.request("slow", ["expect status 200"]), service.request("drop", ["after"])];
    const cwd = { "a.soaphttp": requests.join("") };
    const code = await watching(cwd, async () => {
      await new Promise<void>((done) => {
        service.silent = { slow: done };
      });
    });
    assert.deepEqual([code, service.names], [130, ["slow", "drop"]]);
  });

  test("watching exits with the code of the last run", async () => {
    const code = await watching({ "a.soaphttp": service.request("a", ["expect status 404"]) }, (run) => waits(run, 1));
    assert.equal(code, 1);
  });

  test("the command is refused where nothing can be run again", async () => {
    for (const args of [["--list", "."], ["-"]]) {
      const { code, error } = await soaphttp(["test", "--watch", ...args], { cwd: temporaryFolder() });
      assert.match(error, /--watch can't (?:be combined with --list|read standard input again)\./);
      assert.equal(code, 2);
    }
  });
});
