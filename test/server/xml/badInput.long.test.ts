import assert from "node:assert/strict";
import { parseEdited } from "../../../server/src/xml/parseEdited.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { elementAt, nodeAt, scopes, textContent, walk } from "../../../server/src/xml/query.ts";
import { Random } from "../../fuzz/random.ts";
import { checkTree } from "../../fuzz/tree.ts";
import { growthTests } from "../../support/steps.ts";

const many = 100_000;

/** Texts that grow with `n` and are expensive to parse. */
const growing: Readonly<Record<string, (n: number) => string>> = {
  "nested elements": (n) => `${"<a>".repeat(n)}${"</a>".repeat(n)}`,
  "unclosed nested elements": (n) => "<a>".repeat(n),
  "nested elements of one name with text": (n) => "<a>1".repeat(n),
  "nested elements of two names, closed in the wrong order": (n) => "<a><b>".repeat(n) + "</a></b>".repeat(n),
  "end tags without a start tag": (n) => `<a>${"</b>".repeat(n)}</a>`,
  "end tags without a start tag, deep inside": (n) => "<a>".repeat(n) + "</bbbbbbbbb>".repeat(n),
  "similar end tags, deep inside": (n) => "<aaaaaaaa>".repeat(n) + "</aaaaaaab>".repeat(n),
  "end tags followed by whitespace": (n) => `${"<a>".repeat(n)}</b>${" ".repeat(n)}</c>${" ".repeat(n)}`,
  attributes: (n) => `<a ${Array.from({ length: n }, (_, i) => `b${i}='1'`).join(" ")}/>`,
  "attributes of one name": (n) => `<a ${"b='1' ".repeat(n)}/>`,
  "attributes with prefixes": (n) => `<a xmlns:p='u' ${Array.from({ length: n }, (_, i) => `p:b${i}='1'`).join(" ")}/>`,
  "attributes without values": (n) => `<a ${"b ".repeat(n)}/>`,
  "namespace declarations, nested": (n) => Array.from({ length: n }, (_, i) => `<a xmlns:b${i}='u'>`).join(""),
  "namespace declarations in one tag": (n) =>
    `<a ${Array.from({ length: n }, (_, i) => `xmlns:b${i}='u'`).join(" ")}/>`,
  "one prefix, declared repeatedly": (n) => `${"<b:a xmlns:b='u' b:c=''>".repeat(n)}${"</b:a>".repeat(n)}`,
  "undeclared prefixes": (n) => Array.from({ length: n }, (_, i) => `<b${i}:a/>`).join(""),
  "names that all differ": (n) => Array.from({ length: n }, (_, i) => `<a${i}/>`).join(""),
  "unclosed comments": (n) => "<!-- ".repeat(n),
  "unclosed comments, one on each line": (n) => "<!-- a >\n".repeat(n),
  "comments in comments": (n) => `<a>${"<!-- a > <!-- b -->".repeat(n)}</a>`,
  "hyphens in a comment": (n) => `<a><!-- ${"-- ".repeat(n)}--></a>`,
  "unclosed CDATA sections": (n) => `<a>${"<![CDATA[ </a>".repeat(n)}`,
  "unclosed processing instructions": (n) => "<?a <?b>\n".repeat(n),
  "unclosed document types": (n) => "<!DOCTYPE a [ '".repeat(n),
  "unknown markup": (n) => "<!a".repeat(n),
  "one unclosed quote": (n) => `<a b="${"<c d='1'>".repeat(n)}`,
  "unclosed quotes of one kind": (n) => '<a b="1>'.repeat(n),
  "unclosed quotes of both kinds": (n) => `<a b="1><c d='2>`.repeat(n),
  "unclosed quotes before words": (n) => `<a b="${"c d ".repeat(n)}<a b='${"e f ".repeat(n)}`,
  "values with < in them": (n) => `<a b="${"<".repeat(n)}"/>`,
  "quotes inside a value": (n) => `<a b="1${'"2'.repeat(n)}"/>`,
  "typographic quotes": (n) => "<a b=“1".repeat(n),
  "words in a tag": (n) => `<a ${"1 ".repeat(n)}/>`,
  "words before a missing >": (n) => `<a ${"b c ".repeat(n)}<`,
  "slashes in a tag": (n) => `<a ${"/ ".repeat(n)}>`,
  "less-than signs that begin no tag": (n) => `<a>${"< ".repeat(n)}${"<".repeat(n)}${"<1 ".repeat(n)}</a>`,
  "whitespace after <": (n) => `<a>${`<${" ".repeat(10)}`.repeat(n)}</a>`,
  "bare ampersands": (n) => `<a>${"&".repeat(n)}${"&a".repeat(n)}${"&#".repeat(n)}</a>`,
  brackets: (n) => `<a>${"]".repeat(n)}${"]]>".repeat(n)}</a>`,
  braces: (n) => `<a>${"{".repeat(n)}${"{{a".repeat(n)}</a>`,
  declarations: (n) => `<?xml ${"version='1.0' ".repeat(n)}`,
  "words in a declaration": (n) => `<?xml ${"a=1 ".repeat(n)}`,
  roots: (n) => "<a/>b".repeat(n),
  whitespace: (n) => " ".repeat(n),
  "a long name": (n) => `<${"a".repeat(n)}></${"a".repeat(n)}><${"b".repeat(n)}:${"c".repeat(n)}/>`,
  "characters that aren't allowed in XML": (n) => `<a>${"\0".repeat(n)}</a>`,
};

