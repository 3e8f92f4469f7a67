import assert from "node:assert/strict";
import { markdownBlocks } from "../../../server/src/text/markdownBlocks.ts";

/** The first lines and the texts of the blocks. */
const blocks = (text: string) => markdownBlocks(text).map((block) => [block.line, block.text]);

suite("the blocks of a Markdown text", () => {
  test("a block fenced as soaphttp is found with its line, and other blocks are not", () => {
    const text = "# Title\n\n```soaphttp\nGET / HTTP/1.1\n\n```\n```xml\n<a/>\n```\n\n~~~ SoapHTTP title\nb\n~~~\n";
    assert.deepEqual(blocks(text), [
      [3, "GET / HTTP/1.1\n\n"],
      [11, "b\n"],
    ]);
  });

  test("a block of soaphttp-response, soapmock or prose has no request", () => {
    for (const info of ["soaphttp-response", "soapmock", "soaphttpx", "text soaphttp"]) {
      assert.deepEqual(blocks(`\`\`\`${info}\na\n\`\`\`\n`), [], info);
    }
    assert.deepEqual(blocks("Write `soaphttp send` or ```soaphttp``` in a line.\n"), []);
  });

  test("a fence ends with as many of the same marks at least, and nothing behind them", () => {
    assert.deepEqual(blocks("````soaphttp\n```\n~~~~\n```` x\na\n`````  \nb"), [[1, "```\n~~~~\n```` x\na\n"]]);
  });

  test("a block in a longer fence is text", () => {
    assert.deepEqual(blocks("````markdown\n```soaphttp\na\n```\n````\n```soaphttp\nb\n```"), [[6, "b\n"]]);
  });

  test("a block in a comment is text, and a comment in a block or in a line doesn't begin one", () => {
    const block = (text: string) => `\`\`\`soaphttp\n${text}\n\`\`\`\n`;
    const commented = `  <!-- No longer:\n${block("a")}-->\n<!-- One line -->\n`;
    assert.deepEqual(blocks(`${commented}${block("<!-- b")}Text <!-- x\n${block("c")}`), [
      [7, "<!-- b\n"],
      [11, "c\n"],
    ]);
    assert.deepEqual(blocks(`<!--\n${block("a")}`), []);
  });

  test("an unterminated block ends with the text", () => {
    assert.deepEqual(blocks("```soaphttp\na\n\nb"), [[1, "a\n\nb"]]);
    assert.deepEqual(blocks("```soaphttp"), [[1, ""]]);
  });

  test("a block keeps its CRLF", () => {
    assert.deepEqual(blocks("x\r\n```soaphttp\r\na\r\nb\r\n```\r\n"), [[2, "a\r\nb\r\n"]]);
  });

  test("a block in a list has no indentation of its fence, and says how much each line has lost", () => {
    const text = "1. Send:\n\n   ```soaphttp\n   a\n\n     b\n c\n   ```\n";
    assert.deepEqual(markdownBlocks(text), [
      { line: 3, text: "a\n\n  b\nc\n", indent: "   ", removed: [3, 0, 3, 1], isOpen: false },
    ]);
  });

  test("an empty block has no lines", () => {
    assert.deepEqual(markdownBlocks("```soaphttp\n```\n"), [
      { line: 1, text: "", indent: "", removed: [], isOpen: false },
    ]);
  });
});
