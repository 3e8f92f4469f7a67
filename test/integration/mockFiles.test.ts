import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { completions, hoverAt, labelOf, type } from "./assist.ts";
import { closeAll, codesOf, diagnosticsOf, eventually, openFile, replace, withSettings, writeFile } from "./support.ts";

const head = "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 3\n";

let count = 0;

async function openMock(text: string): Promise<vscode.TextDocument> {
  const name = `mock-${++count}.soapmock`;
  await writeFile(name, text);
  return await openFile(name);
}

suite("a .soapmock file", () => {
  teardown(closeAll);

  test("the file has its language, diagnostics, hovers and completion", async () => {
    const document = await openMock(`# @whe operation Add\n${head}\nabcd\n`);
    assert.equal(document.languageId, "soapmock");
    assert.deepEqual(await codesOf(document), ["directive-unknown", "response-content-length-mismatch"]);
    assert.match(await hoverAt(document, document.getText().indexOf("200")), /200 OK/);
    const { items } = await completions(document, document.getText().indexOf("Content-Length"));
    const labels = items.map(labelOf);
    assert.ok(labels.includes("Retry-After") && !labels.includes("SOAPAction"), labels.join(", "));
  });

  test("the file keeps its responses exact: nothing is trimmed or added when it is saved", async () => {
    const text = `${head}\na b  \n\n\n`;
    const document = await openMock(text);
    await replace(document, new vscode.Range(0, 0, 0, 0), "# @raw\n");
    assert.ok(await document.save());
    assert.equal(document.getText(), `# @raw\n${text}`);
  });

  test("the file gets its Content-Length and end tags updated while typing", async () => {
    const before = "HTTP/1.1 200 OK\nContent-Type: text/xml; charset=utf-8\nContent-Length: 7\n\n<a></a>";
    const document = await openMock(before);
    const at = document.positionAt(before.length - "</a>".length);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
    await eventually("the server knows the document", async () => assert.ok(await diagnosticsOf(document)));
    await withSettings({ "contentLength.update": "onType" }, async () => {
      await type("<b>");
      await eventually("the end tag and the count", () => {
        assert.equal(
          document.getText(),
          before.replace("<a></a>", "<a><b></b></a>").replace("Length: 7", "Length: 14"),
        );
      });
    });
  });

  test("the file shows what is missing in a response that is being written", async () => {
    const document = await openMock("\n");
    await diagnosticsOf(document);
    await type("HTTP/1.1 200 OK\n");
    await eventually("what is still needed", async () => {
      assert.deepEqual(await codesOf(document), ["request-unfinished"]);
    });
  });
});
