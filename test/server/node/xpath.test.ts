import assert from "node:assert/strict";
import { expectationsOf } from "../../support/evaluation.ts";

const tooLong = "The path takes too long: all paths of a response together may take 5 s.";
const over = "Not evaluated: the paths before it took too long or needed too much memory.";

const reasons = (lines: readonly string[], body = "<a><b>1</b></a>", milliseconds?: number) =>
  expectationsOf(lines.join("\n"), { body, ...(milliseconds === undefined ? {} : { milliseconds }) }).map(
    ({ held, why }) => (held ? "" : why),
  );

suite("the process that evaluates XPath", () => {
  test("the process stops an expression that takes too long, and doesn't evaluate the rest of it", () => {
    for (const endless of [
      "(1 to 2000000000)[. < 0] absent",
      "tokenize('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', '(x+x+)+y') absent",
    ]) {
      assert.deepEqual(reasons([endless, "count(//b) = 1", "//b = 1"], undefined, 100), [tooLong, over, ""], endless);
    }
    assert.deepEqual(reasons(["count(//b) = 1"]), [""]);
  });

  test("the process gets each body, and more memory for a larger one", () => {
    const large = `<a>${"<b>2</b>".repeat(20_000)}</a>`;
    assert.deepEqual(reasons(["sum(//b) = 40000", "//b[. = 2] count 20000"], large, 60_000), ["", ""]);
    assert.deepEqual(reasons(["sum(//b) = 1"]), [""]);
  });

  test("the process finds nodes by their place, knows prefixes, and explains errors", () => {
    const body = '<a xmlns:m="urn:m"><m:b c="1">x</m:b><m:b c="2">y</m:b></a>';
    const line = "//m:b[@c = '2'] = y\n//m:b[@c = '2']/@c = 2\n//n:b[1 = 1] exists\n//m:b + 1 exists";
    const [first, second, third, fourth] = expectationsOf(line, { body });
    assert.deepEqual([first?.held, second?.held], [true, true]);
    assert.match(third?.why ?? "", /^The prefix n isn't declared .* Declared: m, /);
    assert.match(fourth?.why ?? "", /^The path can't be evaluated: /);
    const ignored = expectationsOf("body = ./e.xml ignore //m:b[@c = '2']", {
      body,
      files: { "./e.xml": body.replace(">y<", ">z<") },
    });
    assert.equal(ignored[0]?.held, true);
  });

  test("the process has the functions that the library lacks, and explains their errors", () => {
    const body = "<a><b>1234.5</b><c>&lt;d>7&lt;/d></c><e>5</e></a>";
    const lines = [
      "format-number(//b, '#,##0.00') = 1,234.50",
      "parse-xml(//c)/d = 7",
      "parse-xml(//c)/* = 7",
      "sort((//b, //e) ! number(.))[1] = 5",
      "format-date(xs:date('2026-11-28'), '[Q]') = 1",
      "parse-xml('<a>') exists",
    ];
    assert.deepEqual(reasons(lines, body), [
      ...["", "", "", ""],
      "The picture [Q] isn't one for dates and times, such as [D01].[M01].[Y] [H01]:[m01].",
      "The text isn't well-formed XML.",
    ]);
  });
});
