import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFileAtMost } from "../../../client/src/node/readAtMost.ts";
import { skip } from "../../support/skip.mjs";

suite("a file that a document refers to", () => {
  let folder = "";
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), "soaphttp-read-"));
  });
  teardown(() => rmSync(folder, { recursive: true }));

  test("is read up to the limit", async () => {
    const path = join(folder, "body");
    writeFileSync(path, "x".repeat(600_000));
    assert.equal((await readFileAtMost(path, 600_000))?.length, 600_000);
    assert.equal(await readFileAtMost(path, 599_999), undefined);
  });

  test("is not read beyond the limit even if its reported size is 0", async function () {
    const path = "/proc/self/pagemap";
    if (!existsSync(path)) skip(this, `there is no ${path}`);
    assert.equal(await readFileAtMost(path, 1_000_000), undefined);
  });

  test("rejects if it doesn't exist", async () => {
    await assert.rejects(readFileAtMost(join(folder, "none"), 1), { code: "ENOENT" });
  });
});
