import assert from "node:assert/strict";
import { definitions } from "../../../../server/src/features/occurrences.ts";
import { renameAt } from "../../../../server/src/features/rename/rename.ts";
import { request } from "../../../support/findings.ts";
import { mark, marked } from "../../../support/marked.ts";
import { requestSections } from "../../../support/structure.ts";

const body = (value: string) => `<s:Envelope xmlns:s="u"><s:Body><a>${value}</a></s:Body></s:Envelope>`;
const using = (value: string) => `###\n${request({}, body(value))}`;

suite("names in the steps of computed values", () => {
  for (const [what, text] of [
    ["an argument that is a variable", `@«key» = a\n@text = b\n${using("{{text | hmac sha256 «key» | base64}}")}`],
    ["an argument of $concat", `@«key» = a\n${using('{{$concat "a" «key» "b" | sha256 | hex}}')}`],
    ["an option that is a variable", `@«key» = a\n@k = b\n${using("{{k | encrypt k aes128-cbc iv=«key» | base64}}")}`],
    ["a source", `@«key» = a\n${using("{{«key» | sha256 | hex}}")}`],
    [
      "a variable in the steps of another one",
      `@«key» = a\n@code = {{$guid | hmac sha256 «key» | hex}}\n${using("{{code}}")}`,
    ],
    ["a document as an argument", `# @document «key»\n\n<a/>\n${using('{{$concat «key» "x" | sha256 | hex}}')}`],
    ["a document as a key", `@text = a\n# @document «key»\n\n<a/>\n${using("{{text | hmac sha256 «key» | hex}}")}`],
    [
      "an argument behind a path",
      `@«key» = a\n###\n# @expect //x | hmac sha256 «key» | hex = 1\n# @set y = //x | hmac md5 «key» | hex\n${request({}, body("1"))}`,
    ],
    [
      "an argument in a header",
      `@«key» = a\n###\n${request({ "X-Code": "{{$body | hmac sha256 «key» | hex}}" }, body("1"))}`,
    ],
    [
      "an argument in a document",
      `@«key» = a\n# @document d\n\n<d>{{«key» | hmac sha256 «key» | hex}}</d>\n${using("{{d}}")}`,
    ],
  ] as const) {
    test(`Rename and Go to Definition know ${what}`, () => {
      const { text: typed, spans } = marked(text);
      const [definition] = spans;
      assert.ok(definition && spans.length > 1);
      const sections = requestSections(typed);
      for (const { start } of spans) {
        const renamable = renameAt(sections, start + 1);
        const renamed = renamable?.kind === "renamable" ? renamable.to("renamed") : undefined;
        assert.equal(mark(typed, renamed?.kind === "edits" ? renamed.edits : []), text);
        const [target] = definitions(sections, start + 1);
        assert.equal(mark(typed, target ? [target.name] : []), mark(typed, [definition]));
      }
    });
  }
});
