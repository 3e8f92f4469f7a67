import assert from "node:assert/strict";
import { TestedMock } from "../../support/mock.ts";

suite("@replace in a response that is passed on", () => {
  /** The new body, and the problem if there is one. */
  function replaced(body: string, ...replacements: readonly string[]): readonly (string | undefined)[] {
    const lines = replacements.map((one) => `# @replace ${one}\n`).join("");
    const mock = new TestedMock({ "a.soapmock": `# @forward\n${lines}HTTP/1.1 200 OK\n\n` });
    const fields = [{ name: "Content-Type", value: "text/xml; charset=utf-8" }];
    const edited = mock.respond("GET /")?.forward?.edit({ fields, body: Buffer.from(body) });
    const text = Buffer.from(edited?.body ?? "").toString();
    return edited?.problem === undefined ? [text] : [text, edited.problem];
  }

  test("the first of two values for one place counts", () => {
    for (const body of ["<p></p>", "<p>5</p>", "<p/>"])
      assert.deepEqual(replaced(body, "//p = 0", "//*:p = 1"), ["<p>0</p>"]);
  });

  test("an element is replaced as a whole, also if a value in it is replaced", () => {
    for (const replacements of [
      ["//p = 0", "//p/text() = 1"],
      ["//p/text() = 1", "//p = 0"],
    ])
      assert.deepEqual(replaced("<r><p>a<b/>c</p><p/></r>", ...replacements), ["<r><p>0</p><p>0</p></r>"]);
  });

  test("a text is replaced with all of its CDATA sections", () => {
    assert.deepEqual(replaced("<p>5<![CDATA[6]]>7</p>", "//p/text() = 0"), ["<p>0</p>"]);
    assert.deepEqual(replaced("<p><![CDATA[5]]>6<!--c-->7<b/></p>", "//p/text() = 0"), ["<p>0<!--c-->0<b/></p>"]);
  });

  test("a place that can't be replaced is named, and the other places are replaced", () => {
    const [body, problem = ""] = replaced("<r><p>5</p></r>", "//q = 1", "//p = 0", "//x:p = 2");
    assert.equal(body, "<r><p>0</p></r>");
    assert.match(problem, /^@replace \/\/q finds nothing in the response\. @replace \/\/x:p can't be evaluated: /);
    assert.deepEqual(replaced("<p/>", "//q = 1"), ["<p/>", "@replace //q finds nothing in the response."]);
  });
});
