import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Watch } from "../../../client/src/cli/watchedFiles.ts";
import { folderOf } from "../../support/folders.ts";

suite("watched files", () => {
  test("a changed file is found without another search for new files, which are found later", async () => {
    const cwd = folderOf({ "a.soaphttp": "1" });
    const watch = new Watch(cwd, []);
    watch.begin("a.soaphttp");
    const names = ["a.soaphttp"];
    let searches = 0;
    const search = () => {
      // The file appears after several checks.
      if (++searches === 1) setTimeout(() => writeFileSync(join(cwd, "a.soaphttp"), "22"), 1000);
      return names;
    };
    const { signal } = new AbortController();
    assert.deepEqual(await watch.changed(search, signal), ["a.soaphttp"]);
    assert.equal(searches, 2);
    watch.begin("a.soaphttp");
    names.push("b.soaphttp");
    assert.deepEqual(await watch.changed(search, signal), ["b.soaphttp"]);
  });
});
