import assert from "node:assert/strict";
import { isSavePath } from "../../../server/src/text/savePath.ts";

suite("paths of files to save", () => {
  const good = ["a.bin", "./a.bin", "out/a.bin", "./out/2026/a b.tar.gz", "Prüfung.xml", "console.txt", "com10", "a~b"];
  for (const path of good) test(`${path} can be saved`, () => assert.ok(isSavePath(path)));

  const bad = [
    ...["", ".", "..", "../x", "./../x", "a/../x", "a/..", "/x", "//x", "a//x", "a/", "./", "././x", "a/./x"],
    ...[".git/x", ".GIT/config", "a/.git/x", ".bashrc", "GIT~1/hooks/x", "git~1", "\u200c.git/x", " .git/x"],
    ...["C:/x", "c:x", "x:stream", "a\\b", "..\\x", "\\\\server\\x", "a*", "a?", 'a"b', "a<b", "a|b"],
    ...["con", "NUL", "nul.txt", "a/COM1.xml", "lpt9", "aux .txt", "com¹", "CONIN$", "prn."],
    ...["a.", "a ", "a./b", "a\0b", "a\nb", "a\u202eb", "\ud800"],
  ];
  for (const path of bad)
    test(`${JSON.stringify(path)} can't be saved`, () => assert.ok(!isSavePath(path), JSON.stringify(path)));
});
