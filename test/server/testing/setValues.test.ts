import assert from "node:assert/strict";
import { labelsAt, taken } from "../../support/completions.ts";
import { evaluated } from "../../support/evaluation.ts";
import { expectFix, expectRule, request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";

const response = "<r><a>0.1</a><b>0.2</b><link>/orders?id=17&amp;id=18</link>\r\n<c>x</c></r>";

/** The variables that `# @set` directives set, and the reasons why some don't. */
function ran(
  lines: string,
  {
    body = response,
    definitions = "",
    values = {} as Readonly<Record<string, { readonly text: string; readonly secret: boolean }>>,
  } = {},
) {
  const text = `${definitions}${lines.replace(/^/gm, "# @set ")}\n${request()}`;
  const fields = { Location: "/new", "Set-Cookie": "s=s3cret" };
  const sending = { ...fixedSending, values: new Map(Object.entries(values)) };
  const { results, set } = evaluated(text, { body, fields }, sending);
  return { set, failed: results.filter(({ held }) => !held).map(({ text, why }) => `${text}: ${why}`) };
}

const textsOf = (lines: string, given = {}) => {
  const { set, failed } = ran(lines, given);
  assert.deepEqual(failed, []);
  return [...set.values()].map(({ text }) => text);
};

suite("# @set", () => {
  test("a setting takes the first group of the first match in the body", () => {
    assert.deepEqual(textsOf('id = body matches "id=(\\d+)"'), ["17"]);
    assert.deepEqual(textsOf('id = body matches "(?i)<C>(.)</C>"'), ["x"]);
    assert.deepEqual(textsOf('id = body matches "link>\\n(<c>)"'), ["<c>"]);
    assert.deepEqual(textsOf('id = body matches "(?:none|id=)(\\d)(\\d)"'), ["1"]);
    assert.deepEqual(ran('id = body matches "none=(\\d+)"').failed, [
      'set id = body matches "none=(\\d+)": The regular expression finds nothing.',
    ]);
  });

  test("a setting matches in linear time, whatever the body contains", () => {
    const body = "a".repeat(20_000);
    assert.match(ran('id = body matches "(a*)*(a|aa)+b"', { body }).failed.join(), /finds nothing/);
  });

  test("a search that takes too many steps ends", () => {
    const failed = ran('id = body matches "((?:a?){1200}b)"', { body: "a".repeat(40_000) }).failed;
    assert.match(failed.join(), /: The pattern takes too many steps\.$/);
  });

  test("a setting takes a header", () => {
    assert.deepEqual(textsOf("where = header location"), ["/new"]);
    assert.deepEqual(ran("where = header X-None").failed, [
      "set where = header X-None: The response has no header X-None.",
    ]);
  });

  test("a sum adds decimals exactly, also decimals that the lines above have set", () => {
    assert.deepEqual(textsOf("a = //a\nb = //b\ntotal = {{a}} + {{b}}"), ["0.1", "0.2", "0.3"]);
    const values = { page: { text: "9007199254740993", secret: false } };
    const definitions = "@page = 1\n@less = -0.5\n";
    assert.deepEqual(textsOf("next = {{page}} + 1", { definitions, values }), ["9007199254740994"]);
    assert.deepEqual(textsOf("x = 1.25 - {{less}} + 0.25", { definitions }), ["2"]);
    assert.deepEqual(textsOf("x = {{less}} - 0.5 + {{page}}", { definitions }), ["0"]);
    assert.deepEqual(textsOf("x = {{less}}-{{less}}", { definitions }), ["0"]);
    assert.deepEqual(textsOf("x = 1 + 2 - 0.5 + {{page}}", { definitions }), ["3.5"]);
  });

  test("a sum says which term is no decimal, without its value", () => {
    const definitions = "@word = s3cret\n@long = 1\n";
    assert.deepEqual(ran("x = {{word}} + 1", { definitions }).failed, [
      "set x = {{word}} + 1: The value of {{word}} isn't a decimal number.",
    ]);
    const values = { long: { text: "1".repeat(100_000), secret: false } };
    assert.match(ran("x = {{long}} + 1", { definitions, values }).failed.join(), /\{\{long\}\} isn't a decimal/);
    assert.match(ran("x = {{nowhere}} + 1").failed.join(), /\{\{nowhere\}\} has no value/);
  });

  test("a value that comes from a secret is secret", () => {
    const values = { pin: { text: "5", secret: true } };
    const secret = (lines: string) => ran(lines, { definitions: "@pin = 1\n", values }).set.get("x")?.secret;
    assert.equal(secret("x = {{pin}} + 1"), true);
    assert.equal(secret("a = {{pin}} + 1\nx = {{a}} + 1"), true);
    assert.equal(secret("x = header Set-Cookie"), true);
    assert.equal(secret('x = body matches "password|id=(\\d+)"'), true);
    assert.equal(secret('x = body matches "id=(\\d+)"'), false);
    assert.equal(secret("x = header Location"), false);
  });

  for (const [line, message] of [
    ['x = body matches «"id=\\d"»', /needs a group, such as id=/],
    ['x = body matches «"(a)\\1"»', /linear time/],
    ["x = body «matches id»", /in double quotes/],
    ['x = body «contians» "(a)"', /must be followed by matches/],
    ["x = «header»", /Missing header name/],
    ["x = header Location «more»", /Unexpected text/],
    ["x = «haeder» Location", /Did you mean header\?/],
    ['x = «bdy» matches "(a)"', /Did you mean body\?/],
    ["x = {{$guid}} «* 2»", /Expected variables or numbers with \+ or -/],
    ["x = {{$guid}} «+»", /Expected variables or numbers/],
  ] as const)
    test(`the rule directive-value reports: ${line}`, () => {
      const [{ message: said = "" } = {}] = expectRule("directive-value", `# @set ${line}\n${request()}`) ?? [];
      assert.match(said, message);
    });

  test("a fix changes a word to the nearest one", () => {
    const text = (word: string) => `# @set x = ${word} Location\n${request()}`;
    expectFix("directive-value", text("haeder"), "Change to header", text("header"));
  });

  test("completion offers what isn't a path, and the names of headers", () => {
    const offered = labelsAt(`# @set x = |\n${request()}`);
    const line = taken(`# @set x = |\n${request()}`, "body matches");
    assert.equal(line.split("\n", 1)[0], '# @set x = body matches "id=(\\d+)"');
    for (const label of ["body matches", "header", "{{a}} + {{b}}"]) assert.ok(offered.includes(label), label);
    assert.ok(labelsAt(`# @set x = header |\n${request()}`).includes("Location"));
  });
});
