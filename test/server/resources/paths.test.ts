import assert from "node:assert/strict";
import { fileUri, foldersUpwards, isAtOrBelow } from "../../../server/src/resources/paths.ts";

suite("the folders of a document", () => {
  const expectFolders = (uri: string, roots: readonly string[], ...folders: readonly string[]) =>
    assert.deepEqual(foldersUpwards(uri, roots), folders);

  test("the folders of a document go up to the open folder", () => {
    expectFolders("file:///w/a/b/x.soaphttp", ["file:///w"], "file:///w/a/b/", "file:///w/a/", "file:///w/");
    expectFolders("file:///w/x.soaphttp", ["file:///w/"], "file:///w/");
  });

  test("the folders of a document go up to the innermost of several open folders", () => {
    expectFolders("file:///w/a/b/x.soaphttp", ["file:///w", "file:///w/a"], "file:///w/a/b/", "file:///w/a/");
  });

  test("a document outside the open folders has only its own folder", () => {
    expectFolders("file:///other/a/x.soaphttp", ["file:///w"], "file:///other/a/");
    expectFolders("file:///work/x.soaphttp", ["file:///w"], "file:///work/");
    expectFolders("file:///x.soaphttp", [], "file:///");
  });

  test("the folders of a document work on other file systems and in a root folder", () => {
    expectFolders(
      "vscode-vfs://github/o/r/d/x.soaphttp",
      ["vscode-vfs://github/o/r"],
      "vscode-vfs://github/o/r/d/",
      "vscode-vfs://github/o/r/",
    );
    expectFolders("vscode-test-web://mount/d/x.soaphttp", ["vscode-test-web://mount/"], ...["d/", ""].map(onMount));
    expectFolders("file:///c%3A/w/x.soaphttp", ["file:///c%3A/w"], "file:///c%3A/w/");
    expectFolders("file:///a/x.soaphttp", ["file:///"], "file:///a/", "file:///");
  });

  test("the folders of a document ignore a slash after the path", () => {
    expectFolders("git:/w/x.soaphttp?ref=a/b", [], "git:/w/");
  });

  test("a document that isn't saved has no folders", () => {
    expectFolders("untitled:Untitled-1", ["file:///w"]);
    expectFolders("untitled:/w/x.soaphttp", ["file:///w"]);
  });
});

suite("a path in a document", () => {
  const base = "file:///w/my%20files/x.soaphttp";
  for (const [path, uri] of [
    ["./b.xml", "file:///w/my%20files/b.xml"],
    ["b.xml", "file:///w/my%20files/b.xml"],
    ["../b.xml", "file:///w/b.xml"],
    ["..\\sub\\b.xml", "file:///w/sub/b.xml"],
    ["a b.xml", "file:///w/my%20files/a%20b.xml"],
    ["ä.xml", "file:///w/my%20files/%C3%A4.xml"],
    ["100%.xml", "file:///w/my%20files/100%25.xml"],
    ["a#b?c.xml", "file:///w/my%20files/a%23b%3Fc.xml"],
    ["/tmp/b.xml", "file:///tmp/b.xml"],
    ["C:\\x\\y.xml", "file:///C:/x/y.xml"],
    ["http://h/b.xml", "file:///w/my%20files/http://h/b.xml"],
    ["//host/share/b.xml", "file:///host/share/b.xml"],
  ] as const) {
    test(`${path} is ${uri}`, () => assert.equal(fileUri(path, base), uri));
  }

  test("a path has no drive on other file systems", () => {
    assert.equal(fileUri("C:\\x.xml", "vscode-vfs://github/o/r/x.soaphttp"), undefined);
    assert.equal(fileUri("..\\x.xml", "vscode-vfs://github/o/r/x.soaphttp"), "vscode-vfs://github/o/x.xml");
  });

  test("a path has no URI if the document isn't saved", () => {
    for (const base of ["untitled:Untitled-1", "untitled:/w/x.soaphttp"]) {
      for (const path of ["b.xml", "/b.xml", "C:/b.xml"]) assert.equal(fileUri(path, base), undefined);
    }
  });
});

suite("URIs of the same file", () => {
  test("URIs may differ in percent-encoding and in the case of the drive", () => {
    const isFound = isAtOrBelow(["file:///w/a%20(1)@.xml", "file:///C:/x.xml", "file:///w/b.xml"]);
    assert.ok(isFound("file:///w/a%20%281%29%40.xml"));
    assert.ok(isFound("file:///c%3A/x.xml"));
    assert.ok(!isFound("file:///w/B.xml"));
  });

  test("the URI of a folder stands for the files in it, too", () => {
    const isFound = isAtOrBelow(["file:///w/a%20b"]);
    assert.ok(isFound("file:///w/a b/c/d.xml"));
    assert.ok(!isFound("file:///w/a bc/d.xml"));
    assert.ok(!isFound("file:///w"));
  });
});

function onMount(folder: string): string {
  return `vscode-test-web://mount/${folder}`;
}
