import assert from "node:assert/strict";
import type { IGrammar } from "vscode-textmate";
import { createGrammars, type Grammars, tokenize } from "./grammars.ts";

/*
 * A line of 200 KB must be read in a number of steps proportional to its length. With a backtracking expression, a test
 * would take hours.
 */
const length = 200_000;
/** VS Code doesn't color longer lines (editor.maxTokenizationLineLength), and its own XML grammar relies on that. */
const lengthInEditor = 20_000;

const soaphttp = "source.soaphttp";
const inHead = ["POST / HTTP/1.1"];
const inBody = ["POST / HTTP/1.1", ""];

interface LongLine {
  readonly before: readonly string[];
  readonly begins: string;
  readonly repeats: string;
  readonly scope?: string;
}

const lines: readonly LongLine[] = [
  { before: [], begins: "", repeats: "a" },
  { before: [], begins: "", repeats: " " },
  { before: [], begins: "", repeats: "a:" },
  { before: [], begins: "POST ", repeats: " " },
  { before: [], begins: "POST /", repeats: "a" },
  { before: [], begins: "POST /", repeats: " HTTP/1.1" },
  { before: [], begins: "POST /?", repeats: "a=b&" },
  { before: [], begins: "POST http://", repeats: "[" },
  { before: [], begins: "POST /", repeats: "{{a" },
  { before: [], begins: "POST /", repeats: "{" },
  { before: [], begins: "POST /", repeats: "<a" },
  { before: [], begins: "# @timeout ", repeats: "1" },
  { before: [], begins: "# @", repeats: "a@" },
  { before: [], begins: "", repeats: "#" },
  { before: [], begins: "@", repeats: "a" },
  { before: [], begins: "@a = ", repeats: "{{a b" },
  { before: [], begins: "### ", repeats: " " },
  { before: inHead, begins: "", repeats: "a" },
  { before: inHead, begins: "", repeats: " " },
  { before: inHead, begins: "", repeats: "a\t" },
  { before: inHead, begins: "Content-Type: ", repeats: "a" },
  { before: inHead, begins: "Content-Type: ", repeats: '; a="\\' },
  { before: inHead, begins: "Content-Type: ", repeats: ";" },
  { before: inHead, begins: "Content-Type: a/b", repeats: "; a" },
  { before: inHead, begins: "Content-Length: ", repeats: "n" },
  { before: inHead, begins: "Content-Length: ", repeats: "1 " },
  { before: inHead, begins: "Host: ", repeats: ":1" },
  { before: inHead, begins: "X: ", repeats: '"\\' },
  { before: inHead, begins: "X: ", repeats: "{{a" },
  { before: inBody, begins: "--", repeats: "-" },
  { before: inBody, begins: "--", repeats: "- " },
  { before: inBody, begins: "< ", repeats: " " },
  { before: inBody, begins: "text", repeats: "{{a" },
  { before: inBody, begins: "<a>", repeats: "x" },
  { before: inBody, begins: "", repeats: "<a/>" },
  { before: inBody, begins: "<a b='", repeats: "{{x}}" },
  { before: [], begins: "HTTP/1.1 200", repeats: " ", scope: "source.soaphttp-response" },
  { before: [], begins: "HTTP/1.1 ", repeats: "2", scope: "source.soaphttp-response" },
  { before: ["HTTP/1.1 200 OK"], begins: "content-type:", repeats: " ", scope: "source.soaphttp-response" },
  { before: ["HTTP/1.1 200 OK", ""], begins: "", repeats: " ", scope: "source.soaphttp-response" },
  { before: ["HTTP/1.1 200 OK", ""], begins: '{"a":"', repeats: "x", scope: "source.soaphttp-response" },
  { before: [], begins: "```soaphttp", repeats: " ", scope: "text.html.markdown" },
];

suite("Long lines", () => {
  let grammars: Grammars;

  suiteSetup(async () => {
    grammars = await createGrammars();
  });

  for (const line of lines) {
    const { before, begins, repeats, scope = soaphttp } = line;
    test(`the grammar takes linear time for a megabyte of ${JSON.stringify(repeats)} after ${JSON.stringify([...before, begins])}`, async () => {
      const grammar = await grammars.load(scope);
      const tenth = stepsOf(grammar, line, length / 10);
      const whole = stepsOf(grammar, line, length);
      assert.ok(whole < 11 * tenth + 50, `${tenth} scans for a tenth of the line, ${whole} for the whole`);
      assert.ok(whole < 4 * length, `${whole} scans`);
    });
  }

  for (const repeats of ["<a ", "<a><a ", "<", "<!--", "--", "<![CDATA[", "<?p ", "&", "{{", "<a b='"]) {
    test(`the grammar takes linear time for XML with ${JSON.stringify(repeats)}, up to the limit of an editor`, async () => {
      const grammar = await grammars.load(soaphttp);
      assert.ok(stepsOf(grammar, { before: inBody, begins: "<a>", repeats }, lengthInEditor) < 4 * lengthInEditor);
    });
  }

  /** The number of scans of a line of this length. Also checks the colors of the request after it. */
  function stepsOf(grammar: IGrammar, { before, begins, repeats, scope = soaphttp }: LongLine, size: number): number {
    const line = (begins + repeats.repeat(Math.ceil(size / repeats.length))).slice(0, size);
    const start = grammars.scans();
    const tokens = tokenize(grammar, [...before, line, "###", "GET / HTTP/1.1"]);
    const steps = grammars.scans() - start;
    assert.equal(tokens[before.length]?.map(({ text }) => text).join(""), line, "tokens are missing");
    const last = tokens.at(-1)?.[0]?.scopes;
    if (scope === soaphttp) assert.equal(last?.at(-1), "keyword.control.method.soaphttp", last?.join(" "));
    return steps;
  }
});
