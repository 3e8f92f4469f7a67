import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  analyze,
  contextOfTyped,
  diagnose,
  getCodeActions,
  resolveCodeAction,
} from "../../../server/src/service/languageService.ts";
import { contextOf, editor } from "../../support/contexts.ts";
import { request } from "../../support/findings.ts";

suite("code actions", () => {
  test("the fix that defines a variable moves the cursor to its value", () => {
    const context = contextOf(`# @name a\n${request({ Host: "{{h}}" })}`, { loadsWsdls: true });
    const { document } = context;
    const at = document.positionAt(document.getText().indexOf("{{h}}") + 2);
    const action = getCodeActions(context, { range: { start: at, end: at }, context: { diagnostics: [] } }).find(
      ({ title }) => title.startsWith("Define h"),
    );
    const after = TextDocument.applyEdits(document, action?.edit?.changes?.[document.uri] ?? []);
    const [uri, position] = action?.command?.arguments ?? [];
    const moved = TextDocument.create(uri, "soaphttp", 2, after);
    const cursor = moved.offsetAt(position);
    assert.equal(
      `${after.slice(0, cursor)}|${after.slice(cursor)}`,
      `# @name a\n@h = |\n${request({ Host: "{{h}}" })}`,
    );
  });

  test("a fix whose text is complete leaves the cursor where it is", () => {
    const context = contextOf(request({ "Content-Length": "1" }), { loadsWsdls: true });
    const { document } = context;
    const at = document.positionAt(document.getText().indexOf("Content-Length: 1") + 16);
    const range = { start: at, end: { ...at, character: at.character + 1 } };
    const [action] = getCodeActions(context, { range, context: { diagnostics: [] } });
    assert.ok(action?.edit);
    assert.equal(action.command, undefined);
  });

  test("an editor that resolves edits gets the edit of the code action that it resolves", () => {
    const codeAction = { resolveSupport: { properties: ["edit"] } };
    const context = { ...contextOf(request({})), client: { textDocument: { codeAction } } };
    const start = { line: 0, character: 0 };
    const actions = getCodeActions(context, { range: { start, end: start }, context: { diagnostics: [] } });
    const after = (part: string) => {
      const action = actions.find(({ title }) => title.includes(part));
      assert.ok(action && !action.edit, actions.map(({ title }) => title).join());
      const edits = resolveCodeAction(context, action).edit?.changes?.[context.document.uri] ?? [];
      return TextDocument.applyEdits(context.document, edits);
    };
    assert.match(after("SOAP 1.1"), /"http:\/\/schemas\.xmlsoap\.org\/soap\/envelope\/"/);
    assert.match(after("Change the target"), /^POST http:/);
  });

  test("a refactoring changes the request at the cursor, and inserts all parts that it lacks", () => {
    const other = request();
    const context = contextOf(`${other}\n###\n${request({ Host: undefined, "Content-Length": undefined })}`);
    const { document } = context;
    const start = { line: other.split("\n").length + 1, character: 0 };
    const actions = getCodeActions(context, { range: { start, end: start }, context: { diagnostics: [] } });
    const after = (part: string) => {
      const action = actions.find(({ title }) => title.includes(part));
      assert.ok(action, `${part} is not in ${actions.map(({ title }) => title).join()}`);
      return TextDocument.applyEdits(document, action.edit?.changes?.[document.uri] ?? []).split("\n###\n");
    };
    const [first, second = ""] = after("SOAP 1.1");
    assert.equal(first, other);
    assert.match(second, /"http:\/\/schemas\.xmlsoap\.org\/soap\/envelope\/"/);
    assert.match(after("Insert missing parts: Host, Content-Length")[1] ?? "", /\nHost: .+\n.+\nContent-Length: 84\n/);
  });

  test("code actions compute the findings of a document only once", () => {
    const document = TextDocument.create("file:///a.soaphttp", "soaphttp", 1, request({ Host: undefined }));
    const analysis = analyze(document.getText());
    let count = 0;
    const context = contextOfTyped(
      "requests",
      document,
      () => analysis,
      (one) => {
        count++;
        return diagnose(one);
      },
      editor,
    );
    const range = { start: { line: 0, character: 0 }, end: { line: 6, character: 0 } };
    const titles = getCodeActions(context, { range, context: { diagnostics: [] } }).map(({ title }) => title);
    const offered = getCodeActions(context, { range, context: { diagnostics: [] } }).map(({ title }) => title);
    assert.deepEqual(offered, titles);
    assert.ok(titles.length > 1, titles.join());
    assert.equal(count, 1);
    assert.equal(diagnose(analysis), diagnose(analysis));
  });
});
