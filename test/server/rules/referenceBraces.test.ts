import assert from "node:assert/strict";
import { analyze, outgoingOf, requestAt } from "../../../server/src/service/languageService.ts";
import { references } from "../../../server/src/text/references.ts";
import { envelope12, expectRule, findingsIn, request } from "../../support/findings.ts";
import { marked } from "../../support/marked.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around, findingsAround, sentAround } from "../../support/resolver.ts";

const login = `# @name login\n${request({})}\n###\n`;
const path = "string-join(for-each(//*:id, function($x) «{» string($x) }))";

suite("reference-braces", () => {
  test("the rule reports a brace in a reference to an exchange or a built-in variable, which isn't sent", () => {
    for (const [typed, where] of [
      [`{{login.response.body.${path}}}`, "X"],
      [`{{$basic user «{»password}}}`, "Authorization"],
      [`{{$guid «}» }}`, "X"],
    ] as const) {
      const [finding] = expectRule("reference-braces", login + request({ [where]: typed }));
      assert.equal(finding?.message, "A reference can't contain braces, except in double quotes.");
      const text = login + request({ [where]: typed.replace(/[«»]/g, "") });
      assert.deepEqual(
        findingsIn(text).filter(({ code }) => code === "variable-undefined"),
        [],
      );
      const analysis = analyze(text);
      const info = requestAt(analysis, text.length - 5);
      assert.ok(info);
      assert.equal(outgoingOf(analysis, info, fixedSending).kind, "unsendable");
    }
  });

  test("texts in double quotes of any reference may contain braces", () => {
    const name = 'login.response.body.//a[. = "}}{"]';
    assert.deepEqual(
      references(`<a>{{${name}}}</a>`).map((one) => one.name),
      [name],
    );
    expectRule("reference-braces", login + request({ X: `{{${name}}}` }));
  });

  test("the rule reports a brace behind the name of a variable, which isn't sent, wherever the variable comes from", () => {
    const sources = ["@user = a\n", `# @set user = //a\n${login}`, "# @data ./rows.csv\n", ""];
    for (const [index, source] of sources.entries()) {
      const environment = { chosen: ["dev"], files: { "/w/a/b/http-client.env.json": '{"dev": {"user": "a"}}' } };
      const files = { "/w/a/b/rows.csv": "user\na\n" };
      const host = index === 3 ? environment : { files };
      for (const typed of [
        "{{user «{»x}}}",
        "{{user«{»x}}",
        "{{user | xml «{»}}",
        '{{user "x" «{»y}}}',
        '{{user "x {y}" | "z"«{»y}}',
        "{{user«}» }}",
        "{{user «{» {{user}} }}",
      ])
        for (const text of [
          source + request({ X: typed }),
          source + request({}, envelope12.replace("<s:Body/>", `<s:Body><a xmlns="u">${typed}</a></s:Body>`)),
        ]) {
          const { text: plain, spans } = marked(text);
          const findings = findingsAround(plain, host).filter(({ code }) => code === "reference-braces");
          assert.deepEqual(
            findings.map(({ at }) => at),
            spans,
            typed,
          );
          const analysis = analyze(plain, undefined, around(host));
          const info = requestAt(analysis, plain.length - 5);
          assert.ok(info);
          assert.equal(outgoingOf(analysis, info, fixedSending).kind, "unsendable", typed);
        }
    }
  });

  test("a variable with a brace in a body file or in another definition isn't sent", () => {
    const files = { "/w/a/b/body.xml": envelope12.replace("<s:Body/>", "<s:Body>{{user {x}}}</s:Body>") };
    const inFile = `@user = a\n${request({ "Content-Length": "{{$contentLength}}" }, "<@ ./body.xml")}`;
    for (const text of [inFile, `@user = a\n@other = {{user {x}}}\n${request({ X: "{{other}}" })}`]) {
      const analysis = analyze(text, undefined, around({ files }));
      const info = requestAt(analysis, text.length - 5);
      assert.ok(info);
      assert.equal(outgoingOf(analysis, info, fixedSending).kind, "unsendable");
    }
  });

  test("other braces are sent as text", () => {
    const typed = [
      "{{#if}}",
      "{{nobody {x}}}",
      '{{nobody "x" {y}}}',
      "{{x.y {}}}",
      "{{nobody}",
      "{{user,",
      '{{"user": {x}}}',
      `<b c='{{nobody "x" {y}}}'/>`,
      `<b c="{{user" d="{x}"/>`,
      `<b c="{{user x" d="{x}"/>`,
      "<b>{{nobody</b><b>{x}</b>",
    ];
    const body = envelope12.replace("<s:Body/>", `<s:Body><a xmlns="u">${typed.join(" ")}</a></s:Body>`);
    const text = `@user = a\n${request({ X: typed.slice(0, -4).join(" ") }, body)}`;
    assert.deepEqual(
      findingsIn(text).filter(({ severity }) => severity === "error"),
      [],
    );
    const { outgoing } = sentAround(text, {});
    assert.equal(Buffer.from(outgoing.body).toString(), body);
    assert.ok(outgoing.head.includes(`X: ${typed.slice(0, -4).join(" ")}\r\n`));
  });

  test("unpaired quotes don't make reading references quadratic", () => {
    const read = (count: number) => references('{{$a"\\"'.repeat(count)).length;
    assert.equal(read(100_000), 0);
  });
});
