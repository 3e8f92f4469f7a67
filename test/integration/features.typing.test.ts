import * as vscode from "vscode";
import { registerContentLengthNote } from "../../client/src/extension/typing/contentLength.ts";
import * as assert from "./assert.ts";
import { type } from "./assist.ts";
import { bytesOf, envelope, post, soap12 } from "./messages.ts";
import {
  closeAll,
  codesOf,
  diagnosticsOf,
  eventually,
  open,
  openFile,
  provided,
  replace,
  withSettings,
} from "./support.ts";

/** Returns a request with this body. Content-Length doesn't count the cursors (`|`). */
function request(body: string, count: number = bytesOf(body.replaceAll("|", ""))): string {
  return post("http://localhost:8000", "/s", body, count);
}

/** Opens a text without its cursors (`|`), and places the editor's cursors there. */
async function openAt(text: string): Promise<vscode.TextEditor> {
  const document = await open(text.replaceAll("|", ""));
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor && editor.document === document);
  const offsets = text.split("|").slice(0, -1);
  let before = 0;
  editor.selections = offsets.map((part) => {
    before += part.length;
    const position = document.positionAt(before);
    return new vscode.Selection(position, position);
  });
  await eventually("the server knows the document", async () => assert.ok(await diagnosticsOf(document)));
  return editor;
}

async function expectShown(editor: vscode.TextEditor, expected: string): Promise<void> {
  await eventually(`the editor shows ${JSON.stringify(expected)}`, () => {
    let text = editor.document.getText();
    const offsets = editor.selections.map(({ active }) => editor.document.offsetAt(active)).sort((a, b) => b - a);
    for (const offset of offsets) text = `${text.slice(0, offset)}|${text.slice(offset)}`;
    assert.equal(text, expected);
  });
}

