import assert from "node:assert/strict";
import { insertedName, typedPath } from "../../../../client/src/core/text/typedPath.ts";

suite("a path that is being typed", () => {
  const at = (line: string) => {
    const path = typedPath(line);
    return path && [path.folder, path.name];
  };

  test("a path that is being typed is in a body file, a file part or a data file", () => {
    assert.deepEqual(at("< "), ["", ""]);
    assert.deepEqual(at("< ./a"), ["./", "a"]);
    assert.deepEqual(at("<@ ../parts/my f"), ["../parts/", "my f"]);
    assert.deepEqual(at("# @data rows/"), ["rows/", ""]);
  });

  test("a path that is being typed is in the quotes of $file", () => {
    assert.deepEqual(at('<a>{{$file "'), ["", ""]);
    assert.deepEqual(at('@a = {{$file "./parts/my f'), ["./parts/", "my f"]);
    for (const line of ['{{$file "./a"', "{{$file ./a", '$file "a', '{{$file "a | b" | zip "c'])
      assert.equal(typedPath(line), undefined, line);
    for (const entry of ['a"b', "a\\b"])
      assert.equal(insertedName({ folder: "./", name: "", isQuoted: true }, entry), undefined);
  });

  test("a path isn't completed in XML, in other directives or in a variable", () => {
    for (const line of ["<a", "<", " < a", "< a>", "# @name a", "text < a", "< {{file", "GET ./a"]) {
      assert.equal(typedPath(line), undefined, line);
    }
  });

  test("a path begins with ./ if nothing is typed", () => {
    assert.equal(insertedName({ folder: "", name: "", isQuoted: false }, "a.pdf"), "./a.pdf");
    assert.equal(insertedName({ folder: "", name: "a", isQuoted: false }, "a.pdf"), "a.pdf");
    assert.equal(insertedName({ folder: "./", name: "", isQuoted: false }, "a.pdf"), "a.pdf");
  });

  test("a path isn't completed to a name that a directive can't contain, and to a hidden file only after a dot", () => {
    const typed = { folder: "./", name: "", isQuoted: false };
    for (const entry of ["a\nb", " a", "a ", "{{a}}", "a>b", ".env"])
      assert.equal(insertedName(typed, entry), undefined);
    assert.equal(insertedName({ folder: "./", name: ".", isQuoted: false }, ".env"), ".env");
  });
});
