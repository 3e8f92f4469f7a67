import * as vscode from "vscode";
import type { ShownResponse } from "../../client/src/extension/send/sendCommands.ts";
import * as assert from "./assert.ts";
import { completions, labelOf } from "./assist.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import {
  clickLens,
  closeAll,
  codesOf,
  documentOf,
  eventually,
  lensesOf,
  openFile,
  provided,
  titlesOf,
  withSettings,
  writeFile,
} from "./support.ts";

suite("files of REST Client", () => {
  teardown(closeAll);

  const use = (run: () => Promise<void>) => withSettings({ languages: ["http"] }, run);
  const request = () => post(serviceOrigin(), "/calc12", add(1, 2));
  async function open(name: string, text = request()): Promise<vscode.TextDocument> {
    await writeFile(name, text);
    return openFile(name);
  }
  const hasLanguage = (document: vscode.TextDocument, isOurs: boolean) =>
    eventually("its language", () => assert.equal(document.languageId === "soaphttp", isOurs, document.languageId));

  test(".http files keep their language without the setting", async () => {
    const document = await open("rest-client.http");
    assert.notEqual(document.languageId, "soaphttp");
    assert.deepEqual(await lensesOf(document), []);
  });

  test(".http files have lenses, diagnostics and completion with the setting, and can be sent", async () => {
    await use(async () => {
      for (const name of ["rest-client.http", "rest-client.rest"]) {
        const document = await open(name);
        await hasLanguage(document, true);
        await eventually("its lens", async () => {
          assert.deepEqual(await titlesOf(document), ["Send Request"]);
        });
        const response = await documentOf(await clickLens<ShownResponse>(document, "Send Request"));
        assert.match(response.getText(), /<result>3</);
      }
      const wrong = await open("wrong.http", request().replace(/Content-Length: \d+/, "Content-Length: 9"));
      await hasLanguage(wrong, true);
      assert.deepEqual(await codesOf(wrong), ["content-length-mismatch"]);
      const { items } = await completions(wrong, wrong.offsetAt(new vscode.Position(2, 0)));
      assert.ok(items.map(labelOf).includes("SOAPAction"));
    });
  });

  test(".http files follow a change of the setting while they are open, and the user's choice of another language", async () => {
    const document = await open("rest-client.http");
    const before = document.languageId;
    await use(async () => {
      await hasLanguage(document, true);
      await vscode.languages.setTextDocumentLanguage(document, before);
      const other = await open("other.http");
      await hasLanguage(other, true);
      assert.equal(document.languageId, before);
    });
    await eventually("their languages", () => {
      const all = vscode.workspace.textDocuments.filter(({ uri }) => uri.path.endsWith(".http"));
      assert.deepEqual(
        all.map(({ languageId }) => languageId),
        all.map(() => before),
      );
    });
  });

  test(".http files are searched for requests with the setting", async () => {
    await writeFile("named.http", `# @name inHttpFile\n${request()}`);
    const found = async () =>
      (await provided<vscode.SymbolInformation[]>("WorkspaceSymbol", "inHttpFile")).map(({ location }) =>
        location.uri.path.replace(/.*\//, ""),
      );
    assert.deepEqual(await found(), []);
    await use(async () => {
      await eventually("the request", async () => assert.deepEqual(await found(), ["named.http"]));
    });
  });
});
