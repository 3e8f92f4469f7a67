import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import { documentOf } from "../../../client/src/cli/check/checkedFile.ts";

suite("the lines of a text", () => {
  // The beginning that is read first ends after 65,536 UTF-16 units.
  const before = "x".repeat(65_530);
  for (const breaks of ["a\nb\n", "a\r\nb\r\n", "\r\r\n\n\r", "\n".repeat(4), "abc"]) {
    test(`lines and columns are the same where the beginning of a long text ends in ${JSON.stringify(breaks)}`, () => {
      for (const shift of ["", "y", "\r"]) {
        const text = before + shift + breaks.repeat(4);
        const [whole, lines] = [TextDocument.create("", "", 0, text), documentOf(text)];
        assert.equal(lines.lineCount, whole.lineCount);
        for (let offset = before.length - 1; offset <= text.length + 1; offset++) {
          assert.deepEqual(lines.positionAt(offset), whole.positionAt(offset), `at ${offset}`);
        }
        for (let line = 0; line <= whole.lineCount; line++) {
          for (const character of [0, 1, Number.MAX_SAFE_INTEGER]) {
            assert.equal(lines.offsetAt({ line, character }), whole.offsetAt({ line, character }), `line ${line}`);
          }
        }
      }
    });
  }
});
