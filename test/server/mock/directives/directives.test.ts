import assert from "node:assert/strict";
import { parseDocument } from "../../../../server/src/format/document.ts";
import { isResponse, type MockDirectives, mockDirectives } from "../../../../server/src/mock/directives/directives.ts";
import { provideXPathHere } from "../../../../server/src/node/xpath.ts";
import { mark, marked } from "../../../support/marked.ts";

provideXPathHere();

/** Reads directives, one on each line, above a response. */
function segmentOf(lines: string) {
  const [placed] = parseDocument(`${lines.replace(/^/gm, "# @")}\nHTTP/1.1 200 OK\n`, undefined, "response").segments;
  assert.ok(placed);
  return placed.segment;
}

function read(lines: string): MockDirectives {
  const directives = mockDirectives(segmentOf(lines));
  assert.deepEqual(directives.problems, []);
  return directives;
}

suite("Directives of a mock response", () => {
  test("a response without directives always matches, has no limit and doesn't misbehave", () => {
    const { conditions, otherwise, times, sets, data, pace, raw } = read("name sum");
    assert.deepEqual(
      [conditions, otherwise, times, sets, data, pace, raw],
      [[], false, undefined, [], undefined, undefined, false],
    );
  });

  test("several # @when are several conditions", () => {
    const { conditions } = read("when operation Add\nwhen //m:a = 2");
    assert.deepEqual(
      conditions.map(({ kind }) => kind),
      ["operation", "body path"],
    );
  });

  test("the reader reads # @otherwise, # @raw and # @times", () => {
    const { otherwise, raw, times } = read("otherwise\nraw\ntimes 3");
    assert.deepEqual([otherwise, raw, times], [true, true, 3]);
  });

  const sets: Readonly<Record<string, readonly [string, string]>> = {
    "state = paid": ["text", "paid"],
    "state=two words": ["text", "two words"],
    'state = "  /spaces "': ["text", "  /spaces "],
    "id = //m:Id": ["path", "//m:Id"],
    "id = $.id": ["path", "$.id"],
    "price = $5": ["text", "$5"],
    "id = {{request.query.id}}": ["text", "{{request.query.id}}"],
    "empty =": ["text", ""],
  };
  for (const [text, expected] of Object.entries(sets)) {
    test(`the directive is read: # @set ${text}`, () => {
      const [value] = read(`set ${text}`).sets.map((one) => one.value);
      assert.deepEqual([value?.kind, value?.kind === "path" ? value.path.text : value?.text], expected);
    });
  }

  const rows: Readonly<Record<string, readonly [file: string, column: string, value: string]>> = {
    "./rows.csv where sku = //m:Sku": ["./rows.csv", "sku", "//m:Sku"],
    '"./all rows.json" where sku=header X-Sku': ["./all rows.json", "sku", "header X-Sku"],
    'rows.csv where "the sku" = query "a b"': ["rows.csv", "the sku", "query a b"],
  };
  for (const [text, expected] of Object.entries(rows)) {
    test(`the directive is read: # @data ${text}`, () => {
      const { data } = read(`data ${text}`);
      const value = data?.value.kind === "path" ? data.value.path.text : `${data?.value.kind} ${data?.value.name}`;
      assert.deepEqual([data?.file, data?.column.name, value], expected);
    });
  }

  const paces: Readonly<Record<string, MockDirectives["pace"]>> = {
    "delay 2 s": { delay: { from: 2000, to: 2000 } },
    "delay 300 ms": { delay: { from: 300, to: 300 } },
    "delay 1 s to 3 s": { delay: { from: 1000, to: 3000 } },
    "slow 100 B/s": { bytesPerSecond: 100 },
    "slow 1.5 KB/s": { bytesPerSecond: 1536 },
    "cut after 200 bytes": { cutAfter: 200 },
    "cut after 1 byte": { cutAfter: 1 },
    "cut after 0 bytes": { cutAfter: 0 },
    reset: { end: "reset" },
    hang: { end: "hang" },
    "delay 1 s\ncut after 200 bytes\nreset": { delay: { from: 1000, to: 1000 }, cutAfter: 200, end: "reset" },
  };
  for (const [lines, expected] of Object.entries(paces)) {
    test(`the pace is read from # @${lines.replaceAll("\n", ", # @")}`, () =>
      assert.deepEqual(read(lines).pace, expected));
  }

  const problems: Readonly<Record<string, readonly [code: string, message: RegExp]>> = {
    "«when»": ["when-invalid", /^Missing condition/],
    "when «oparation» Add": ["when-invalid", /Did you mean operation\?/],
    "«whem» operation Add": ["directive-unknown", /Did you mean @when\?/],
    "«retry» 3": ["directive-unknown", /^@retry has no effect in a mock service\.$/],
    "forward «x»": ["directive-value", /must have no value/],
    "«replace» //m:a = 1": ["directive-value", /Add # @forward/],
    "forward\n# @replace «//m:a > 1»": ["directive-value", /an XPath and a value, such as/],
    "forward\n# @replace «$.a = 1»": ["directive-value", /an XPath and a value, such as/],
    "chance «10»": ["directive-value", /a percentage up to 100%/],
    "chance «101%»": ["directive-value", /a percentage/],
    "chance «0%»": ["directive-value", /a percentage/],
    "expect «called twice»": ["directive-value", /such as called 2, called >= 1 or called never/],
    "expect «called»": ["directive-value", /such as called 2/],
    "expect «status» 200": ["directive-value", /^Unknown condition status\. Use operation/],
    "«expect»": ["directive-value", /^Missing condition/],
    "times «0»": ["directive-value", /from 1 to 100000/],
    "«times»": ["directive-value", /from 1 to 100000/],
    "otherwise «when //m:a = 1»": ["directive-value", /^@otherwise must have no value\.$/],
    "raw «yes»": ["directive-value", /^@raw must have no value\.$/],
    "set «state»": ["directive-value", /a name and a value/],
    "set id = //m:Id«[»": ["directive-value", /closing/],
    'set id = «"open»': ["directive-value", /closing quote/],
    "«data»": ["directive-value", /path of a \.csv, \.json, \.xml or \.xlsx file/],
    "data «rows.txt» where a = //b": ["directive-value", /path of a \.csv, \.json, \.xml or \.xlsx file/],
    "data «rows.csv»": ["directive-value", /which row is used, such as where sku = \/\/m:Sku/],
    "data «rows.csv where sku > 5»": ["directive-value", /which row is used/],
    "data rows.csv where sku = //m:Id«[»": ["directive-value", /closing/],
    "data rows.csv where sku = «header»": ["directive-value", /Missing name, such as header Id\./],
    "data rows.csv where sku = header X «Y»": ["directive-value", /double quotes/],
    "delay «soon»": ["directive-value", /a time, such as 2 s/],
    "delay «2»": ["directive-value", /a time, such as 2 s/],
    "delay «1 to 3 s»": ["directive-value", /a time, such as 2 s/],
    "delay «3 s to 1 s»": ["directive-value", /must not be less than the first/],
    "delay «1 s to 2 s to 3 s»": ["directive-value", /a time, such as 2 s/],
    "delay «25 h»": ["directive-value", /at most 24 hours/],
    "slow «100»": ["directive-value", /bytes per second/],
    "slow «0 B/s»": ["directive-value", /bytes per second/],
    "cut «200»": ["directive-value", /such as after 200 bytes/],
    "reset «now»": ["directive-value", /^@reset must have no value\.$/],
    "reset\n# @«hang»": ["directive-value", /can't have both @reset and @hang/],
  };
  for (const [source, [code, message]] of Object.entries(problems)) {
    test(`the message explains: # @${source.replace("\\n", ", ")}`, () => {
      const { text, spans } = marked(`# @${source}\nHTTP/1.1 200 OK\n`);
      const [placed] = parseDocument(text, undefined, "response").segments;
      assert.ok(placed);
      const [problem, ...others] = mockDirectives(placed.segment).problems;
      assert.ok(problem);
      assert.deepEqual(others, []);
      assert.equal(mark(text, [{ start: problem.start, end: problem.end }]), mark(text, spans));
      assert.equal(problem.code, code);
      assert.match(problem.message, message);
    });
  }

  test("a response that is never sent needs no text", () => {
    const kinds = ["# @reset", "# @hang\n", "# @delay 2 s\n", "@a = 1\n# @when operation Add\n"];
    const results = kinds.map((text) =>
      parseDocument(text, undefined, "response").segments.map(({ segment }) => isResponse(segment)),
    );
    assert.deepEqual(results, [[true], [true], [false], [false]]);
  });
});
