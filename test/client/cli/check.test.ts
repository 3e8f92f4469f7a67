import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { request } from "../../support/findings.ts";
import { folderOf, type RunOptions, soaphttp } from "./built.ts";

const good = request();
const wrong = request({ "Content-Length": "90" });
const warned = request({ "X-A": "1" }, undefined, "POST /s#part HTTP/1.1");

interface Entry {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

async function entries(args: readonly string[], options: RunOptions): Promise<readonly Entry[]> {
  const { out } = await soaphttp(["check", "--format", "json", ...args], options);
  return JSON.parse(out) as Entry[];
}

const places = (found: readonly Entry[]) => found.map(({ file, code }) => `${file} ${code}`);

suite("soaphttp check", () => {
  suite("exit code", () => {
    const cwd = folderOf({ "good.soaphttp": good, "wrong.soaphttp": wrong, "warned.soaphttp": warned });
    const cases: readonly (readonly [args: readonly string[], code: number])[] = [
      [["good.soaphttp"], 0],
      [["warned.soaphttp"], 0],
      [["wrong.soaphttp"], 1],
      [["good.soaphttp", "wrong.soaphttp"], 1],
      [["--max-severity", "information", "warned.soaphttp"], 1],
      [["--max-severity", "none", "warned.soaphttp"], 1],
      [["--max-severity", "none", "good.soaphttp"], 0],
      [["--max-severity", "error", "wrong.soaphttp"], 0],
      [["--rule", "target-fragment=error", "warned.soaphttp"], 1],
      [["--rule", "content-length-mismatch=off", "wrong.soaphttp"], 0],
      [["-r", "content-length-mismatch=hint", "-r", "target-fragment=error", "wrong.soaphttp", "warned.soaphttp"], 1],
      [["wrong.soaphttp", "missing.soaphttp"], 2],
    ];
    for (const [args, code] of cases) {
      test(`the exit code is ${code} for check ${args.join(" ")}`, async () => {
        const ran = await soaphttp(["check", ...args], { cwd });
        assert.equal(ran.code, code, ran.out + ran.error);
      });
    }
  });

  suite("a .soapmock file", () => {
    const wrongLength = "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 9\n\nabc";
    const cwd = folderOf({
      "a/good.soapmock": "# @when operation Add\nHTTP/1.1 204 No Content\n",
      "a/warned.soapmock": wrongLength,
      "b/wrong.soapmock": "# @when operations Add\n# @hang\n",
      "latin.soapmock": Buffer.from(
        "HTTP/1.1 200 OK\nContent-Type: text/xml; charset=iso-8859-1\nContent-Length: 8\n\n<a>\xe9</a>",
        "latin1",
      ),
    });

    test("a .soapmock file is checked as responses, whose mistakes are warnings", async () => {
      const found = await entries(["a"], { cwd });
      assert.deepEqual(places(found), ["a/warned.soapmock response-content-length-mismatch"]);
      assert.equal(found[0]?.severity, "warning");
      assert.equal((await soaphttp(["check", "a"], { cwd })).code, 0);
    });

    test("a .soapmock file has errors in its directives", async () => {
      const found = await entries(["."], { cwd });
      const errors = found.filter(({ severity }) => severity === "error");
      assert.deepEqual(places(errors), ["./b/wrong.soapmock when-invalid"]);
      assert.equal((await soaphttp(["check", "b"], { cwd })).code, 1);
    });

    test("a .soapmock file is read in the charsets of its bodies", async () => {
      assert.deepEqual(places(await entries(["latin.soapmock"], { cwd })), ["latin.soapmock file-encoding"]);
    });

    test("a .soapmock file isn't sent", async () => {
      const ran = await soaphttp(["send", "a/good.soapmock"], { cwd });
      assert.deepEqual(
        [ran.code, ran.error],
        [2, "soaphttp: a/good.soapmock contains responses, which a mock service sends. Specify a .soaphttp file.\n"],
      );
    });
  });

  suite("usage errors of soaphttp check", () => {
    const cwd = folderOf({ "a.soaphttp": wrong });
    const cases: readonly (readonly [args: readonly string[], error: string])[] = [
      [[], "Missing command: check"],
      [["chekc"], "Unknown command: chekc. Did you mean check?"],
      [["check"], "Missing file. Use - for standard input."],
      [["check", "--formt", "json", "a.soaphttp"], "Unknown option: --formt. Did you mean --format?"],
      [["check", "--format"], "--format requires a value."],
      [["test", "--reporter", "tap", "--reporter", "junit", "."], "Only one report can be on standard output."],
      [
        ["check", "--format", "xml", "a.soaphttp"],
        "Invalid value for --format: xml. Use one of text, json, sarif, github.",
      ],
      [["check", "--help=1"], "--help doesn't take a value."],
      [
        ["check", "--max-severity", "warn", "a.soaphttp"],
        "Invalid value for --max-severity: warn. Use one of none, hint, information, warning, error.",
      ],
      [
        ["check", "--rule", "host-missing", "a.soaphttp"],
        "Invalid value for --rule: host-missing. Use CODE=SEVERITY, such as soapaction-missing=error.",
      ],
      [["check", "--rule", "host-mising=off", "a.soaphttp"], "Unknown rule: host-mising. Did you mean host-missing?"],
    ];
    for (const [args, error] of cases) {
      test(`soaphttp ${args.join(" ")} prints one sentence and checks nothing`, async () => {
        const ran = await soaphttp(args, { cwd });
        assert.equal(ran.code, 2);
        assert.equal(ran.out, "");
        assert.ok(ran.error.startsWith(`soaphttp: ${error}`), ran.error);
        assert.match(ran.error, /--help for help\.\n$/);
      });
    }
  });

  suite("files", () => {
    const cwd = folderOf({
      "a.soaphttp": wrong,
      "b.http": wrong,
      "sub/c.soaphttp": wrong,
      "sub/deep/d.soaphttp": wrong,
      "sub/e.txt": "no request",
      ".hidden/f.soaphttp": wrong,
      "node_modules/g.soaphttp": wrong,
      "[h].soaphttp": wrong,
      "empty/i.txt": "",
    });
    const cases: readonly (readonly [operands: readonly string[], files: readonly string[]])[] = [
      [
        ["a.soaphttp", "b.http"],
        ["a.soaphttp", "b.http"],
      ],
      [
        ["a.soaphttp", "a.soaphttp", "*.http"],
        ["a.soaphttp", "b.http"],
      ],
      [["*.{soaphttp,http}"], ["[h].soaphttp", "a.soaphttp", "b.http"]],
      [["**/*.soaphttp"], ["[h].soaphttp", "a.soaphttp", "sub/c.soaphttp", "sub/deep/d.soaphttp"]],
      [["sub"], ["sub/c.soaphttp", "sub/deep/d.soaphttp"]],
      [["sub/"], ["sub/c.soaphttp", "sub/deep/d.soaphttp"]],
      [["[h].soaphttp"], ["[h].soaphttp"]],
      [["./[a-c].*"], ["a.soaphttp", "b.http"]],
      [["--", "a.soaphttp"], ["a.soaphttp"]],
    ];
    for (const [operands, files] of cases) {
      test(operands.join(" "), async () => {
        const found = await entries(operands, { cwd });
        assert.deepEqual(
          found.map(({ file }) => file),
          files,
        );
      });
    }

    test("the command reports files that can't be read, and checks the others", async () => {
      const operands = ["a.soaphttp", "none.soaphttp", "x*", "empty", "b.http/x", ""];
      const ran = await soaphttp(["check", "-f", "json", ...operands], { cwd });
      assert.equal(ran.code, 2);
      assert.equal(
        ran.error,
        [
          "soaphttp: x* matches no files.",
          "soaphttp: empty contains no .soaphttp or .soapmock files.",
          "soaphttp: The file name is empty.",
          "soaphttp: none.soaphttp: file not found.",
          "soaphttp: b.http/x: file not found.",
          "",
        ].join("\n"),
      );
      assert.deepEqual(places(JSON.parse(ran.out)), ["a.soaphttp content-length-mismatch"]);
    });

    test("the command reads standard input", async () => {
      assert.deepEqual(places(await entries(["-"], { input: wrong })), ["<stdin> content-length-mismatch"]);
    });
  });

  suite("encodings", () => {
    const body = '<a xmlns="urn:a">é</a>';
    const latin = (text: string) => Buffer.from(text, "latin1");
    const check = async (bytes: Uint8Array) =>
      (await entries(["-"], { input: bytes })).map(({ code, line, column, message }) => ({
        at: `${line}:${column} ${code}`,
        message,
      }));
    const envelope = good.slice(good.indexOf("<")).replace("<s:Body/>", `<s:Body>${body}</s:Body>`);
    const requestIn = (charset: string, length: number) =>
      request(
        { "Content-Type": `application/soap+xml; charset=${charset}`, "Content-Length": String(length) },
        envelope,
      );

    test("the check ignores the file's byte order mark", async () => {
      assert.deepEqual(await check(Buffer.from(`\ufeff${good}`)), []);
    });

    test("the check reports that the body of a UTF-16 file is sent in the body's charset", async () => {
      const bytes = Buffer.from(`\ufeff${good}`, "utf16le");
      const [little, ...others] = await check(bytes);
      assert.deepEqual([little?.at, others], ["6:1 body-encoding", []]);
      assert.match(little?.message ?? "", /as utf-16le, .* is utf-8: < is sent as 3C, but it is 3C 00 in the file/);
      assert.match((await check(bytes.swap16()))[0]?.message ?? "", /is 00 3C in the file/);
    });

    test("the check counts the body's bytes unchanged when the file uses the request's charset", async () => {
      const [found, ...others] = await check(latin(requestIn("iso-8859-1", envelope.length)));
      assert.equal(found?.at, `6:${envelope.indexOf("é") + 1} file-encoding`);
      assert.match(
        found?.message ?? "",
        /not valid UTF-8 \(byte E9\) and is read as iso-8859-1\. Bodies are sent byte for byte/,
      );
      assert.deepEqual(others, []);
      const euro = latin(requestIn("windows-1252", envelope.length).replace("é", "\x80"));
      assert.deepEqual(
        (await check(euro)).map(({ at }) => at),
        [`6:${envelope.indexOf("é") + 1} file-encoding`],
      );
    });

    test("the check reports a byte that is invalid in the charset at its position, and converts nothing", async () => {
      const found = await check(latin(requestIn("utf-8", envelope.length)));
      assert.deepEqual(found, [
        {
          at: `6:${envelope.indexOf("é") + 1} body-encoding`,
          message: `Byte E9 (byte ${envelope.indexOf("é") + 1} of the body) isn't valid in utf-8.`,
        },
      ]);
    });

    test("the check counts the characters of a UTF-8 file in the body's charset", async () => {
      const [found, ...others] = await check(Buffer.from(requestIn("iso-8859-1", envelope.length)));
      assert.deepEqual([found?.at, others], [`6:${envelope.indexOf("é") + 1} body-encoding`, []]);
      assert.match(found?.message ?? "", /as utf-8, .* is iso-8859-1: é is sent as E9, but it is C3 A9 in the file/);
      const wide = Buffer.from(requestIn("utf-16", (envelope.length + 1) * 2).replace("é", "e"));
      assert.deepEqual(await check(wide), []);
    });

    test("the check checks each body in its own charset", async () => {
      const both = Buffer.concat([
        latin(requestIn("iso-8859-2", envelope.length)),
        latin("\n\n### next\n"),
        Buffer.from(requestIn("shift_jis", envelope.length + 1).replace("é", "\u0000\u0000")),
      ]);
      both.set([0x82, 0xa0], both.length - 1 - (envelope.length - envelope.indexOf("é")));
      const found = await check(both);
      assert.deepEqual(
        found.map(({ at }) => at.replace(/^\d+:\d+ /, "")),
        ["file-encoding"],
      );
    });

    test("the check accepts a body in a charset that uses only ASCII bytes", async () => {
      const length = envelope.length - 1 + 8;
      assert.deepEqual(await check(latin(requestIn("iso-2022-jp", length).replace("é", '\x1b$B$"\x1b(B'))), []);
    });

    test("the check warns about a byte outside of bodies that can't be decoded", async () => {
      const [found] = await check(latin(`# caf\xe9\n${good}`));
      assert.equal(found?.at, "1:6 file-encoding");
      assert.match(found?.message ?? "", /the byte E9 can't be decoded/);
    });

    test("the check doesn't check a binary file", async () => {
      const ran = await soaphttp(["check", "-"], { input: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]) });
      assert.equal(ran.code, 2);
      assert.equal(ran.error, "soaphttp: <stdin>: not a text file (it contains NUL bytes and is not valid UTF-8).\n");
    });

    test("the check keeps the file's line endings", async () => {
      const captured = good.replaceAll("\n", "\r\n").replace("90", "106").replace("84", "106");
      const mixed = captured.replace("<s:Env", '<?xml version="1.0"?>\n<s:Env');
      assert.deepEqual(
        (await check(Buffer.from(mixed))).map(({ at }) => at),
        ["6:22 line-ends-mixed"],
      );
    });
  });

  suite("text", () => {
    test("the text output shows each finding with its line, and a summary", async () => {
      const cwd = folderOf({ "a.soaphttp": wrong, "b.soaphttp": good });
      const { out } = await soaphttp(["check", "a.soaphttp", "b.soaphttp"], { cwd });
      assert.equal(
        out,
        [
          "a.soaphttp:4:17 error content-length-mismatch Content-Length is 90, but the body is 84 bytes in utf-8 (6 too many).",
          " 4 | Content-Length: 90",
          "   |                 ^~",
          "",
          "1 error in 1 of 2 files.",
          "",
        ].join("\n"),
      );
    });

    test("the text output says that there are no problems", async () => {
      assert.equal((await soaphttp(["check", "-"], { input: good })).out, "1 file, no problems.\n");
    });

    test("the text output uses colors only with FORCE_COLOR", async () => {
      const colored = async (env: Readonly<Record<string, string>>) =>
        (await soaphttp(["check", "-"], { input: wrong, env })).out.includes("\x1b[1;31merror\x1b[0m");
      assert.equal(await colored({}), false);
      assert.equal(await colored({ FORCE_COLOR: "1" }), true);
      assert.equal(await colored({ FORCE_COLOR: "0" }), false);
      assert.equal(await colored({ NO_COLOR: "1" }), false);
    });

    test("the text output escapes terminal control characters of the file", async () => {
      const { out, code } = await soaphttp(["check", "-"], { input: good.replace("Host: h", "Host: h\x1b[2J\u202e") });
      assert.equal(code, 1);
      assert.doesNotMatch(out, /[\x1b\u202e]/);
      assert.match(out, /Host: h␛\[2J<U\+202E>/);
    });
  });

  test("json counts lines and columns from 1, in UTF-16 code units", async () => {
    const text = good.replace("Host: h", "Host: h\nX-😀: 1");
    const found = await entries(["-"], { input: text });
    assert.deepEqual(
      found.map(({ message, ...rest }) => ({ ...rest, says: message.length > 0 })),
      [
        {
          file: "<stdin>",
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 5,
          severity: "error",
          code: "header-malformed",
          says: true,
        },
      ],
    );
  });

  test("json is an empty array when nothing is found", async () => {
    assert.deepEqual(await entries(["-"], { input: good }), []);
  });

  test("github writes paths relative to the root of the repository", async () => {
    const cwd = folderOf({ "api/a.soaphttp": wrong });
    const options = { cwd: join(cwd, "api"), env: { GITHUB_WORKSPACE: cwd } };
    const { out } = await soaphttp(["check", "-f", "github", "a.soaphttp"], options);
    assert.equal(
      out,
      "::error file=api/a.soaphttp,line=4,col=17,endLine=4,endColumn=19,title=content-length-mismatch::Content-Length is 90, but the body is 84 bytes in utf-8 (6 too many).\n",
    );
  });

  test("sarif contains one run, even if a file can't be read", async () => {
    const cwd = folderOf({ "a.soaphttp": wrong });
    const { out } = await soaphttp(["check", "-f", "sarif", "a.soaphttp", "none"], { cwd });
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const log = JSON.parse(out) as {
      runs: { tool: { driver: { version: string } }; results: unknown[]; invocations: unknown[] }[];
    };
    assert.equal(log.runs.length, 1);
    assert.equal(log.runs[0]?.tool.driver.version, version);
    assert.equal(log.runs[0]?.results.length, 1);
    assert.deepEqual(log.runs[0]?.invocations, [
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: "error", message: { text: "none: file not found." } }],
      },
    ]);
  });

  test("the command checks a file of 20 MB", async () => {
    const row = '<item id="12345"><name>Some name</name><price>12.50</price></item>\n';
    const rows = row.repeat(Math.ceil(20_000_000 / row.length));
    const body = good.slice(good.indexOf("<")).replace("<s:Body/>", `<s:Body><a xmlns="urn:a">${rows}</a></s:Body>`);
    assert.deepEqual(await entries(["-"], { input: request({}, body) }), []);
    assert.deepEqual(places(await entries(["-"], { input: request({}, body.replace("</price>", "</prise>")) })), [
      "<stdin> xml-tag-mismatch",
    ]);
  });

  test("the command prints help and version", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    assert.equal((await soaphttp(["--version"])).out, `${version}\n`);
    const help = await soaphttp(["check", "--help"]);
    assert.equal(help.code, 0);
    for (const option of ["--format", "--max-severity", "--rule"]) assert.ok(help.out.includes(option), option);
    assert.ok(Math.max(...help.out.split("\n").map(({ length }) => length)) <= 120);
    assert.match((await soaphttp(["help"])).out, /^ {2}check /m);
  });
});
