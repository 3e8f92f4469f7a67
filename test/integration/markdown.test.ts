import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { completions, hoverAt, labelOf } from "./assist.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import {
  closeAll,
  codeOf,
  codesOf,
  diagnosticsOf,
  documentOf,
  eventually,
  lensesOf,
  openFile,
  replace,
  send,
  titleOf,
  withSettings,
  writeFile,
} from "./support.ts";

suite("blocks of Markdown files", () => {
  let count = 0;
  teardown(closeAll);

  const request = (a: number, b: number) => post(serviceOrigin(), "/calc12", add(a, b));
  const fenced = (text: string) => `\`\`\`soaphttp\n${text}\n\`\`\`\n`;
  const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "   ");

  async function openMarkdown(text: string): Promise<vscode.TextDocument> {
    // VS Code may show an earlier text of a file that was deleted.
    const name = `blocks-${++count}.md`;
    await writeFile(name, text);
    return openFile(name);
  }

  const lineOf = (document: vscode.TextDocument, text: string) =>
    document.positionAt(document.getText().indexOf(text)).line;

  test("the lenses of blocks send their requests, each with the names of its own block", async () => {
    const named = (a: number) =>
      fenced(`@own = ${a}\n# @name add\n${post(serviceOrigin(), "/calc12", add("{{own}}", 2), "{{$contentLength}}")}`);
    const document = await openMarkdown(`# Title\n\n${named(1)}\nText\n\n1. Item\n\n${indented(named(30))}`);
    const lines: number[] = [];
    document
      .getText()
      .split("\n")
      .forEach((line, index) => void (line.trimStart().startsWith("POST") && lines.push(index)));
    await eventually("the lenses", async () => {
      const lenses = await lensesOf(document);
      assert.deepEqual(
        lenses.map((lens) => [titleOf(lens), lens.range.start.line]),
        lines.map((line) => ["Send Request", line]),
      );
    });
    const second = await documentOf(await send(document, lines[1]));
    assert.match(second.getText(), /<(\w+:)?result>32<\//);
    const first = await documentOf(await send(document, lines[0]));
    assert.match(first.getText(), /<(\w+:)?result>3<\//);
  });

  test("only blocks have diagnostics, suggestions and hovers, at the positions of the file", async () => {
    const bad = request(1, 2).replace(/Content-Length: \d+/, "Content-Length: 1");
    const document = await openMarkdown(`Content-Length: 1\n\n${indented(fenced(bad))}`);
    const line = lineOf(document, "   Content-Length: 1");
    assert.deepEqual(
      (await diagnosticsOf(document)).map((one) => [codeOf(one), one.range.start.line, one.range.start.character]),
      [["content-length-mismatch", line, "   Content-Length: ".length]],
    );
    assert.match(await hoverAt(document, document.offsetAt(new vscode.Position(line, 5))), /Content-Length|bytes/);
    assert.equal(await hoverAt(document, 3), "");
    const labels = async (at: vscode.Position) =>
      (await completions(document, document.offsetAt(at))).items.map(labelOf);
    assert.ok((await labels(new vscode.Position(line, 3))).includes("Accept"));
    assert.ok(!(await labels(new vscode.Position(0, 0))).includes("Accept"));
    await replace(
      document,
      document.lineAt(line).range,
      request(1, 2)
        .split("\n")
        .filter((one) => one.startsWith("Content-Length"))
        .map((one) => `   ${one}`)
        .join(),
    );
    assert.deepEqual(await codesOf(document), []);
  });

  test("Markdown without blocks has no lenses and no diagnostics, and blocks have no lenses with the setting off", async () => {
    const document = await openMarkdown(`# Title\n\n\`\`\`xml\n${request(1, 2)}\n\`\`\`\n`);
    assert.deepEqual([await lensesOf(document), await diagnosticsOf(document)], [[], []]);
    await replace(document, new vscode.Range(2, 3, 2, 6), "soaphttp");
    await eventually("the lens", async () => assert.equal((await lensesOf(document)).length, 1));
    await withSettings({ markdown: false }, async () => {
      await eventually("no lens", async () => assert.deepEqual(await lensesOf(document), []));
    });
    await eventually("the lens again", async () => assert.equal((await lensesOf(document)).length, 1));
  });
});
