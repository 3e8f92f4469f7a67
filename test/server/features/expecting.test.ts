import assert from "node:assert/strict";
import { type Expecting, expectEqual, expectValue } from "../../../server/src/features/expecting.ts";
import { applyEdits } from "../../../server/src/languageService.ts";
import { withCursor } from "../../support/marked.ts";
import { requestSections, responseSections } from "../../support/structure.ts";

const post = 'POST /calc HTTP/1.1\nContent-Type: text/xml\n\n<m:Add xmlns:m="urn:m"/>\n';

function after(text: string, expecting: Expecting): string {
  assert.ok("edit" in expecting, JSON.stringify(expecting));
  return applyEdits(text, [expecting.edit]);
}

function expecting(body: string, request = post): Expecting {
  const { text, offset } = withCursor(`HTTP/1.1 200 OK\nContent-Type: text/xml\n\n${body}`);
  const [section] = requestSections(request);
  assert.ok(section);
  return expectValue(section.placed.segment, section.xml, responseSections(text)[0]?.xml, offset);
}

/** The directive that is inserted above the request. */
function directiveFor(body: string): string {
  const added = after(post, expecting(body));
  assert.ok(added.endsWith(`\n${post}`), added);
  return added.slice(0, -post.length - 1);
}

function equal(request: string, subject: string, value: string): string {
  const [section] = requestSections(request);
  assert.ok(section);
  return after(request, expectEqual(section.placed.segment, subject, value));
}

suite("expecting a value of a response", () => {
  const directives: Readonly<Record<string, string>> = {
    '<r:R xmlns:r="urn:m"><r:Sum>5|.5</r:Sum></r:R>': '# @expect //m:Sum = "5.5"',
    '<r:R xmlns:r="urn:r"><r:Sum>5</r:S|um></r:R>': '# @expect //*:Sum = "5"',
    '<R><Item id="7" na|me="a &amp; b"/></R>': '# @expect //Item/@name = "a & b"',
    '<R xmlns:x="urn:x"><Item x:id="|7">a</Item></R>': '# @expect //Item/@*:id = "7"',
    "<R><Token>t0|p</Token></R>": "# @expect //Token exists",
    "<R><Empty|/></R>": '# @expect //Empty = ""',
    '<R><A>say "hi" \\ |</A></R>': '# @expect //A = "say \\"hi\\" \\ "',
    "<R><A><![CDATA[<a>|]]></A></R>": '# @expect //A = "<a>"',
    '<R xmln|s="urn:m">5</R>': '# @expect //m:R = "5"',
  };
  for (const [body, directive] of Object.entries(directives)) {
    test(`writes ${directive}`, () => assert.equal(directiveFor(body), directive));
  }

  test("is refused outside of elements and in elements with children", () => {
    for (const body of ["<R>| <A/></R>", "<R|><A>1</A></R>", "<R/>\n|", '<R xmln|s="u"><A>1</A></R>']) {
      assert.deepEqual(expecting(body), {
        why: "Place the cursor in an attribute, or in an element that contains only text.",
      });
    }
  });

  test("is refused for values that a directive can't contain, and in ill-formed XML", () => {
    for (const body of ["<R>a|\nb</R>", "<R>{{|name}}</R>", "<R>a\\|</R>"]) {
      assert.match(JSON.stringify(expecting(body)), /can't contain this value/, body);
    }
    assert.deepEqual(expecting("<R><A>1|</A>"), { why: "The response isn't well-formed XML." });
  });
});

suite("an added expectation", () => {
  const get = "GET / HTTP/1.1\n";

  test("follows the last # @expect, with the line ending of the file", () => {
    assert.equal(
      equal(`# @name a\r\n# @expect status 200\r\n# more\r\n${get}`, "//A", "1"),
      `# @name a\r\n# @expect status 200\r\n# @expect //A = "1"\r\n# more\r\n${get}`,
    );
  });

  test("otherwise is the last line before the request", () => {
    assert.equal(equal(`### a\n@b = 1\n\n${get}`, "//A", "1"), `### a\n@b = 1\n\n# @expect //A = "1"\n${get}`);
  });

  test("replaces the value that this path is compared with", () => {
    assert.equal(equal(`# @expect //A = 1\n${get}`, "//A", "2"), `# @expect //A = "2"\n${get}`);
    assert.equal(equal(`# @expect //A != 1\n${get}`, "//A", "2"), `# @expect //A != 1\n# @expect //A = "2"\n${get}`);
  });

  test("names the file of a body, quoted if it contains spaces", () => {
    assert.equal(equal(get, "body", "./a.expected.xml"), `# @expect body = ./a.expected.xml\n${get}`);
    assert.equal(equal(get, "body", "./a b.xml"), `# @expect body = "./a b.xml"\n${get}`);
    assert.equal(
      equal(`# @expect body = ./b.xml ignore //Id\n${get}`, "body", "./a.xml"),
      `# @expect body = ./a.xml ignore //Id\n${get}`,
    );
  });
});
