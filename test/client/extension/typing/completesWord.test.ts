import assert from "node:assert/strict";
import { completesWord } from "../../../../client/src/extension/typing/completesWord.ts";

suite("Enter takes a suggestion", () => {
  const headers = ["Content-Type", "Content-Length", "Host"];
  const cases: readonly (readonly [title: string, typed: string, names: readonly string[], completes: boolean])[] = [
    ["Enter completes the beginning of a word", "Conte", headers, true],
    ["Enter completes a word in other case", "conte", headers, true],
    ["Enter completes two characters", "Ho", headers, true],
    ["Enter completes the part behind a hyphen", "Content-", headers, true],
    ["Enter is a line break after one character", "C", headers, false],
    ["Enter is a line break where nothing is typed", "", headers, false],
    ["Enter is a line break after characters that only occur in order", "Ctnt", headers, false],
    ["Enter is a line break after a complete word", "Host", headers, false],
    ["Enter is a line break after a complete word that begins another one", "sum", ["sum", "summary"], false],
    ["Enter is a line break after a complete value", "text/xml", ["text/xml; charset=utf-8"], false],
    ["Enter is a line break in a value of several words", "text/x", ["text/xml; charset=utf-8"], false],
    ["Enter is a line break before a port", "localhost", ["localhost:8000"], false],
    [
      "Enter completes a name beside a suggestion of several",
      "Content-Ty",
      ["Content-Type, Host", "Content-Type"],
      true,
    ],
    ["Enter completes the name of a variable", "$gu", ["$guid"], true],
    ["Enter completes a name with a prefix", "s:Bo", ["s:Body"], true],
  ];
  for (const [title, typed, names, completes] of cases) {
    test(title, () => assert.equal(completesWord(names.map((name) => ({ typed, name }))), completes));
  }
});
