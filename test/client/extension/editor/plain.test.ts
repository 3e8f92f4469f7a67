import assert from "node:assert/strict";
import { plain } from "../../../../client/src/extension/editor/plain.ts";

/** As in VS Code: vs/base/common/linkedText.ts and vs/base/browser/ui/iconLabel/iconLabels.ts. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const icon = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/;

suite("text from files and services in VS Code's messages", () => {
  for (const text of [
    "[Open](command:workbench.action.terminal.new)",
    "[x](https://evil.example)",
    "[x](file:///etc/passwd)",
    '[x](COMMAND:id?%5B1%5D "title")',
    "[[x](command:a)](command:b)",
    "a]\u202e(command:x)",
  ]) {
    test(`${text} isn't a link`, () => assert.doesNotMatch(plain(text), link));
  }

  for (const text of ["$(shield) safe", "$(loading~spin)", "$$(shield)", "\\$(shield)"]) {
    test(`${text} isn't an icon`, () => assert.doesNotMatch(plain(text), icon));
  }

  test("escaping adds only spaces, and only where a link or an icon would begin", () => {
    assert.equal(plain("[x](command:a) $(b)"), "[x] (command:a) $ (b)");
    const harmless = "f(x) [1] ($5) a[0] (see) <b> `c` *d* http://localhost:8000/ – ü €\nnext\tline";
    assert.equal(plain(harmless), harmless);
  });

  test("escaping shows invisible characters", () => {
    assert.equal(plain("a\u0000b\u001bc\u0085d"), "a<U+0000>b<U+001B>c<U+0085>d");
    assert.equal(plain("gnp.\u202egpj \u2066x\u2069"), "gnp.<U+202E>gpj <U+2066>x<U+2069>");
  });
});