suite("time and memory for bad input", () => {
  const grows = growthTests();
  for (const [title, make] of Object.entries(growing)) {
    grows(title, make, (text) => {
      for (const options of [{}, { variables: true, namespaces: false }]) parseXml(text, 0, text.length, options);
    });
  }

  for (const [title, make] of Object.entries(growing)) {
    grows(`an edit in ${title}`, make, (text) => {
      const options = { variables: true };
      for (const around of ["", "<r>"]) {
        const before = parseXml(around + text, 0, around.length + text.length, options);
        const middle = around.length + (text.length >> 1);
        const edited = `${before.text.slice(0, middle)}x${before.text.slice(middle)}`;
        parseEdited(before, edited, 0, edited.length, options);
      }
    });
  }

  test("the parser parses 100,000 nested elements", () => {
    const document = parseXml(growing["nested elements"]?.(many) ?? "");
    assert.deepEqual(document.problems, []);
    assert.equal([...walk(document.children)].length, many);
    assert.equal([...scopes(document, "")].length, many);
    const middle = many * 3;
    assert.equal(elementAt(document, middle)?.startTagEnd, middle);
    assert.equal(nodeAt(document, middle)?.kind, "element");
    assert.ok(document.root);
    assert.equal(textContent(document, document.root), "");
    checkTree(document);
  });

  test("the parser parses 100,000 attributes", () => {
    const { problems, root } = parseXml(growing["attributes"]?.(many) ?? "");
    assert.deepEqual([problems.length, root?.attributes.length], [0, many]);
  });

  test("the parser reports at most a given number of 100,000 errors and counts the others", () => {
    const source = `<a>${"&".repeat(many)}</a>`;
    const byDefault = parseXml(source);
    assert.deepEqual([byDefault.problems.length, byDefault.problemsLeftOut], [1000, many - 1000]);
    const all = parseXml(source, 0, source.length, { maxProblems: many });
    assert.deepEqual([all.problems.length, all.problemsLeftOut], [many, 0]);
    const none = parseXml(source, 0, source.length, { maxProblems: 0 });
    assert.deepEqual([none.problems.length, none.problemsLeftOut], [0, many]);
  });

  test("the parser parses 200,000 repetitions of one character", () => {
    for (const character of [
      "<",
      ">",
      "&",
      '"',
      "'",
      "/",
      "=",
      "!",
      "?",
      "-",
      "]",
      "[",
      "{",
      "\0",
      "\ud800",
      "\n",
      "a",
      "é",
    ]) {
      checkTree(parseXml(character.repeat(2e5)));
      checkTree(parseXml(`<a b='${character.repeat(5e4)}`));
    }
  });
});

suite("text that isn't XML", () => {
  const samples = [
    `<?xml version="1.0" encoding="utf-8"?>\n<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'>\n  <s:Body><a b="1&amp;2">1 &lt; 2<![CDATA[ <c> ]]><!-- d --><?e f?></a></s:Body>\n</s:Envelope>\n`,
    `<!DOCTYPE a [ <!ENTITY b "]>"> <!-- ' --> <?c ]>?> ]><a d='&b;'>😀\ud800</a>`,
    `<a b="1 c="2" d=3 e>< 1 <f </a> # g {{h}} {{`,
  ];

  for (const sample of samples) {
    test(`the parser parses every truncation of ${JSON.stringify(sample.slice(0, 20))}`, () => {
      for (let length = 0; length <= sample.length; length++) {
        const document = parseXml(sample, 0, length);
        checkTree(document);
        // The text after the end is ignored.
        assert.deepEqual(summary(document), summary(parseXml(sample.slice(0, length))));
        checkTree(parseXml(sample, length));
      }
    });

    test(`the parser parses ${JSON.stringify(sample.slice(0, 20))} with any character replaced`, () => {
      for (let i = 0; i < sample.length; i++) {
        for (const other of "<>&\"'/=\0 ]-?!{\ud800")
          checkTree(parseXml(sample.slice(0, i) + other + sample.slice(i + 1)));
      }
    });
  }

  test("the parser parses random characters", () => {
    const random = new Random(7);
    const markup = [
      "<",
      ">",
      "/",
      "=",
      '"',
      "'",
      "&",
      ";",
      "!",
      "?",
      "-",
      "[",
      "]",
      "CDATA",
      "xml",
      ":",
      "a",
      "b",
      " ",
      "\n",
      "{{",
    ];
    for (let i = 0; i < 3000; i++) {
      const any = () => (random.chance(90) ? random.pick(markup) : String.fromCharCode(random.below(0x10000)));
      checkTree(parseXml(random.some(0, 60, any)));
    }
  });

  test("the parser parses a range that ends inside a surrogate pair, and empty ranges", () => {
    assert.deepEqual(
      parseXml("<a>😀").problems.map(({ reason }) => reason),
      ["end-tag-missing"],
    );
    assert.deepEqual(
      parseXml("<a>😀", 0, 4).problems.map(({ reason }) => reason),
      ["end-tag-missing", "surrogate-lone"],
    );
    for (const [start, end] of [
      [3, 3],
      [0, 0],
      [4, 4],
    ] as const)
      checkTree(parseXml("<a/>", start, end));
  });
});

function summary({ problems, root }: ReturnType<typeof parseXml>): unknown {
  return [problems.map(({ reason, start, end, args, related }) => [reason, start, end, args, related]), root?.end];
}
