import assert from "node:assert/strict";
import { folds } from "../../../../server/src/features/folding.ts";
import type { Section } from "../../../../server/src/features/support/section.ts";
import { multipartRequest, requestSections, responseSections } from "../../../support/structure.ts";

suite("folding", () => {
  test("folding folds a request to its separator, the header section to the request line and elements to their start tags", () => {
    expectFolds(
      requestSections,
      `
      ### One                            0
      # a comment
      POST /s HTTP/1.1                   1
      Host: h                            1.

      <Envelope>                         2
        <Header/>
        <Body>                           3
          <a>1</a>                       3.
        </Body>                          2.
      </Envelope>                        0.
      ### Two                            0
      GET / HTTP/1.1                     0.
      `,
    );
  });

  test("folding folds successive comments together", () => {
    expectFolds(
      requestSections,
      `
      # one                              1 comment
      # two
      // three                           1.
      # @name x
      # four

      # five
      GET / HTTP/1.1
      `,
    );
  });

  test("folding folds comments, CDATA sections and processing instructions of the XML", () => {
    expectFolds(
      requestSections,
      `
      POST / HTTP/1.1

      <a>                                2
        <!-- one                         3 comment
             two -->                     3.
        <![CDATA[                        3
        <b>
        ]]>                              3.
        <?pi                             3
        ?>                               3.2.
      </a>
      `,
    );
  });

  test("folding ends an unclosed element before the line of what follows it", () => {
    expectFolds(
      requestSections,
      `
      POST / HTTP/1.1

      <a>                                2
        <b>                              3
          text                           3.2.
      </a>
      `,
    );
  });

  test("folding hides an end tag after text, and folds an empty-element tag with its attributes", () => {
    expectFolds(
      requestSections,
      `
      POST / HTTP/1.1

      <a>                                2
        <b>one                           3
           two</b>                       3.
        <c x="1"                         3
           y="2"/>                       3.2.
      </a>
      `,
    );
  });

  test("folding doesn't fold the only request of a file without a separator", () => {
    expectFolds(
      requestSections,
      `
      POST / HTTP/1.1                    1
      Host: h                            1.

      text
      `,
    );
  });

  test("folding folds the parts of a multipart body", () => {
    const text = multipartRequest("<a>\n</a>");
    assert.deepEqual(shown(requestSections(text), text), [
      'POST /s HTTP/1.1 … Content-Type: multipart/related; boundary=b; start="<root>"; type="text/xml"',
      "--b … </a>",
      "--b … …",
    ]);
  });

  test("folding folds a response", () => {
    expectFolds(
      responseSections,
      `
      HTTP/1.1 200 OK                    1
      Content-Type: text/xml             1.

      <a>                                2
        <b/>                             2.
      </a>
      `,
    );
  });

  test("folding has a kind that editors fold at first for a long value of Base64 data in a response", () => {
    const value = `\n${"QUJD".repeat(9)}`.repeat(2);
    const kinds = (sections: readonly Section[]) => folds(sections).map(({ kind }) => kind);
    const response = (content: string) =>
      responseSections(`HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<a>${content}\n</a>`);
    assert.deepEqual(kinds(response(value)), [undefined, "imports"]);
    assert.deepEqual(kinds(response(`${value}!`)), [undefined, undefined]);
    assert.deepEqual(kinds(response("\nQUJD\nQUJD")), [undefined, undefined]);
    assert.deepEqual(kinds(requestSections(`POST / HTTP/1.1\n\n<a>${value}\n</a>`)), [undefined]);
  });

  test("folding folds a response that isn't XML by its indentation", () => {
    expectFolds(
      responseSections,
      `
      HTTP/1.1 200 OK                    1
      Content-Type: application/json     1.

      {                                  2
        "a": [                           3
          1,

          2                              3.
        ],
        "b": 3                           2.
      }
      `,
    );
  });

  test("folding accepts CRLF and CR line endings", () => {
    for (const lineBreak of ["\r\n", "\r"]) {
      const text = "POST / HTTP/1.1\nHost: h\n\n<a>\n<b/>\n</a>".replaceAll("\n", lineBreak);
      assert.deepEqual(shown(requestSections(text), text), ["POST / HTTP/1.1 … Host: h", "<a> … <b/>"]);
    }
  });

  test("folding keeps the outer folds if there are too many", () => {
    const text = `### x\nPOST / HTTP/1.1\nHost: h\n\n<a>\n${"<b>\n<c>\nx\n</c>\n</b>\n".repeat(100)}</a>`;
    const foldsFound = folds(requestSections(text), 50);
    assert.equal(foldsFound.length, 50);
    const depths = foldsFound.map(({ depth }) => depth);
    assert.deepEqual(depths, [0, 1, 2, ...Array.from({ length: 47 }, () => 3)]);
  });

  test("folding takes linear time for 100,000 nested elements on one line", () => {
    const depth = 100_000;
    const text = `POST / HTTP/1.1\n\n${"<a>".repeat(depth)}\n${"</a>".repeat(depth)}`;
    assert.equal(folds(requestSections(text)).length, 5000);
  });
});

/**
 * Each row of the table has a line of text, and from column 35 on the depth and kind of a fold that begins there, and
 * `depth.` for each that ends there.
 */
function expectFolds(read: (text: string) => readonly Section[], table: string): void {
  const rows = table
    .split("\n")
    .slice(1, -1)
    .map((row) => row.slice(6));
  const text = rows.map((row) => row.slice(0, 35).trimEnd()).join("\n");
  const allFolds = folds(read(text));
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length - 1;
  const drawn = rows.map((row, line) => {
    const begins = allFolds.filter(({ start }) => lineOf(start) === line);
    const ends = allFolds.filter(({ end }) => lineOf(end) === line).toSorted((a, b) => b.depth - a.depth);
    const notes = `${begins.map(({ depth, kind }) => (kind === "comment" ? `${depth} comment` : depth)).join("")}${ends.map(({ depth }) => `${depth}.`).join("")}`;
    return `${row.slice(0, 35).padEnd(35)}${notes}`.trimEnd();
  });
  assert.equal(drawn.join("\n"), rows.map((row) => row.trimEnd()).join("\n"));
}

/** The first and last line of each fold. */
function shown(sections: readonly Section[], text: string): string[] {
  return folds(sections).map(({ start, end }) => {
    const lines = text.slice(start, end).split(/\r\n?|\n/);
    return `${lines[0]} … ${lines.at(-1)}`;
  });
}
