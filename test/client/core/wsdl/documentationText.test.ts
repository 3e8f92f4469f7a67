import assert from "node:assert/strict";
import { documentationText } from "../../../../client/src/core/wsdl/documentationText.ts";
import type { OperationSummary } from "../../../../server/src/protocol/protocol.ts";

const place = { uri: "file:///a.wsdl", range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } };
const add: OperationSummary = { operation: "Add", style: "document", documentation: "Adds.", place };
/** What a reader sees of Markdown that has no other markup. */
const shown = (markdown: string) =>
  markdown.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replaceAll("\\\n", "\n");

suite("the documentation of operations", () => {
  test("the text has the place, the action and the paragraphs of an operation", () => {
    const operation = {
      ...add,
      service: "Calc",
      port: "P12",
      version: "1.2" as const,
      address: "http://h/calc",
      action: "urn:Add",
      documentation: "Adds\n  two numbers.\n\n\nThey may be negative.",
    };
    assert.equal(
      shown(documentationText("Add", [operation])),
      "# Add\n\nCalc · P12 · SOAP 1.2 · http://h/calc\n\nAction: urn:Add\n\nAdds\ntwo numbers.\n\nThey may be negative.",
    );
  });

  test("the text has a heading for each of several operations, and says which have no documentation", () => {
    assert.equal(
      shown(documentationText("calc.wsdl", [add, { ...add, operation: "Fail", documentation: " " }])),
      "# calc.wsdl\n\n## Add\n\n\n\nAdds.\n\n## Fail\n\n\n\n*The WSDL says nothing about this operation.*",
    );
  });

  for (const hostile of [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](command:workbench.action.quit)",
    "![a](https://example.org/a.png)",
    "https://example.org",
    "`code` **bold** # heading\n- list\n1. one\n    code\n| a | b |\n---",
    "&lt;b&gt; \u202e \u0000",
  ]) {
    test(`no markup is made of ${JSON.stringify(hostile)}`, () => {
      const own = documentationText("a", [{ ...add, documentation: hostile, operation: hostile, port: hostile }]);
      const text = own.replace(/&#\d+;/g, "").replaceAll("\\\n", "");
      assert.match(text, /^# a\n\n[\p{L}\p{N} ]*\n\n[\p{L}\p{N} ]*$/u);
    });
  }
});
