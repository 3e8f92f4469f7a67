import assert from "node:assert/strict";
import { join } from "node:path";
import { whyNotWritten } from "../../../client/src/cli/namedFiles.ts";

suite("why a named file isn't written", () => {
  const cwd = join("/", "work", "folder");
  const why = (path: string) => whyNotWritten(Promise.resolve({ refused: "exists", path } as const), cwd);

  test("the message names a file of the current folder as the user does", async () => {
    assert.match((await why(join(cwd, "sub", "a.har"))) ?? "", /^sub.a\.har already exists\./);
  });

  test("the message names other files by their whole paths", async () => {
    const other = join("/", "work", "other", "a.har");
    assert.equal(await why(other), `${other} already exists. Specify a new file.`);
  });
});
