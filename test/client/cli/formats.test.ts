import assert from "node:assert/strict";
import {
  type CheckedFile,
  checkText,
  documentOf,
  type PlacedFinding,
  placed,
} from "../../../client/src/cli/check/checkedFile.ts";
import { type Format, githubFormat, jsonFormat } from "../../../client/src/cli/check/formats.ts";
import { sarifFormat } from "../../../client/src/cli/check/sarif.ts";
import { textFormat } from "../../../client/src/cli/check/textFormat.ts";
import { allRules } from "../../../server/src/service/languageService.ts";
import { request } from "../../support/findings.ts";

const text = "POST /s HTTP/1.1\r\nHost: h\n\r\n<a>";

function fileWith(findings: readonly Partial<PlacedFinding>[], name = "a.soaphttp"): CheckedFile {
  const finding: PlacedFinding = {
    line: 2,
    column: 7,
    endLine: 2,
    endColumn: 8,
    severity: "error",
    code: "host-invalid",
    message: "Wrong.",
    related: [],
  };
  return { name, document: documentOf(text), findings: findings.map((one) => ({ ...finding, ...one })) };
}

function written(format: Format, files: readonly CheckedFile[], unreadable: readonly string[] = []): string {
  return [
    format.begin(),
    ...files.map((file) => format.file(file)),
    format.end({ files: files.length, unreadable }),
  ].join("");
}

