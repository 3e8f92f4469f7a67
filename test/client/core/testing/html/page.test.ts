import { deepEqual, doesNotMatch, equal, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import { XmlDocument } from "libxml2-wasm";
import { type EditorPage, reportPage } from "../../../../../client/src/core/testing/html/page.ts";
import type { TestReport } from "../../../../../client/src/core/testing/report.ts";
import { style, styleHash } from "../../../../../server/src/text/htmlPage.ts";

const passed: TestReport = {
  file: "calc.soaphttp",
  line: 3,
  name: "add",
  title: undefined,
  outcome: "passed",
  why: undefined,
  results: [],
  duration: 12,
  attempts: 1,
  exchange: undefined,
};
const failed: TestReport = {
  ...passed,
  line: 20,
  name: "divide",
  outcome: "failed",
  results: [{ text: "status 200", held: false, expected: "200", actual: "500", line: 18 }],
  duration: 240,
  exchange: { request: "POST /calc HTTP/1.1\r\n\r\n<a/>", response: "HTTP/1.1 500 Error\r\n\r\n<fault/>" },
};

function page(...tests: readonly TestReport[]): string {
  return pageIn(undefined, ...tests);
}

function pageIn(editor: EditorPage | undefined, ...tests: readonly TestReport[]): string {
  const counts = { passed: 0, failed: 0, noResponse: 0, unsent: 0, skipped: 0 };
  for (const { outcome } of tests) counts[outcome]++;
  const files = [...new Set(tests.map(({ file }) => file))];
  return reportPage(
    files.map((file) => ({ file, tests: tests.filter((one) => one.file === file) })),
    { ...counts, files: files.length, duration: 252 },
    new Date("2026-01-02T03:04:05Z"),
    "en",
    editor,
  );
}

/** The page as readers see it: it is well-formed, so an XML parser reads what a browser does. */
function texts(html: string, path: string): readonly string[] {
  const document = XmlDocument.fromString(html);
  const contents = document.find(path).map(({ content }) => content.trim());
  document.dispose();
  return contents;
}

suite("the test report as a page", () => {
  test("the page begins with the counts, as words and signs", () => {
    const html = page(passed, failed, { ...passed, outcome: "skipped", why: "later", attempts: 0 });
    deepEqual(texts(html, "//main/p[1]"), ["1 failed, 1 skipped, 1 passed in 1 file, 252 ms"]);
    deepEqual(texts(html, "//ul/li"), ["1✗ failed", "1– skipped", "1✓ passed"]);
    deepEqual(texts(html, "//title"), ["1 failed, 1 skipped, 1 passed in 1 file, 252 ms – Test report"]);
  });

  test("the page has the title of a test that did not pass if it says more than the name", () => {
    const html = page({ ...failed, title: "divide: b <0>, below its minimum" });
    deepEqual(texts(html, "//section/h3"), ["✗ failed divide"]);
    deepEqual(texts(html, "//section/p[1]"), ["divide: b <0>, below its minimum"]);
  });

  test("the page shows what did not pass: expected, found, and the folded exchange", () => {
    const html = page(passed, failed);
    deepEqual(texts(html, "//section/h3"), ["✗ failed divide"]);
    deepEqual(texts(html, "//section/p[1]"), ["calc.soaphttp:18, 240 ms"]);
    deepEqual(texts(html, "//section/dl/*"), ["Expectation", "status 200", "Expected", "200", "Found", "500"]);
    deepEqual(texts(html, "//section/details[not(@open)]/pre"), [
      "POST /calc HTTP/1.1\n\n<a/>",
      "HTTP/1.1 500 Error\n\n<fault/>",
    ]);
  });

  test("the page links each failed test of the table to its section", () => {
    const html = page(failed, { ...failed, file: "b.soaphttp", name: "other" });
    const links = texts(html, "//td/a/@href");
    deepEqual(links, ["#f0", "#f1"]);
    deepEqual(
      links.flatMap((link) => texts(html, `//section[@id='${link.slice(1)}']/h3`)),
      ["✗ failed divide", "✗ failed other"],
    );
  });

  test("the page shows a text comparison as lines", () => {
    const results = [{ text: "body = a.xml", held: false, diff: ["- <a/>", "+ <b/>"], line: 4 }];
    deepEqual(texts(page({ ...failed, results }), "//section/pre"), ["- expected, + found:\n- <a/>\n+ <b/>"]);
  });

  test("the page plots the durations in order, and marks what did not pass by its form", () => {
    const html = page(passed, failed, passed);
    deepEqual(texts(html, "//svg[@role='img']/@aria-label"), ["Duration of each of 3 tests in order: at most 240 ms."]);
    equal(texts(html, "//path[@class='cross']/@d")[0]?.match(/M/g)?.length, 1);
    equal(texts(html, "//path[@class='dot']/@d")[0]?.match(/M/g)?.length, 2);
  });

  test("the page has links to the places of tests only in an editor", () => {
    const addressOf = (file: string, line: number) =>
      `command:open?${encodeURIComponent(JSON.stringify([file, line]))}`;
    const hostile = { ...failed, file: 'a"b<c>.soaphttp' };
    const html = pageIn({ addressOf, runs: [] }, hostile);
    const link = (path: string) =>
      texts(html, `${path}/@href`).map((one) => JSON.parse(decodeURIComponent(one.slice(13))));
    deepEqual(link("//section/p/a"), [[hostile.file, 18]]);
    deepEqual(texts(html, "//section/p/a"), [`${hostile.file}:18`]);
    deepEqual(link("//td[3]/a"), [[hostile.file, 20]]);
    deepEqual(texts(html, "//td[3]/a/@aria-label"), [`Open ${hostile.file}:20`]);
    deepEqual(texts(page(hostile), "//a[starts-with(@href, 'command')]"), []);
  });

  test("the page plots what passed and failed in each of the last runs, with their medians, and has the figures as a table", () => {
    const at = Date.UTC(2026, 0, 2);
    const runs = [
      { at, passed: 3, failed: 1, median: 20 },
      { at: at + 60_000, passed: 4, failed: 0, median: 10 },
    ];
    const html = pageIn({ addressOf: () => "#", runs }, passed);
    deepEqual(texts(html, "//svg[@role='img']/@aria-label"), [
      "The last 2 runs: 4 tests passed and 0 failed in the last one, whose median duration was 10 ms.",
    ]);
    const heights = (kind: string) => texts(html, `//rect[@class='${kind}']/@height`).map(Number);
    deepEqual(heights("good"), [108, 144]);
    deepEqual(heights("bad"), [36, 0]);
    deepEqual(texts(html, "//svg/text[. = '✗']").length, 1);
    deepEqual(texts(html, "//path[@class='median']/@d"), ["M235 16L565 88"]);
    deepEqual(
      texts(html, "//details[summary = 'The figures of each run']//tbody/tr").map((row) => row.replace(/\s+/g, " ")),
      ["2026-01-02 00:00:00 UTC3120 ms", "2026-01-02 00:01:00 UTC4010 ms"],
    );
    doesNotMatch(pageIn({ addressOf: () => "#", runs: runs.slice(1) }, passed), /last 1 runs/);
    doesNotMatch(page(passed), /The last/);
  });

  test("the page shows requests from a contract as a matrix: a kind of variant is a row, an operation a column", () => {
    const fault = { text: "no fault", held: false, line: 1 };
    const contract = { text: "contract", held: false, line: 2 };
    const named = (name: string, outcome: TestReport["outcome"], results: TestReport["results"] = []) => ({
      ...passed,
      ...{ name, outcome, results },
    });
    const html = page(
      named("Add.valid.required.1", "passed"),
      named("Add.valid.choice.1", "failed", [fault]),
      named("Add.valid.choice.2", "failed", [contract]),
      named("Sub.invalid.type.1", "passed"),
      named("Sub.invalid.type.2", "failed", [{ text: "fault Client", held: false, line: 1 }]),
      named("Sub.invalid.type.3", "noResponse"),
    );
    const rows = texts(html, "//table[@class='matrix']/tbody/tr").map((row) => row.replace(/\s+/g, " "));
    deepEqual(rows, [
      "required✓ 1 accepted",
      "choice✗ 1 wrongly refused ✗ 1 broken response",
      "type✓ 1 refused ✗ 1 wrongly accepted ✗ 1 without response",
    ]);
    deepEqual(texts(html, "//table[@class='matrix']/thead//th"), ["Variant", "Add", "Variant", "Sub"]);
  });

  test("the page allows nothing but its own style", () => {
    const html = page(failed);
    const hash = createHash("sha256").update(String(style)).digest("base64");
    equal(styleHash, hash, "write this into htmlPage.ts");
    const [policy] = texts(html, "//meta[@http-equiv]/@content");
    equal(policy, `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
    deepEqual(
      texts(
        html,
        "//script | //*/@style | //@src | //@*[starts-with(name(), 'on')] | //@*[contains(., ':') and name() != 'datetime' and name() != 'content' and name() != 'aria-label']",
      ),
      [],
    );
  });

  test("the page contains hostile texts as texts, wherever they stand", () => {
    const hostile =
      "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;]]>--><!--\u202e\ud800\0::error::##[x]\u2028";
    const html = page({
      ...failed,
      file: hostile,
      name: hostile,
      why: hostile,
      results: [{ text: hostile, held: false, expected: hostile, actual: hostile, why: hostile, line: 1 }],
      exchange: { request: hostile, response: hostile },
    });
    deepEqual(texts(html, "//*[self::script or self::img]"), []);
    doesNotMatch(html, /[\u202e\u2028\0\ud800]|::|##/);
    const shown =
      "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;]]>--><!--‹U+202E›‹U+D800›‹U+0000›::error::##[x]‹U+2028›";
    deepEqual(texts(html, "//section/details/pre"), [shown, shown]);
    deepEqual(texts(html, "//td/a"), [shown]);
    equal(texts(html, "//dd").filter((text) => text === shown).length, 4);
  });

  test("the page has the same elements, attributes and links whatever its texts are", () => {
    const made = (text: string) => {
      const result = { text, held: false, why: text, line: 1 };
      const of = { title: text, file: text, why: text, exchange: { request: text, response: text } };
      return page(
        { ...failed, ...of, name: text, results: [{ ...result, expected: text, actual: text }] },
        { ...failed, ...of, name: text, results: [{ ...result, diff: [`- ${text}`] }] },
        { ...failed, ...of, name: text, results: [], outcome: "noResponse" },
        { ...passed, ...of, name: text, outcome: "skipped" },
        { ...passed, ...of, name: `${text}.valid.required.1` },
        { ...failed, ...of, name: `${text}.invalid.type.1` },
      );
    };
    const structure = (html: string) => {
      const document = XmlDocument.fromString(html);
      const structure = document.find("//* | //@*").map((node) => ("name" in node ? String(node.name) : ""));
      document.dispose();
      return [...structure, ...texts(html, "//@href | //@id | //@class | //meta/@*")];
    };
    const harmless = structure(made("a"));
    for (const text of [
      "<script>alert(1)</script>",
      '"><img src="x" onerror="alert(1)"/>',
      "' onmouseover='alert(1)",
      "javascript:alert(1)",
      "&lt;svg onload=alert(1)&gt;",
      "</pre></title></style><iframe src='//evil'/>",
      "<meta http-equiv='refresh' content='0;url=//evil'/><base href='//evil'/>",
      "]]><!-- --><?php ?><!DOCTYPE a>",
    ])
      deepEqual(structure(made(text)), harmless, text);
  });

  test("the page stays readable with 10,000 results: at most 5 MB, with the exchanges of the first failures", () => {
    const body = "x".repeat(20_000);
    const many = Array.from({ length: 10_000 }, (_, at): TestReport => {
      const entry = at % 2 === 0 ? passed : { ...failed, exchange: { request: body, response: body } };
      return { ...entry, name: `Operation.invalid.maxInclusive.${at}`, file: `tests/file${at % 20}.soaphttp` };
    });
    const html = page(...many);
    ok(html.length < 5_000_000, String(html.length));
    equal(texts(html, "//section/details").length, 30);
    equal(texts(html, "//section/p[contains(., 'left out')]").length, 4970);
  });
});