async function rename(editor: vscode.TextEditor, newName: string): Promise<void> {
  const edit = await provided<vscode.WorkspaceEdit>(
    "DocumentRename",
    editor.document.uri,
    editor.selection.active,
    newName,
  );
  assert.ok(edit.size > 0, "nothing is renamed");
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Asserts that VS Code rejects a rename with this reason. */
async function expectRefused(asked: Thenable<unknown>, reason: RegExp): Promise<void> {
  let told = "";
  try {
    const answer = await asked;
    if (answer instanceof vscode.WorkspaceEdit) assert.equal(answer.size, 0);
  } catch (error) {
    told = String(error);
  }
  assert.match(told, reason);
}

/*
 * Only typing shows where the cursor is after an insertion: VS Code reports it to extensions as being after the inserted
 * text, and doesn't correct this, because the cursor of the window has not moved.
 */
suite("end tags while typing", () => {
  teardown(closeAll);

  test("> inserts the end tag after the cursor, and Undo removes only the end tag", async () => {
    const editor = await openAt(request(envelope("|"), 0));
    await type("<t:add>");
    await expectText(editor, request(envelope("<t:add></t:add>"), 0));
    await type("1");
    await expectShown(editor, request(envelope("<t:add>1|</t:add>"), 0));
    await vscode.commands.executeCommand("undo");
    await expectText(editor, request(envelope("<t:add></t:add>"), 0));
    await vscode.commands.executeCommand("undo");
    await expectShown(editor, request(envelope("<t:add>|"), 0));
  });

  test("> inserts end tags at several cursors", async () => {
    const editor = await openAt(request("<a><b|\n<b|\n</a>", 0));
    await type(">");
    await expectText(editor, request("<a><b></b>\n<b></b>\n</a>", 0));
    await type("1");
    await expectShown(editor, request("<a><b>1|</b>\n<b>1|</b>\n</a>", 0));
  });

  test("an end tag that is also typed appears once", async () => {
    const editor = await openAt(request("<r>|</r>", 0));
    await type("<a>");
    await expectText(editor, request("<r><a></a></r>", 0));
    await type("1</a>");
    await expectShown(editor, request("<r><a>1</a>|</r>", 0));
    await type("<a>");
    await expectText(editor, request("<r><a>1</a><a></a></r>", 0));
    await type("\n2</a>");
    await expectShown(editor, request("<r><a>1</a><a>\n  2</a>|</r>", 0));
  });

  test("</ is aligned with its start tag", async () => {
    const editor = await openAt(request("<a>\n  <b>\n    <c/>\n    <|\n</a>", 0));
    await type("/");
    await expectShown(editor, request("<a>\n  <b>\n    <c/>\n  </|\n</a>", 0));
  });

  test("quotes and brackets are kept as typed", async () => {
    const editor = await openAt(request("<a>|</a>", 0));
    const text = "5' 3\" ([{ <!-- ' --><![CDATA[ \" ]]><b c=\"'\" d='";
    await type(text);
    await expectShown(editor, request(`<a>${text}|</a>`, 0));
  });

  test("no end tag is inserted in headers, or if the setting is off", async () => {
    const inHead = await openAt("POST /s HTTP/1.1\nX: <a|\n\n<a></a>");
    await type(">b");
    await expectShown(inHead, "POST /s HTTP/1.1\nX: <a>b|\n\n<a></a>");
    await withSettings({ autoClosingTags: false }, async () => {
      const editor = await openAt(request("<a|", 0));
      await type(">b");
      await expectShown(editor, request("<a>b|", 0));
    });
  });

  // VS Code removes the language's `brackets` from comments before it reads their indentation.
  for (const comment of ["<!-- c -->", "<!-- c\n-->", "<!--\n[ ] d\n( e -->", "<b/><!--c-->"]) {
    test(`Enter after ${JSON.stringify(comment)} keeps the indentation`, async () => {
      const editor = await openAt(request("<a>\n  |\n</a>", 0));
      await type(comment);
      await type("\n<c>");
      const indented = comment.replaceAll("\n", "\n  ");
      await expectText(editor, request(`<a>\n  ${indented}\n  <c></c>\n</a>`, 0));
    });
  }

  test("Enter between tags indents the cursor and moves the end tag to its own line", async () => {
    const editor = await openAt(request("<a>\n  <b>|</b>\n</a>", 0));
    await type("\n");
    await expectShown(editor, request("<a>\n  <b>\n    |\n  </b>\n</a>", 0));
  });
});

suite("linked editing", () => {
  teardown(closeAll);

  test("a start tag and its end tag change together", async () => {
    const editor = await openAt(request("<a><b|>1</b><b>2</b></a>", 0));
    await vscode.commands.executeCommand("editor.action.linkedEditing");
    await eventually("both names change", async () => {
      // VS Code requests the linked ranges when the cursor pauses, and changes the other name with a delay.
      const pause = () => new Promise((resolve) => setTimeout(resolve, 500));
      await pause();
      await type("x");
      await pause();
      const linked = /<b(x+)>1<\/b(x+)>/.exec(editor.document.getText());
      assert.ok(linked && linked[1] === linked[2], editor.document.getText());
    });
    assert.match(editor.document.getText(), /<b>2<\/b>/);
  });
});

suite("rename", () => {
  teardown(closeAll);

  test("the command renames an element and updates Content-Length", async () => {
    const editor = await openAt(request(envelope('<t:a|dd xmlns:t="urn:t"><t:a>1</t:a></t:add>')));
    await rename(editor, "subtract");
    await expectText(editor, request(envelope('<t:subtract xmlns:t="urn:t"><t:a>1</t:a></t:subtract>')));
    assert.deepEqual(await codesOf(editor.document), []);
  });

  test("the command renames a prefix at its declaration", async () => {
    const editor = await openAt(request(envelope('<t:add xmlns:|t="urn:t"><t:a>1</t:a></t:add>')));
    await rename(editor, "calc");
    await expectText(editor, request(envelope('<calc:add xmlns:calc="urn:t"><calc:a>1</calc:a></calc:add>')));
  });

  test("the command renames a variable in the whole file", async () => {
    const editor = await openAt("@host = localhost\n### a\nGET http://{{ho|st}}/ HTTP/1.1\nHost: {{host}}\n");
    await rename(editor, "server");
    await expectText(editor, "@server = localhost\n### a\nGET http://{{server}}/ HTTP/1.1\nHost: {{server}}\n");
  });

  test("the command explains why a name can't be changed", async () => {
    const editor = await openAt(request("<p|:a xmlns:p='urn:p'/>", 0));
    const { uri } = editor.document;
    const at = editor.selection.active;
    await expectRefused(provided("DocumentRename", uri, at, "xml"), /The prefix xml is reserved/);
    await expectRefused(
      vscode.commands.executeCommand("vscode.prepareRename", uri, new vscode.Position(0, 1)),
      /can't be renamed/,
    );
  });

  test("the command shows what will be renamed", async () => {
    const editor = await openAt(request("<p:a|b xmlns:p='urn:p'/>", 0));
    const { uri } = editor.document;
    const prepared = await vscode.commands.executeCommand<{ range: vscode.Range; placeholder: string }>(
      "vscode.prepareRename",
      uri,
      editor.selection.active,
    );
    assert.equal(prepared.placeholder, "ab");
    assert.equal(editor.document.getText(prepared.range), "ab");
  });
});

suite("formatting", () => {
  teardown(closeAll);

  test("the formatter formats a document with the editor's indentation", async () => {
    const editor = await openAt(
      `${request(envelope("<a/>")).replace("Host: ", "Host:")}\n### next\nGET  /s HTTP/1.1|\n`,
    );
    editor.options = { insertSpaces: true, tabSize: 4 };
    await vscode.commands.executeCommand("editor.action.formatDocument");
    const body = `<s:Envelope xmlns:s="${soap12}">\n    <s:Body>\n        <a/>\n    </s:Body>\n</s:Envelope>`;
    await expectText(editor, `${request(body)}\n### next\nGET /s HTTP/1.1\n`);
  });

  test("a document without any indentation is indented with two spaces", async () => {
    const { options } = await openAt("GET / HTTP/1.1|\n");
    assert.deepEqual([options.insertSpaces, options.tabSize], [true, 2]);
  });

  test("the formatter formats a selection", async () => {
    const editor = await openAt(request("<a>\n<b>\n<c/>\n</b>\n<d/>\n</a>|", 0));
    editor.options = { insertSpaces: true, tabSize: 2 };
    const start = editor.document.positionAt(editor.document.getText().indexOf("<b>"));
    editor.selection = new vscode.Selection(start, start.translate(3));
    await vscode.commands.executeCommand("editor.action.formatSelection");
    await expectText(editor, request("<a>\n  <b>\n    <c/>\n  </b>\n<d/>\n</a>", 0));
  });

  test("the formatter formats while typing if the setting is on", async () => {
    const editor = await openAt(request("<a>\n      <b/|\n</a>", 0));
    editor.options = { insertSpaces: true, tabSize: 2 };
    const settings = vscode.workspace.getConfiguration("editor", { languageId: "soaphttp" });
    await settings.update("formatOnType", true, vscode.ConfigurationTarget.Global, true);
    try {
      await eventually("the setting is known", () => {
        const now = vscode.workspace.getConfiguration("editor", { languageId: "soaphttp", uri: editor.document.uri });
        assert.equal(now.get("formatOnType"), true);
      });
      await type(">");
      await expectShown(editor, request("<a>\n  <b/>|\n</a>", 0));
    } finally {
      await settings.update("formatOnType", undefined, vscode.ConfigurationTarget.Global, true);
    }
  });

  test("Minify Body removes indentation", async () => {
    const body = `<s:Envelope xmlns:s="${soap12}">\n  <s:Body>\n    <a> text </a>|\n  </s:Body>\n</s:Envelope>`;
    const editor = await openAt(request(body));
    await vscode.commands.executeCommand("soaphttp.minifyBody");
    await expectText(editor, request(envelope("<a> text </a>")));
  });
});

suite("automatic Content-Length", () => {
  teardown(closeAll);

  const start = '<a xmlns="urn:a">';
  const body = envelope(`${start}</a>`);
  const typed = (text: string) => request(body.replace(start, start + text));

  test("Content-Length isn't changed with the setting off", async () => {
    const editor = await openAt(request(body.replace(start, `${start}|`)));
    await type("xyz");
    assert.deepEqual(await codesOf(editor.document), ["content-length-mismatch"]);
    assert.equal(editor.document.getText(), typed("xyz").replace(/(Length: )\d+/, `$1${bytesOf(body)}`));
  });

  test("Content-Length is updated on every key with the setting onType, and Undo reverts both", async () => {
    await withSettings({ "contentLength.update": "onType" }, async () => {
      const editor = await openAt(request(body.replace(start, `${start}|`)));
      await type("é");
      await expectText(editor, typed("é"));
      await type("xyz");
      await expectText(editor, typed("éxyz"));
      assert.deepEqual(await codesOf(editor.document), []);
      for (let i = 0; i < 10 && editor.document.getText() !== typed(""); i++) {
        await vscode.commands.executeCommand("undo");
        assert.deepEqual(await codesOf(editor.document), [], "the count is right at every step");
      }
      assert.equal(editor.document.getText(), typed(""));
    });
  });

  test("a Content-Length that the author types is kept with the setting onType", async () => {
    await withSettings({ "contentLength.update": "onType" }, async () => {
      const editor = await openAt(request(body).replace(/(Length: \d+)/, "$1|"));
      await type("7");
      const wrong = editor.document.getText();
      assert.match(wrong, /Length: \d+7\n/);
      assert.deepEqual(await codesOf(editor.document), ["content-length-mismatch"]);
      assert.equal(editor.document.getText(), wrong);
    });
  });

  test("a notification offers the setting once when the author corrects Content-Length", async () => {
    let asked = 0;
    const kept = new Map<string, unknown>();
    const state: Pick<vscode.Memento, "get" | "update"> = {
      get: (key: string) => kept.get(key),
      update: async (key, value) => void kept.set(key, value),
    };
    const contentLengthUpdate = async () => {
      asked++;
      return "onSave" as const;
    };
    const note = registerContentLengthNote(state, () => ({ contentLengthUpdate }));
    const set = (value: unknown) =>
      vscode.workspace
        .getConfiguration("soaphttp")
        .update("contentLength.update", value, vscode.ConfigurationTarget.Global);
    try {
      const right = request(body);
      const editor = await openAt(right.replace(/(Length: \d+)/, "$17|"));
      await vscode.commands.executeCommand("deleteLeft");
      await eventually("the setting that was chosen", () => {
        assert.equal(vscode.workspace.getConfiguration("soaphttp").get("contentLength.update"), "onSave");
      });
      assert.equal(editor.document.getText(), right);
      await set("off");
      await type("7");
      assert.deepEqual(await codesOf(editor.document), ["content-length-mismatch"]);
      await vscode.commands.executeCommand("deleteLeft");
      assert.deepEqual(await codesOf(editor.document), []);
      assert.equal(asked, 1);
    } finally {
      note.dispose();
      await set(undefined);
    }
  });

  test("Content-Length is updated only when the file is saved with the setting onSave", async () => {
    await withSettings({ "contentLength.update": "onSave" }, async () => {
      const document = await openFile("add.soaphttp");
      const before = document.getText();
      try {
        const at = document.positionAt(before.indexOf("</"));
        await replace(document, new vscode.Range(at, at), "0");
        assert.match(document.getText(), /Content-Length: 299/);
        assert.ok(await document.save());
        assert.deepEqual(await codesOf(document), []);
        assert.ok(!document.isDirty);
      } finally {
        await withSettings({ "contentLength.update": "off" }, async () => {
          await replace(document, new vscode.Range(0, 0, document.lineCount, 0), before);
          await document.save();
        });
      }
    });
  });
});

async function expectText(editor: vscode.TextEditor, expected: string): Promise<void> {
  await eventually("the text", () => assert.equal(editor.document.getText(), expected));
}
