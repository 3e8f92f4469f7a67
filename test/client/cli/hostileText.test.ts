import assert from "node:assert/strict";
import { XmlDocument } from "libxml2-wasm";
import { visibleOutput } from "../../../client/src/cli/terminalText.ts";
import { request } from "../../support/findings.ts";
import { outputs } from "../../support/outputs.ts";
import { type RawService, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, type Ran, soaphttp } from "./built.ts";

/** Clears the screen, sets the window title, reverses the text direction and starts a new line. */
const hostile = "a\x1b[2Jb\x1b]0;title\x07c\u202ed\u009b31me\r\nsoaphttp: forged";

suite("text from files, environments and arguments can't control the terminal", () => {
  const run = (args: readonly string[], files: Readonly<Record<string, string>>, env = {}): Promise<Ran> => {
    return soaphttp(args, { cwd: folderOf(files), env });
  };
  /** Asserts that the output has only printable characters, line feeds and tabs, and no forged line. */
  const assertHarmless = ({ out, error }: Ran) => {
    for (const text of [out, error]) {
      assert.doesNotMatch(text, /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}]/u);
      assert.doesNotMatch(text, /^soaphttp: forged|^::error file=forged/m);
    }
  };
  const name = `${hostile}.soaphttp`;
  const environments = JSON.stringify({ [hostile]: { host: "h" }, $shared: {} });
  const wrong = request({ "Content-Length": "0" });

  for (const command of ["check", "send"]) {
    test(`${command} escapes the names of files that are missing, unreadable or folders`, async () => {
      const ran = await run([command, name, `${hostile}/`, `${hostile}*`], { [`${hostile}/x.txt`]: "" });
      assert.equal(ran.code, 2);
      assert.match(ran.error, /␛/);
      assertHarmless(ran);
    });

    test(`${command} escapes the names of environments in arguments and in files`, async () => {
      const files = { "a.soaphttp": request(), "http-client.env.json": environments };
      for (const args of [
        ["-e", hostile],
        ["-e", "other"],
      ] as const) {
        assertHarmless(await run([command, ...args, "a.soaphttp"], files));
      }
      assertHarmless(await run([command, "a.soaphttp"], { ...files, "a.soaphttp": request({ Host: "{{host}}" }) }));
    });

    test(`${command} escapes unknown options and commands`, async () => {
      assertHarmless(await run([command, `--${hostile}`], {}));
      assertHarmless(await run([hostile], {}));
    });
  }

  for (const format of outputs.check) {
    test(`check --format ${format} escapes a file's name and content`, async () => {
      const text = `# @name ${hostile.split("\r")[0]}\n@x\x1b[2J\u202e = {{x\x1b[2J\u202e}}\n${wrong}`;
      const ran = await run(["check", "--format", format, "."], { [`${hostile.replace(/\//g, "")}.soaphttp`]: text });
      assert.equal(ran.code, 1);
      assertHarmless(ran);
    });
  }

  test("send escapes secrets, notes, operands and the names of certificate files", async () => {
    const secret = request({ Authorization: `{{$secret a\x1b[2J\u202eb}}` });
    assertHarmless(await run(["send", "a.soaphttp"], { "a.soaphttp": secret }));
    const note = `# @note a\x1b[2J\u202eb\n${request()}`;
    assertHarmless(await run(["send", "a.soaphttp"], { "a.soaphttp": note }));
    assertHarmless(await run(["send", `a.soaphttp#${hostile}`, "a.soaphttp:999"], { "a.soaphttp": note }));
    assertHarmless(await run(["send", "--cert", hostile, "--ca", hostile, "a.soaphttp"], { "a.soaphttp": request() }));
  });

  suite("text from files and services can't give commands to a build server", () => {
    const commands =
      "::add-mask::a\n \u00a0::error file=forged::b\n##[group]c\n##vso[task.setvariable]d\na :: b ## [c]\n<\u009b&\u202e>\u2028\n";
    const env = { GITHUB_ACTIONS: "true" };
    const isCommand = /^\s*::|##\w*\[/m;
    let service: RawService;

    suiteSetup(async () => {
      const body = `HTTP/1.1 200 ##[error]\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(commands)}\r\n\r\n${commands}`;
      service = await startResponding(() => Buffer.from(body));
    });
    const send = (format: string, env: Readonly<Record<string, string>>) =>
      run(["send", "-f", format, "a.soaphttp"], { "a.soaphttp": request({ Host: `127.0.0.1:${service.port}` }) }, env);

    test("send --format text prints no line of a response as a command", async () => {
      const { out } = await send("text", env);
      assert.doesNotMatch(out, isCommand);
      assert.match(out, /^<U\+003A>:add-mask::a$/m);
      assert.match(out, /^<U\+0023>#\[group\]c\n<U\+0023>#vso\[task\.setvariable\]d\na :: b ## \[c\]$/m);
    });

    test("send --format text leaves a response unchanged outside of a build server", async () => {
      assert.match((await send("text", {})).out, /^::add-mask::a$/m);
    });

    test("send --format json prints no text of a response as a command", async () => {
      const { out } = await send("json", env);
      assert.doesNotMatch(out, isCommand);
      assert.equal(JSON.parse(out)[0].response.reason, "##[error]");
    });

    test("test escapes commands and control characters of a response in every reporter", async () => {
      const test = `# @name ##vso[a]\n# @expect status 500\n${request({ Host: `127.0.0.1:${service.port}` })}`;
      const ran = async (reporter: string) => {
        const { out } = await run(["test", "--reporter", reporter, "a.soaphttp"], { "a.soaphttp": test }, env);
        // Annotations are commands of our own; GitHub Actions looks only at the beginning of a line.
        const others = reporter === "github" ? out.replace(/^::(?:error|notice) .*/gm, "") : out;
        assert.doesNotMatch(others, isCommand, reporter);
        assert.doesNotMatch(out, /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}]/u, reporter);
        return out;
      };
      const document = XmlDocument.fromString(await ran("junit"));
      assert.equal(document.get("//testcase/@name")?.content, "##vso[a]");
      assert.ok(document.get("//system-out")?.content.includes(commands), "the response is complete");
      document.dispose();
      const { exchange } = JSON.parse(await ran("json")).tests[0];
      assert.ok(exchange.response.includes(commands));
      assert.match(await ran("tap"), /^not ok 1 - .*\n {2}---\n(?: {2}\S.*\n| {4}.*\n)+ {2}\.\.\.\n1\.\.1\n$/m);
      for (const reporter of outputs.test) await ran(reporter);
    });

    test("compare escapes commands and control characters of responses in every reporter", async () => {
      const get = `# @name ##vso[a]\n${request({ Host: "{{host}}" })}`;
      const closed = "127.0.0.1:1";
      const files = {
        "a.soaphttp": `${get}\n###\n# @header X\n${request({ Host: `127.0.0.1:${service.port}`, "X-A": "{{host}}" })}`,
        "http-client.env.json": JSON.stringify({
          "##[a]\n::b": { host: `127.0.0.1:${service.port}` },
          other: { host: closed },
        }),
      };
      for (const reporter of outputs.compare) {
        const args = [
          "compare",
          "--reporter",
          reporter,
          "-e",
          "##[a]\n::b",
          "-e",
          "other",
          "--as-written",
          "a.soaphttp",
        ];
        const { out, error } = await run(args, files, env);
        const others = reporter === "github" ? out.replace(/^::(?:error|notice) .*/gm, "") : out;
        assert.doesNotMatch(others + error, isCommand, reporter);
        assert.doesNotMatch(out, /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}]/u, reporter);
        assert.match(out, /other/, reporter);
      }
    });

    test("check prints no text of a file's name or content as a command", async () => {
      const files = { "##[error].soaphttp": wrong, "b.soaphttp": `${commands}${wrong}` };
      for (const format of outputs.check.filter((one) => one !== "github")) {
        const { out, error } = await run(["check", "-f", format, ".", "##[error]"], files, env);
        assert.doesNotMatch(out + error, isCommand);
      }
    });

    test("check --format github writes its own annotations as commands", async () => {
      const { out } = await run(["check", "-f", "github", "."], { "a.soaphttp": wrong }, env);
      assert.match(out, /^::error file=\.\/a\.soaphttp/);
    });
  });

  test("terminal output keeps our own colors and escapes all other sequences", () => {
    assert.equal(visibleOutput("\x1b[1;31mred\x1b[0m\n\tx"), "\x1b[1;31mred\x1b[0m\n\tx");
    assert.equal(visibleOutput("\x1b[8mhidden\x1b[2J\r"), "␛[8mhidden␛[2J␍");
    assert.equal(visibleOutput("a\r\nb\r\r\n"), "a\r\nb␍\r\n");
  });
});
