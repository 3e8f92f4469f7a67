import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { startResponding } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";

/** A service that counts requests, and responds with a token that has the user of the request in it. */
async function startService() {
  const lines: string[] = [];
  const heads: string[] = [];
  const service = await startResponding(({ head }) => {
    const line = head.split("\r\n", 1)[0] ?? "";
    lines.push(line.replace(/ HTTP.*/, ""));
    heads.push(head);
    const user = /^X-User: (.*)$/m.exec(head)?.[1]?.trim() ?? "nobody";
    const status = line.includes("/broken") ? "500 Broken" : "200 OK";
    const body = `<t><Token>token-of-${user}-${lines.length}</Token></t>`;
    return `HTTP/1.1 ${status}\r\nContent-Type: text/xml\r\nSet-Cookie: ${line.split(" ")[1]?.slice(1)}=${user}; Path=/\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  });
  return { ...service, lines, heads, count: (line: string) => lines.filter((one) => one === line).length };
}

const login = (port: number) => `@user = alice
### Login
# @name login
# @set token = //Token
GET /login HTTP/1.1
Host: 127.0.0.1:${port}
X-User: {{user}}
`;

const using = (
  port: number,
  name: string,
  directives = "",
  value = "{{auth.token}}",
) => `# @import ./login.soaphttp as auth
### ${name}
# @name ${name}
# @expect status 200
${directives}GET /${name} HTTP/1.1
Host: 127.0.0.1:${port}
X-Own: ${value}
`;

suite("# @import", () => {
  test("the reason for an imported request that isn't sent names its file, and one in the file itself doesn't", async () => {
    const files = {
      "sub/login.soaphttp": login(1).replace("{{user}}", "{{nobody}}"),
      "a.soaphttp": using(1, "a").replace("./login", "./sub/login"),
      "b.soaphttp": using(1, "b", "", "{{nothing}}"),
    };
    const { out } = await soaphttp(["test", "a.soaphttp", "b.soaphttp"], { cwd: folderOf(files) });
    assert.match(
      out,
      /^ +It needs auth\.login, which did not succeed\. sub\/login\.soaphttp:7:9: The variable nobody isn't/m,
    );
    assert.match(out, /^ +7:8: The variable nothing isn't/m);
  });

  test("soaphttp test sends an imported login once for three files that run side by side", async () => {
    const service = await startService();
    const { port } = service;
    const files = {
      "login.soaphttp": login(port),
      "a.soaphttp": using(port, "a"),
      "b.soaphttp": using(port, "b", "", "{{auth.login.response.body.//Token}}"),
      "c.soaphttp": using(port, "c", "# @needs auth.login\n# @cookies\n", "none"),
    };
    const { code, out, error } = await soaphttp(["test", "-j", "4", "."], { cwd: folderOf(files) });
    assert.equal(code, 0, out + error);
    assert.match(out, /3 passed in 3 files/);
    assert.equal(service.count("GET /login"), 1, service.lines.join());
    assert.equal(service.lines[0], "GET /login");
    const own = service.heads.flatMap((head) => /^X-Own: (.*?)\r?$/m.exec(head)?.[1] ?? []);
    assert.deepEqual(own.sort(), ["none", "token-of-alice-1", "token-of-alice-1"]);
    assert.equal(service.heads.filter((head) => /^Cookie: login=alice/m.test(head)).length, 1);
  });

  test('soaphttp test gives the values after "with" to an imported request for that use only', async () => {
    const service = await startService();
    const { port } = service;
    const bob = "# @needs ./login.soaphttp#login with user = {{name}}\n@name = bob\n";
    const files = {
      "login.soaphttp": login(port),
      "a.soaphttp": using(port, "a", bob),
      "b.soaphttp": using(port, "b"),
    };
    const { code, out, error } = await soaphttp(["test", "."], { cwd: folderOf(files) });
    assert.equal(code, 0, out + error);
    assert.equal(service.count("GET /login"), 2, service.lines.join());
    const ownOf = (name: string) => service.heads.find((head) => head.startsWith(`GET /${name} `));
    assert.match(ownOf("a") ?? "", /X-Own: token-of-bob/);
    assert.match(ownOf("b") ?? "", /X-Own: token-of-alice/);
  });

  test("soaphttp test follows a chain of imports, and reports at the import what can't be used", async () => {
    const service = await startService();
    const { port } = service;
    const chain = `# @import ./login.soaphttp\n${login(port).replaceAll("login", "session").replace("{{user}}", "{{login.token}}")}`;
    const files = {
      "login.soaphttp": login(port),
      "session.soaphttp": chain,
      "a.soaphttp": using(port, "a").replace("./login.soaphttp", "./session.soaphttp"),
      "missing.soaphttp": using(port, "m", "# @needs auth.login\n").replace("./login.soaphttp", "./none.soaphttp"),
      "self.soaphttp": using(port, "s", "# @needs auth.login\n").replace("./login.soaphttp", "./self.soaphttp"),
      "unknown.soaphttp": using(port, "u", "# @needs auth.logn\n"),
    };
    const { code, out } = await soaphttp(["test", "."], { cwd: folderOf(files) });
    assert.equal(code, 2, out);
    assert.match(out, /1 passed, 3 not sent/);
    assert.match(out, /The file \.\/none\.soaphttp doesn't exist/);
    assert.match(out, /These files import each other: self\.soaphttp → self\.soaphttp/);
    assert.match(out, /No request in this file is named auth\.logn\. Did you mean auth\.login\?/);
    assert.deepEqual(service.lines, ["GET /login", "GET /session", "GET /a"]);
  });

  test("soaphttp send sends an imported login once, before the requests that need it", async () => {
    const service = await startService();
    const { port } = service;
    const files = { "login.soaphttp": login(port), "a.soaphttp": using(port, "a"), "b.soaphttp": using(port, "b") };
    const args = ["send", "a.soaphttp", "b.soaphttp", "--format", "raw"];
    const { code, out, error } = await soaphttp(args, { cwd: folderOf(files) });
    assert.equal(code, 0, out + error);
    assert.deepEqual(service.lines, ["GET /login", "GET /a", "GET /b"]);
    assert.match(service.heads[2] ?? "", /X-Own: token-of-alice-1/);
    assert.match(error, /login: HTTP\/1\.1 200 OK/);
  });

  test("soaphttp test sends an imported request once for each of several values", async () => {
    const service = await startService();
    const needs = ["one", "two"].map((user) => `# @needs ./login.soaphttp#login with user = ${user}\n`);
    const files = {
      "login.soaphttp": login(service.port),
      "a.soaphttp": using(service.port, "a", needs.join(""), "x"),
    };
    const { code, out, error } = await soaphttp(["test", "a.soaphttp"], { cwd: folderOf(files) });
    assert.equal(code, 0, out + error);
    const users = service.heads.flatMap((head) => /^X-User: (.*)\r$/m.exec(head)?.[1] ?? []);
    assert.deepEqual(users, ["one", "two"]);
  });

  test("soaphttp test gives values of each row to an imported request, with recordings and random values of its own", async () => {
    const service = await startService();
    const needs = "# @data ./rows.csv\n# @needs ./login.soaphttp#login with user = {{name}}\n";
    const files = {
      "login.soaphttp": `# @seed 7\n###\n${login(service.port)}X-Id: {{$guid}}\n`,
      "rows.csv": "name\nbob\neve\n",
      "a.soaphttp": using(service.port, "a", needs),
    };
    const cwd = folderOf(files);
    const { code, out, error } = await soaphttp(["test", "--record", "r", "a.soaphttp"], { cwd });
    assert.equal(code, 0, out + error);
    const own = service.heads.flatMap((head) => /^X-Own: (.*?)\r$/m.exec(head)?.[1] ?? []);
    const ids = service.heads.flatMap((head) => /^X-Id: (.*?)\r$/m.exec(head)?.[1] ?? []);
    assert.deepEqual([ids.length, new Set(ids).size], [2, 2], "values of a seed");
    const replayed = await soaphttp(["test", "--replay", "r", "a.soaphttp"], { cwd });
    assert.equal(replayed.code, 0, replayed.out);
    assert.equal(
      readdirSync(join(cwd, "r"), { recursive: true }).filter((one) => /login.*response$/.test(String(one))).length,
      2,
    );
    assert.deepEqual(own, ["token-of-bob-1", "token-of-eve-3"]);
  });

  test('soaphttp test takes secrets of conditions, and of values after "with", from --secret-command', async () => {
    const service = await startService();
    const needs = "# @needs ./login.soaphttp#login with user = {{$secret eve}}\n";
    const files = {
      "login.soaphttp": login(service.port),
      "a.soaphttp": using(service.port, "a", needs, "x"),
      "b.soaphttp": using(service.port, "b", "# @skip if {{$secret mode}} = is-mode\n", "x"),
    };
    const command = `node -e "process.stdout.write('is-'+process.argv[1])" {name}`;
    const ran = await soaphttp(["test", "--secret-command", command, "a.soaphttp", "b.soaphttp"], {
      cwd: folderOf(files),
    });
    assert.match(ran.out, /^1 passed, 1 skipped/m, ran.error);
    assert.match(service.heads[0] ?? "", /X-User: is-eve\r/);
  });

  test("soaphttp test says why an imported request failed, without its secrets", async () => {
    const service = await startService();
    const { port } = service;
    const secret = login(port).replace("GET /login", "GET /broken").replace("{{user}}", "{{$secret pw}}");
    const files = { "login.soaphttp": secret, "a.soaphttp": using(port, "a", "# @needs auth.login\n", "none") };
    const cwd = folderOf(files);
    const { code, out } = await soaphttp(["test", "a.soaphttp", "--reporter", "json"], {
      cwd,
      env: { SOAPHTTP_SECRET_PW: "hunter2-secret" },
    });
    assert.equal(code, 1, out);
    assert.match(out, /It needs auth\.login, which did not succeed\./);
    assert.match(out, /500/);
    assert.doesNotMatch(out, /hunter2/);
    assert.deepEqual(service.lines, ["GET /broken"]);
  });

  suite("runs of files that import each other", () => {
    /** A request with a name, as its target is called, that succeeds unless its name is `broken`. */
    const named = (port: number, name: string, ...lines: readonly string[]) =>
      `###\n# @name ${name}\n${lines.map((line) => `${line}\n`).join("")}GET /${name} HTTP/1.1\nHost: 127.0.0.1:${port}\n`;
    const auth = "# @import ./login.soaphttp as auth\n";
    const needing = (port: number, name: string, ...lines: readonly string[]) =>
      `${auth}${named(port, name, "# @expect status 200", "# @needs auth.login", ...lines)}`;

    /** The targets in the order in which they were sent, and what `soaphttp test` says. */
    async function sent(args: readonly string[], filesOf: (port: number) => Readonly<Record<string, string>>) {
      const service = await startService();
      const ran = await soaphttp(["test", "-j", "1", ...args], { cwd: folderOf(filesOf(service.port)) });
      const cookies = service.heads.map((head) => /^Cookie: (.*?)\r?$/m.exec(head)?.[1] ?? "");
      return { ...ran, cookies, names: service.lines.map((line) => line.replace("GET /", "")) };
    }

    test("each row of a file is sent as if no other file imported it", async () => {
      const { names, out, error } = await sent(["."], (port) => ({
        "a.soaphttp": needing(port, "a"),
        "login.soaphttp": `# @data ./rows.csv\n###\n${named(port, "login")}\n${named(port, "order", "# @needs login", "# @expect status 200")}`,
        "rows.csv": "n\n1\n2\n",
      }));
      assert.deepEqual(names, ["login", "a", "login", "order", "login", "order"], out + error);
    });

    test("an imported file is cleaned up after the files that import it, and before the files that it imports", async () => {
      const { names, out, error } = await sent(["a.soaphttp", "b.soaphttp"], (port) => ({
        "a.soaphttp": needing(port, "a"),
        "b.soaphttp": `# @import ./base.soaphttp as base\n${needing(port, "b", "# @needs base.start")}`,
        "login.soaphttp": `# @import ./base.soaphttp as base\n${named(port, "login", "# @needs base.start")}\n${named(port, "logout", "# @after", "# @needs login")}`,
        "base.soaphttp": `${named(port, "start")}\n${named(port, "stop", "# @after")}`,
      }));
      assert.deepEqual(names, ["start", "login", "a", "b", "logout", "stop"], out + error);
    });

    test("a file that is imported for each file that uses it is cleaned up after each, and a failed cleanup is reported", async () => {
      const { names, error, code } = await sent(["a.soaphttp", "b.soaphttp"], (port) => ({
        "a.soaphttp": needing(port, "a").replace("as auth", "as auth each"),
        "b.soaphttp": needing(port, "b").replace("as auth", "as auth each"),
        "login.soaphttp": `${named(port, "login")}\n${named(port, "broken", "# @after")}`,
      }));
      assert.deepEqual(names, ["login", "a", "broken", "login", "b", "broken"]);
      assert.match(error, /login\.soaphttp: broken did not succeed\. status 2xx: Found 500, expected 2xx/);
      assert.equal(code, 0);
    });

    test("a request of # @after doesn't cause a request of another file that wasn't sent before", async () => {
      const { names, out } = await sent(["a.soaphttp"], (port) => ({
        "a.soaphttp": `${auth}${named(port, "a", "# @expect status 200")}\n${named(port, "drop", "# @after", "# @needs auth.login")}`,
        "login.soaphttp": named(port, "login"),
      }));
      assert.deepEqual(names, ["a"]);
      assert.match(out, /- drop.*\n +It needs auth\.login, which was not sent\./);
    });

    test("the report and the summary count the same, if a request fails in a file that is a test itself and imported", async () => {
      const { out, error } = await sent(
        ["--name", "ok", "--name", "b", "--reporter", "junit=r.xml", "--reporter", "json", "."],
        (port) => ({
          "b.soaphttp": needing(port, "b").replace("auth.login", "auth.broken"),
          "login.soaphttp": `${named(port, "ok", "# @expect status 200")}\n${named(port, "broken", "# @expect status 200")}`,
        }),
      );
      const report = JSON.parse(out) as { tests: readonly { name: string; outcome: string }[]; summary: object };
      assert.deepEqual(
        report.tests.map(({ name, outcome }) => `${name} ${outcome}`),
        ["b failed", "ok passed"],
        error,
      );
      assert.match(JSON.stringify(report), /"passed":1,"failed":1/);
    });

    test("cookies of all imported requests, and of the requests before all rows, are sent", async () => {
      const { names, cookies, out, error } = await sent(["a.soaphttp", "b.soaphttp"], (port) => ({
        "a.soaphttp": `${auth}${named(port, "a", "# @expect status 200", "# @needs auth.login", "# @needs auth.more", "# @cookies")}`,
        "b.soaphttp": `# @data ./rows.csv\n${auth}${named(port, "seed", "# @before once")}\n${named(port, "b", "# @expect status 200", "# @cookies")}`,
        "rows.csv": "n\n1\n2\n",
        "login.soaphttp": `${named(port, "login")}\n${named(port, "more")}`,
      }));
      assert.deepEqual(names, ["login", "more", "a", "seed", "b", "b"], out + error);
      assert.deepEqual(cookies, ["", "", "login=nobody; more=nobody", "", "seed=nobody", "seed=nobody"]);
    });

    for (const command of ["test", "send"] as const) {
      test(`soaphttp ${command} doesn't send requests of imported files to --endpoint, or with --header`, async () => {
        const service = await startService();
        const other = await startService();
        const cwd = folderOf({ "a.soaphttp": needing(9, "a"), "login.soaphttp": named(other.port, "login") });
        const args = [
          command,
          "--endpoint",
          `http://127.0.0.1:${service.port}`,
          "--header",
          "X-User: bob",
          "a.soaphttp",
        ];
        const { code, out, error } = await soaphttp(args, { cwd });
        assert.equal(code, 0, out + error);
        assert.deepEqual([service.lines, other.lines], [["GET /a"], ["GET /login"]]);
        assert.deepEqual(
          [service, other].map(({ heads }) => /X-User: bob/.test(heads[0] ?? "")),
          [true, false],
        );
      });
    }

    test("a chain of files that import two each is followed in linear time", async () => {
      const service = await startService();
      const chain = Array.from({ length: 20 }, (_, at) => {
        const imports = (names: readonly string[]) =>
          names.map((name) => `# @import ./${name}.soaphttp as ${name}\n`).join("");
        const of = (name: string, needs: readonly string[]) => [
          `${name}.soaphttp`,
          `${imports(needs)}${named(service.port, name, ...needs.map((need) => `# @needs ${need}.${need}`))}`,
        ];
        return [of(`a${at}`, [`b${at}`, `c${at}`]), of(`b${at}`, [`a${at + 1}`]), of(`c${at}`, [`a${at + 1}`])];
      });
      const files = { ...Object.fromEntries(chain.flat()), "a20.soaphttp": named(service.port, "a20") };
      const { code, error } = await soaphttp(["send", "a0.soaphttp", "--format", "raw"], { cwd: folderOf(files) });
      assert.deepEqual([code, service.lines.length], [0, 61], error);
    });
  });
});
