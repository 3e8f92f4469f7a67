import assert from "node:assert/strict";
import { unsavedOf } from "../../../../client/src/extension/editor/unsaved.ts";

suite("files that a rename changes", () => {
  const open = (uri: string, languageId: string, isDirty: boolean) => ({ uri, languageId, isDirty });
  const changed = ["file:///a.soaphttp", "file:///rows.csv"];

  test("A file with unsaved changes that the server doesn't know isn't changed", () => {
    const table = open("file:///rows.csv", "plaintext", true);
    assert.equal(unsavedOf(changed, [open("file:///a.soaphttp", "soaphttp", true), table]), table);
  });

  test("A file without unsaved changes, an open one with requests and another file are changed", () => {
    const documents = [
      open("file:///a.soaphttp", "soaphttp", true),
      open("file:///rows.csv", "csv", false),
      open("file:///other.csv", "csv", true),
    ];
    assert.equal(unsavedOf(changed, documents), undefined);
  });
});
