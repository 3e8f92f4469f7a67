import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import { LineIndex } from "../../../server/src/text/lines.ts";

const texts = ["", "a", "\n", "a\n", "a\r\nb\rc\n\nd", "\r\r\n\n\r", "a\r\n"];

suite("the lines of a text", () => {
  for (const text of texts) {
    test(`the lines of ${JSON.stringify(text)} are counted as editors count them`, () => {
      const lines = new LineIndex(text);
      const document = TextDocument.create("", "", 0, text);
      assert.equal(lines.count, document.lineCount);
      for (let at = 0; at <= text.length; at++) {
        // The editor has no position between CR and LF.
        if (text.slice(at - 1, at + 1) === "\r\n") continue;
        assert.equal(lines.at(at), document.positionAt(at).line, `the line at ${at}`);
      }
    });

    test(`the lines of ${JSON.stringify(text)} start after a line break and end before the next one`, () => {
      const lines = new LineIndex(text);
      const document = TextDocument.create("", "", 0, text);
      for (let line = 0; line < lines.count; line++) {
        assert.equal(lines.startOf(line), document.offsetAt({ line, character: 0 }));
        assert.equal(lines.endOf(line), document.offsetAt({ line, character: 100 }));
      }
    });
  }
});
