import assert from "node:assert/strict";
import { request } from "../../support/findings.ts";
import { expectAtMarks, marked } from "../../support/marked.ts";
import { findingsAround } from "../../support/resolver.ts";

const login = "# @name login\n# @set token = //Token\n@user = alice\nGET /login HTTP/1.1\nHost: h\nX-User: {{user}}\n";
const files = { "/w/a/b/login.soaphttp": login };

/** The messages of the findings, which are exactly at the marks. */
function check(source: string, around: Readonly<Record<string, string>> = files, environments: readonly string[] = []) {
  const typed = marked(source);
  const all = findingsAround(typed.text, { files: around, chosen: environments });
  const findings = all.filter(({ severity }) => severity !== "hint");
  expectAtMarks(typed, findings);
  return findings.map(({ message }) => message).join("\n");
}

suite("imports of other files", () => {
  test("An import is reported if it makes more than 1000 files that are imported, directly or through others", () => {
    const own = request();
    const why = /More than 1000 files are imported, directly or through others\./;
    const chained = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, at) => {
          const next = at + 1 < length ? `# @import ./f${at + 1}.soaphttp\n` : "";
          return [`/w/a/b/f${at}.soaphttp`, `${next}${login}`];
        }),
      );
    check(`# @import ./f0.soaphttp\n${own}`, chained(1000));
    assert.match(check(`# @import «./f0.soaphttp»\n${own}`, chained(1001)), why);
    const direct = Array.from({ length: 1000 }, (_, at) => `# @import ./f${at}.soaphttp\n`).join("");
    const separate = Object.fromEntries(Object.keys(chained(1001)).map((path) => [path, login]));
    check(`${direct}${own}`, separate);
    assert.match(check(`${direct}# @import «./f1000.soaphttp»\n${own}`, separate), why);
  });

  test("An import that leads to the cycle of another one is reported, too", () => {
    const around = {
      "/w/a/b/b.soaphttp": "# @import ./c.soaphttp",
      "/w/a/b/c.soaphttp": "# @import ./b.soaphttp",
      "/w/a/b/d.soaphttp": "# @import ./c.soaphttp",
    };
    const why = check(`# @import «./b.soaphttp»\n# @import «./d.soaphttp»\n${request()}`, around);
    assert.equal(why.match(/b\.soaphttp → c\.soaphttp → b\.soaphttp/g)?.length, 2, why);
  });

  test("An import makes named requests and what they set usable, wherever it is in the file", () => {
    const uses = "X-A: {{auth.token}}\nX-B: {{auth.login.response.body.//Token}}";
    const own = request().replace("Host: h", `Host: h\n${uses}`);
    for (const text of [
      `# @import ./login.soaphttp as auth\n###\n# @needs auth.login\n${own}`,
      `# @import ./login.soaphttp as auth\n${own}`,
      `${own}\n###\n# @import ./login.soaphttp as auth each\n`,
      `# @needs ./login.soaphttp#login with user = bob\n${own.replaceAll("auth.", "login.")}`,
    ])
      check(text);
  });

  test("An import that can't be used is reported at its path", () => {
    const of = (path: string) => `# @import «${path}»\n${request()}`;
    assert.match(check(of("./none.soaphttp")), /doesn't exist/);
    assert.match(check(of("./rows.csv")), /Only a \.soaphttp file can be imported/);
    assert.match(check(of("./one.soaphttp"), { "/w/a/b/one.soaphttp": "" }), /one\.soaphttp → one\.soaphttp/);
    const chain = {
      "/w/a/b/b.soaphttp": "# @import ../c.soaphttp",
      "/w/a/c.soaphttp": "# @import ./b/b.soaphttp",
    };
    assert.match(check(of("./b.soaphttp"), chain), /b\.soaphttp → c\.soaphttp → b\.soaphttp/);
    check(`# @needs «./none.soaphttp»#login\n${request()}`);
    check(`# @import ./login.soaphttp as auth\n# @import ./other.soaphttp as «auth»\n${request()}`, {
      ...files,
      "/w/a/b/other.soaphttp": login,
    });
    check(`# @import ./login.soaphttp as «a.b»\n# @«import»\n${request()}`);
  });

  test("An import whose file doesn't have the environment of the run is reported", () => {
    const around = {
      "/w/login.soaphttp": login,
      "/w/http-client.env.json": '{"prod": {}}',
      "/w/a/b/http-client.env.json": '{"test": {}}',
    };
    const text = (path: string) => `# @import ${path}\n${request()}`;
    assert.match(check(text("«../../login.soaphttp»"), around, ["test"]), /It has no environment test/);
  });

  test("One file may have two names, for itself and as others import it", () => {
    check(`# @import ./login.soaphttp as own each\n# @import ./login.soaphttp as auth\n${request()}`);
  });

  test("Two files with one name are reported at the second need of a request", () => {
    const around = { ...files, "/w/a/b/dev/login.soaphttp": login };
    const needs = "# @needs ./login.soaphttp#login\n# @needs «./dev/login.soaphttp»#login\n";
    assert.match(
      check(`${needs}${request()}`, around),
      /^Another file is imported as login\. Import this one by # @import/,
    );
  });

  test("A request of another file that is to be sent again is reported", () => {
    const text = `# @import ./login.soaphttp as auth\n###\n# @renew «auth.login» when status 401\n${request()}`;
    assert.equal(check(text), "Only a request of this file can be sent again by @renew.");
  });

  test("An unknown request or value of an imported file is reported with the nearest name", () => {
    const at = (needs: string) => `# @import ./login.soaphttp as auth\n# @needs ${needs}\n${request()}`;
    assert.match(check(at("«auth.logn»")), /Did you mean auth\.login\?/);
    assert.match(check(at("«./login.soaphttp#logn»")), /Did you mean \.\/login\.soaphttp#login\?/);
    assert.match(check(at("auth.login with «usr» = bob")), /has no variable usr\. Did you mean user\?/);
    check(at("auth.login with «user»"));
    check(at('auth.login with user = "a, b", user = {{$guid}}'));
  });

  test("Names of a file that can't be read aren't reported again", () => {
    check(`# @import «./none.soaphttp» as auth\n# @needs auth.login\n${request()}`);
  });
});