suite("text", () => {
  const plain = () => textFormat({ paint: (_, one) => one, columns: 80 });

  test("the text format lists related locations below the finding", () => {
    const related = [{ line: 4, column: 1, endLine: 4, endColumn: 2, message: "Here." }];
    assert.equal(
      written(plain(), [fileWith([{ related }])]),
      "a.soaphttp:2:7 error host-invalid Wrong.\n 2 | Host: h\n   |       ^\n  a.soaphttp:4:1 Here.\n\n1 error in 1 file.\n",
    );
  });

  test("the text format marks a range of several lines in its first line", () => {
    assert.match(written(plain(), [fileWith([{ column: 5, endLine: 4, endColumn: 2 }])]), /Host: h\n {3}\| {5}\^~~\n/);
  });

  test("the text format counts the findings by severity, worst first", () => {
    const all = [{ severity: "hint" }, { severity: "error" }, {}, { severity: "warning" }] as const;
    const output = written(plain(), [fileWith(all), fileWith([]), fileWith([{ severity: "information" }])]);
    assert.match(output, /\n2 errors, 1 warning, 1 information, 1 hint in 2 of 3 files\.\n$/);
  });

  test("the text format highlights only the location, the severity and the marked text", () => {
    const output = written(textFormat({ paint: (style, one) => `<${style} ${one}>`, columns: 80 }), [fileWith([{}])]);
    assert.match(
      output,
      /^<strong a\.soaphttp:2:7> <error error> <faint host-invalid> Wrong\.\n <faint 2> <faint \|> Host: <error h>\n {3}<faint \|> <error {7}\^>\n/,
    );
  });

  test("the text format escapes terminal control characters in names and messages", () => {
    const output = written(plain(), [fileWith([{ message: "a\nb\x1b[0m" }], "a\x1b.soaphttp")]);
    assert.match(output, /^a␛\.soaphttp:2:7 error host-invalid a␊b␛\[0m\n/);
  });
});

suite("json", () => {
  test("a finding in JSON has these properties and no others, in this order", () => {
    const [entry, ...others] = JSON.parse(written(jsonFormat(), [fileWith([]), fileWith([{}])])) as object[];
    assert.deepEqual(others, []);
    assert.deepEqual(Object.entries(entry ?? {}), [
      ["file", "a.soaphttp"],
      ["line", 2],
      ["column", 7],
      ["endLine", 2],
      ["endColumn", 8],
      ["severity", "error"],
      ["code", "host-invalid"],
      ["message", "Wrong."],
    ]);
  });
});

suite("github", () => {
  const output = (finding: Partial<PlacedFinding>, name?: string) =>
    written(
      githubFormat((one) => one),
      [fileWith([finding], name)],
    );

  test("the github format writes a command for each severity", () => {
    assert.match(output({ severity: "error" }), /^::error file=/);
    assert.match(output({ severity: "warning" }), /^::warning file=/);
    assert.match(output({ severity: "information" }), /^::notice file=/);
    assert.match(output({ severity: "hint" }), /^::notice file=/);
  });

  test("the github format escapes characters that would end a message or a property", () => {
    assert.equal(
      output({ message: "50%: a,\r\nb" }, "a,b:c%.soaphttp"),
      "::error file=a%2Cb%3Ac%25.soaphttp,line=2,col=7,endLine=2,endColumn=8,title=host-invalid::50%25: a,%0D%0Ab\n",
    );
  });

  test("the github format omits the columns of a range over several lines, which the runner would reject", () => {
    assert.equal(output({ endLine: 4 }), "::error file=a.soaphttp,line=2,endLine=4,title=host-invalid::Wrong.\n");
  });
});

suite("sarif", () => {
  const format = () =>
    sarifFormat({
      version: "1.2.3",
      informationUri: "https://example.org/",
      rules: allRules(),
      helpUri: (code) => `https://example.org/#${code}`,
    });

  test("the log is as defined by SARIF 2.1.0", () => {
    const related = [{ line: 4, column: 1, endLine: 4, endColumn: 2, message: "Here." }];
    const file = fileWith([{}, { code: "host-missing", severity: "hint", related }, {}], "dir/a b.soaphttp");
    const region = { startLine: 2, startColumn: 7, endLine: 2, endColumn: 8 };
    const artifactLocation = { uri: "dir/a%20b.soaphttp" };
    const result = {
      ruleId: "host-invalid",
      ruleIndex: 0,
      level: "error",
      message: { text: "Wrong." },
      locations: [{ physicalLocation: { artifactLocation, region } }],
    };
    const rule = (id: string, source: string) => ({
      id,
      shortDescription: { text: id.replace("-", " ") },
      helpUri: `https://example.org/#${id}`,
      defaultConfiguration: { level: "error" },
      properties: { source },
    });
    assert.deepEqual(JSON.parse(written(format(), [file])), {
      $schema: "https://json.schemastore.org/sarif-2.1.0.json",
      version: "2.1.0",
      runs: [
        {
          columnKind: "utf16CodeUnits",
          results: [
            result,
            {
              ...result,
              ruleId: "host-missing",
              ruleIndex: 1,
              level: "note",
              relatedLocations: [
                {
                  physicalLocation: {
                    artifactLocation,
                    region: { startLine: 4, startColumn: 1, endLine: 4, endColumn: 2 },
                  },
                  message: { text: "Here." },
                },
              ],
            },
            result,
          ],
          invocations: [{ executionSuccessful: true }],
          tool: {
            driver: {
              name: "soaphttp",
              version: "1.2.3",
              informationUri: "https://example.org/",
              rules: [rule("host-invalid", "RFC 9110 section 7.2"), rule("host-missing", "RFC 9112 section 3.2")],
            },
          },
        },
      ],
    });
  });

  test("the log has no results when nothing is found", () => {
    const log = JSON.parse(written(format(), [fileWith([])])) as { runs: { results: unknown[] }[] };
    assert.deepEqual(log.runs[0]?.results, []);
  });

  test("the log writes an absolute path as a file URL", () => {
    assert.match(written(format(), [fileWith([{}], "/a/b#.soaphttp")]), /"uri":"file:\/\/\/a\/b%23\.soaphttp"/);
  });
});

suite("locations of findings", () => {
  const cases: readonly (readonly [text: string, offset: number, line: number, column: number])[] = [
    ["", 0, 1, 1],
    ["ab", 2, 1, 3],
    ["a\nb", 1, 1, 2],
    ["a\nb", 2, 2, 1],
    ["a\r\nb", 3, 2, 1],
    ["a\rb", 2, 2, 1],
    ["\n\n\n", 3, 4, 1],
    ["😀b", 2, 1, 3],
  ];
  for (const [source, offset, line, column] of cases) {
    test(`${JSON.stringify(source)} at ${offset} is ${line}:${column}`, () => {
      const { findings } = placed("a", source, [
        { at: { start: offset, end: offset }, severity: "hint", code: "", message: "" },
      ]);
      assert.deepEqual(
        findings.map((one) => [one.line, one.column]),
        [[line, column]],
      );
    });
  }

  test("the severity of every rule can be set, including file-encoding", () => {
    const foreign = { at: 0, byte: 0xe9, readAs: undefined };
    const source = { kind: "request" as const, text: request(), bodies: new Map(), encoding: undefined, foreign };
    const severity = (rules: Parameters<typeof checkText>[2]) =>
      checkText("a", source, rules).findings.map((finding) => `${finding.code} ${finding.severity}`);
    assert.deepEqual(severity({}), ["file-encoding warning"]);
    assert.deepEqual(severity({ "file-encoding": "hint" }), ["file-encoding hint"]);
    assert.deepEqual(severity({ "file-encoding": "off" }), []);
  });
});
