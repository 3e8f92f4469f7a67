import assert from "node:assert/strict";
import { isSavePath, matchesGlob } from "../../../server/src/text/paths.ts";

suite("a pattern", () => {
  for (const [pattern, matching, others] of [
    ["*.wsdl", ["a.wsdl", ".wsdl"], ["a/b.wsdl", "a.wsdl2"]],
    ["**/*.wsdl", ["a.wsdl", "a/b.wsdl", "a/b/c.wsdl"], ["a.xsd"]],
    ["a/**/c.wsdl", ["a/c.wsdl", "a/b/b/c.wsdl"], ["c.wsdl", "a/b/d.wsdl"]],
    ["a/**", ["a/b", "a/b/c"], ["b/a"]],
    ["?.{wsdl,xsd}", ["a.wsdl", "b.xsd"], ["ab.wsdl", "a.xml"]],
    ["{a,b{c,d}}/*x*y*", ["a/xy", "bd/1x2y3"], ["b/xy", "a/yx"]],
  ] as const) {
    test(`${pattern} matches ${matching.join(", ")}`, () => {
      assert.deepEqual(
        [...matching, ...others].filter((path) => matchesGlob(pattern, path)),
        matching,
      );
    });
  }

  test("a pattern takes bounded time, however many braces and stars it has", () => {
    assert.equal(matchesGlob(`${"{a,b}".repeat(1_000)}`, "a"), false);
    assert.equal(matchesGlob(`${"*a".repeat(500)}`, "a".repeat(499)), false);
  });
});

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
