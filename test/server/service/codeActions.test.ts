import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import { defaultInlayHints } from "../../../server/src/protocol/protocol.ts";
import { analyze, contextOfRequests, diagnose, getCodeActions } from "../../../server/src/service/languageService.ts";
import { request } from "../../support/findings.ts";

suite("code actions", () => {
  test("code actions compute the findings of a document only once", () => {
    const document = TextDocument.create("file:///a.soaphttp", "soaphttp", 1, request({ Host: undefined }));
    const analysis = analyze(document.getText());
    let count = 0;
    const context = contextOfRequests(
      document,
      () => analysis,
      (one) => {
        count++;
        return diagnose(one);
      },
      { settings: { rules: {}, inlayHints: defaultInlayHints, environments: undefined, wsdl: undefined }, client: {} },
    );
    const range = { start: { line: 0, character: 0 }, end: { line: 6, character: 0 } };
    const titles = getCodeActions(context, range, { diagnostics: [] }).map(({ title }) => title);
    assert.deepEqual(
      getCodeActions(context, range, { diagnostics: [] }).map(({ title }) => title),
      titles,
    );
    assert.ok(titles.length > 1, titles.join());
    assert.equal(count, 1);
    assert.equal(diagnose(analysis), diagnose(analysis));
  });
});
