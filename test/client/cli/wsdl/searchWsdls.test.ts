import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { searchWsdls } from "../../../../client/src/cli/wsdl/searchWsdls.ts";
import { temporaryFolder, writeFiles } from "../../../support/folders.ts";

suite("the search for WSDLs in the current folder", () => {
  let folder = "";
  setup(() => {
    folder = temporaryFolder();
  });

  const write = (...names: readonly string[]) =>
    writeFiles(folder, Object.fromEntries(names.map((name) => [name, ""])));

  test("the search finds the WSDLs of all folders, ordered by path", () => {
    write("b.wsdl", "a/c d.wsdl", "a/b/c.wsdl", "a/x.xsd", "a/wsdl");
    assert.deepEqual(searchWsdls(folder), { names: ["a/b/c.wsdl", "a/c d.wsdl", "b.wsdl"], leftOut: undefined });
  });

  test("the search leaves out node_modules, hidden names and links to folders", () => {
    write("a/node_modules/b.wsdl", ".git/c.wsdl", "d/.e.wsdl", "f.wsdl");
    symlinkSync(folder, join(folder, "d/loop"), "junction");
    assert.deepEqual(searchWsdls(folder).names, ["f.wsdl"]);
    assert.deepEqual(searchWsdls(join(folder, "missing")).names, []);
  });

  test("the search ends after a number of files, the nearest ones first, and says so", () => {
    write("near/a.wsdl", "b.txt", "c.txt", "near/far/d.wsdl");
    const bounds = { time: 1_000, now: () => 0 };
    const { names, leftOut } = searchWsdls(folder, { ...bounds, entries: 4 });
    assert.deepEqual(names, ["near/a.wsdl"]);
    assert.equal(
      leftOut,
      "The search for WSDLs in the current folder ended after 4 files. Use --wsdl or # @wsdl to name the WSDL of a request.",
    );
    assert.deepEqual(searchWsdls(folder, { ...bounds, entries: 6 }), {
      names: ["near/a.wsdl", "near/far/d.wsdl"],
      leftOut: undefined,
    });
  });

  test("the search ends after some time, and says so", () => {
    write("a.wsdl", "far/b.wsdl", "farther/c.wsdl");
    let time = 0;
    const now = () => {
      time += 600;
      return time;
    };
    const { names, leftOut } = searchWsdls(folder, { entries: 100, time: 1_000, now });
    assert.deepEqual(names, ["a.wsdl", "far/b.wsdl"]);
    assert.match(leftOut ?? "", /^The search for WSDLs in the current folder ended after 1 seconds\. /);
  });

  test("the search names the last WSDL that it reads if there are more than 500", () => {
    write(...Array.from({ length: 501 }, (_, index) => `${1000 + index}.wsdl`));
    assert.equal(
      searchWsdls(folder).leftOut,
      "The current folder has 501 WSDLs. Only the first 500 by path are searched, up to 1499.wsdl. Use --wsdl or # @wsdl to name the WSDL of a request.",
    );
  });
});
