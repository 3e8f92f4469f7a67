import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { findWsdls } from "../../../server/src/node/findWsdls.ts";

suite("finding the WSDLs of a workspace", () => {
  let folder = "";
  const uri = (name: string) => pathToFileURL(join(folder, name)).href;
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), "soaphttp-find-"));
  });
  teardown(() => rmSync(folder, { recursive: true }));

  function write(...names: readonly string[]): void {
    for (const name of names) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), "");
    }
  }

  test("the search lists the WSDLs of all folders as URIs, ordered by path", async () => {
    write("b.wsdl", "a/c d.wsdl", "a/x.xsd", "a/wsdl", "other/e.wsdl");
    assert.deepEqual(await findWsdls([uri("")]), ["a/c d.wsdl", "b.wsdl", "other/e.wsdl"].map(uri));
    assert.deepEqual(await findWsdls([uri("a"), uri("other")]), ["a/c d.wsdl", "other/e.wsdl"].map(uri));
  });

  test("the search leaves out node_modules, hidden folders and what symbolic links lead to", async () => {
    write("a/node_modules/b.wsdl", ".git/c.wsdl", "d/.e.wsdl");
    symlinkSync(folder, join(folder, "d/loop"), "junction");
    assert.deepEqual(await findWsdls([uri("")]), [uri("d/.e.wsdl")]);
  });

  test("the search lists at most 1000, the nearest ones first", async () => {
    write("z/last.wsdl", ...Array.from({ length: 1_000 }, (_, index) => `${index}.wsdl`));
    const uris = await findWsdls([uri("")]);
    assert.equal(uris.length, 1_000);
    assert.ok(!uris.includes(uri("z/last.wsdl")));
  });

  test("the search finds no WSDL where a folder is missing, or is in no file system", async () => {
    assert.deepEqual(await findWsdls([uri("missing"), "http://h/a", "untitled:a", "x"]), []);
  });
});
