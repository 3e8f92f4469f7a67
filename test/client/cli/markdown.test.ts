import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { envelope12, request } from "../../support/findings.ts";
import { type RawService, startRawService } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";

suite("soaphttp with Markdown files", () => {
  let service: RawService;

  suiteSetup(async () => {
    service = await startRawService(async (connection) => {
      for (let path = await connection.request(); path !== undefined; path = await connection.request()) {
        connection.write(
          `HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml; charset=utf-8\r\nContent-Length: ${envelope12.length}\r\n\r\n${envelope12}`,
        );
      }
    });
  });
  const to = (path: string) => request({ Host: `127.0.0.1:${service.port}` }).replace(/^POST \S+/, `POST ${path}`);
  const fenced = (text: string) => `\`\`\`soaphttp\n${text}\n\`\`\`\n`;
  const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "   ");
  const folder = (markdown: string, others: Readonly<Record<string, string>> = {}) =>
    folderOf({ "README.md": markdown, ...others });
  /** The number of the last line that begins with `start` and any indentation. */
  const lastLine = (text: string, start: string) =>
    text.split("\n").findLastIndex((line) => line.trimStart().startsWith(start)) + 1;
  let seen = 0;
  const paths = () => service.connections.slice(seen).map(({ text }) => /^POST (\S+)/.exec(text)?.[1]);

  setup(() => {
    seen = service.connections.length;
  });

  test("FILE#NAME finds the request in any block, whose variables and names are its own", async () => {
    const block = (path: string, name: string) => fenced(`@path = ${path}\n# @name ${name}\n${to("{{path}}")}`);
    const text = `# Usage\n${block("/one", "first")}\n${block("/two", "add")}`;
    const { code, out } = await soaphttp(["send", "README.md#add"], { cwd: folder(text) });
    assert.equal(code, 0);
    assert.deepEqual(paths(), ["/two"]);
    assert.match(out, new RegExp(`^README\\.md:${lastLine(text, "POST ")} add `));
  });

  test("FILE sends the requests of all blocks, FILE:LINE the one at that line, and none at a line of prose", async () => {
    const cwd = folder(`Text\n${fenced(to("/one"))}Text\n${indented(fenced(to("/two")))}`);
    assert.equal((await soaphttp(["send", "README.md"], { cwd })).code, 0);
    assert.deepEqual(paths(), ["/one", "/two"]);
    const prose = fenced(to("/one")).split("\n").length + 1;
    const none = await soaphttp(["send", `README.md:${prose}`], { cwd });
    assert.deepEqual([none.code, none.error], [2, `soaphttp: README.md: no request found at line ${prose}.\n`]);
    assert.equal((await soaphttp(["send", `README.md:${prose + 2}`], { cwd })).code, 0);
    assert.deepEqual(paths().slice(2), ["/two"]);
  });

  test("a name in two blocks is ambiguous, and an error about an unknown name lists the names of all blocks", async () => {
    const cwd = folder(fenced(`# @name add\n${to("/one")}`) + fenced(`# @name add\n${to("/two")}`));
    const { code, error } = await soaphttp(["send", "README.md#add"], { cwd });
    const second = fenced(`# @name add\n${to("/one")}`).split("\n").length + 2;
    assert.equal(code, 2);
    assert.equal(
      error,
      `soaphttp: README.md: several blocks have a request named add, at the lines 3, ${second}. Specify README.md:LINE.\n`,
    );
    assert.match(
      (await soaphttp(["send", "README.md#sub"], { cwd })).error,
      /no request is named sub\. Available: add\./,
    );
    const prose = folder("No blocks, only `soaphttp`.\n");
    assert.match((await soaphttp(["send", "README.md"], { cwd: prose })).error, /the file contains no requests/);
    assert.deepEqual(paths(), []);
  });

  test("files are found from the folder of the Markdown file, and a block can need imported requests", async () => {
    const cwd = folderOf({
      "docs/README.md": fenced(`# @import ./login.soaphttp\n\n###\n# @needs login.in\n# @name add\n${to("/add")}`),
      "docs/login.soaphttp": `# @name in\n${to("/login")}`,
    });
    assert.equal((await soaphttp(["send", "docs/README.md#add"], { cwd })).code, 0);
    assert.deepEqual(paths(), ["/login", "/add"]);
  });

  test("check reports problems at the lines and columns of the Markdown file, in all blocks", async () => {
    const bad = request({ Host: "a" }).replace("HTTP/1.1", "HTTP/9.9");
    const text = `# Title\r\n\r\n${fenced(bad).replaceAll("\n", "\r\n")}- Item\r\n\r\n${indented(fenced(bad))}`;
    const cwd = folder(text);
    const { code, out } = await soaphttp(["check", "-f", "json", "README.md"], { cwd });
    assert.equal(code, 1);
    const findings = (JSON.parse(out) as { code: string; line: number; column: number; file: string }[]).filter(
      ({ code: one }) => one === "version-unsupported",
    );
    const column = (bad.split("\n", 1)[0] ?? "").indexOf("HTTP") + 1;
    assert.deepEqual(
      findings.map(({ file, line, column: at }) => [file, line, at]),
      [
        ["README.md", 4, column],
        ["README.md", lastLine(text, "POST "), column + 3],
      ],
    );
    assert.match((await soaphttp(["check", "README.md"], { cwd })).out, /in 1 file\./);
  });

  test("check finds no problem in prose and other blocks, and searches no folder for Markdown", async () => {
    const cwd = folder("# Title\n\n```xml\n<a>\n```\n", { "a.soaphttp": request({ Host: "a" }) });
    assert.match((await soaphttp(["check", "README.md"], { cwd })).out, /1 file, no problems/);
    assert.match((await soaphttp(["check", "."], { cwd })).out, /1 file, no problems/);
  });

  test("a Markdown file that is not UTF-8 is refused", async () => {
    const cwd = folderOf({
      "README.md": Buffer.from("Gr\xfc\xdfe\n```soaphttp\nGET http://a/ HTTP/1.1\n```\n", "latin1"),
    });
    const { code, error } = await soaphttp(["check", "README.md"], { cwd });
    assert.deepEqual([code, error], [2, "soaphttp: README.md: the file is not valid UTF-8. Save it as UTF-8.\n"]);
  });

  test("test runs each block as a file of its own, and reports the lines of the Markdown file", async () => {
    const first = fenced(`# @name add\n# @expect status = 200\n${to("/one")}`);
    const second = fenced(`# @name add\n# @expect status = 500\n${to("/two")}`);
    const text = `${fenced(to("/none"))}${first}${second}`;
    const cwd = folder(text);
    const { code, out } = await soaphttp(["test", "README.md"], { cwd });
    assert.equal(code, 1);
    assert.match(out, new RegExp(`README\\.md:${lastLine(text, "# @expect")}\\b`));
    assert.match(out, /1 passed, 1 failed.*1 file/);
    assert.deepEqual(paths(), ["/one", "/two"]);
    const none = await soaphttp(["test", "README.md"], { cwd: folder(fenced(to("/none"))) });
    assert.match(none.error, /README\.md: no request has an expectation/);
  });

  test("send and test report the columns of the Markdown file, too, and show its line", async () => {
    const bad = to("{{nope}}").replace(/^/, "# @name add\n# @expect status = 200\n");
    const text = `- Item\n\n${indented(fenced(bad))}`;
    const cwd = folder(text);
    const line = lastLine(text, "POST ");
    const place = `${line}:${"   POST ".length + 1}`;
    const sent = await soaphttp(["send", "README.md"], { cwd });
    assert.ok(sent.error.includes(`README.md:${place} `), sent.error);
    assert.match(sent.error, new RegExp(`^ *${line} \\|    POST \\{\\{nope`, "m"));
    const tested = await soaphttp(["test", "README.md"], { cwd });
    assert.ok(tested.out.includes(` ${place}: `), tested.out);
    assert.deepEqual(paths(), []);
  });

  test("a recording is found when prose above its block changes", async () => {
    const text = fenced(`# @name add\n# @expect status = 200\n${to("/one")}`);
    const cwd = folder(text);
    assert.equal((await soaphttp(["test", "--record", "out", "README.md"], { cwd })).code, 0);
    writeFileSync(join(cwd, "README.md"), `# Title\n\n${text}`);
    const { code, out, error } = await soaphttp(["test", "--replay", "out", "README.md"], { cwd });
    assert.equal(code, 0, out + error);
  });

  test("recordings of blocks with the same names are kept apart", async () => {
    const cwd = folder(
      ["/one", "/two"].map((path) => fenced(`# @name add\n# @expect status = 200\n${to(path)}`)).join(""),
    );
    assert.equal((await soaphttp(["test", "--record", "out", "README.md"], { cwd })).code, 0);
    seen = service.connections.length;
    const { code, out, error } = await soaphttp(["test", "--replay", "out", "README.md"], { cwd });
    assert.equal(code, 0, out + error);
    assert.deepEqual(paths(), []);
  });
});
