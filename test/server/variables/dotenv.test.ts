import assert from "node:assert/strict";
import { parseDotenv } from "../../../server/src/variables/dotenv.ts";

const cases: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ["names and values", "A=1\nB_2=two words\nc.d-e=3", { A: "1", B_2: "two words", "c.d-e": "3" }],
  ["spaces and tabs around them", "  A =  1  \n\tB\t=\t2\t", { A: "1", B: "2" }],
  ["export before a name", "export A=1\nexport\tB=2", { A: "1", B: "2" }],
  ["CRLF, and a byte order mark", "\ufeffA=1\r\nB=2\r\n", { A: "1", B: "2" }],
  ["an empty value", "A=\nB=''\nC=1", { A: "", B: "", C: "1" }],
  [
    "comments, and # in values",
    "# A=1\nB=2 # two\nC=a#b\nD='#' # x\nE=\"a # b\"",
    { B: "2", C: "a#b", D: "#", E: "a # b" },
  ],
  ["= in a value", "A=b=c==", { A: "b=c==" }],
  [
    "double quotes: line breaks, quotes and backslashes",
    'A="x\\ny\\r"\nB="\\"q\\" \\\\n"',
    { A: "x\ny\r", B: '"q" \\n' },
  ],
  ["double quotes: other backslashes stay", 'A="C:\\temp\\dir"', { A: "C:\\temp\\dir" }],
  [
    "single quotes and backquotes: everything stays",
    'A=\'a\\nb "c"\'\nB=`it\'s "d"`',
    { A: 'a\\nb "c"', B: 'it\'s "d"' },
  ],
  [
    "a quoted value of several lines",
    'KEY="-----BEGIN\nab\n-----END"\nB=1',
    { KEY: "-----BEGIN\nab\n-----END", B: "1" },
  ],
  ["an unclosed quote", 'A="x\nB=2', { A: '"x', B: "2" }],
  ["quotes inside of a value", 'A=it\'s\nB=x"y"', { A: "it's", B: 'x"y"' }],
  ["the last definition wins", "A=1\nA=2", { A: "2" }],
  ["lines without a definition", "A\n=1\nA B=2\n1", {}],
];

suite("parsing a .env file", () => {
  for (const [name, text, expected] of cases) {
    test(name, () => assert.deepEqual(Object.fromEntries(parseDotenv(text)), expected));
  }
});
