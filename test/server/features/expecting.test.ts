import assert from "node:assert/strict";
import { evaluate, ReadExchange } from "../../../server/src/evaluation/evaluate.ts";
import { testDirectives } from "../../../server/src/expectations/directives.ts";
import {
  type AddedExpectation,
  expectEqual,
  expectJsonValue,
  expectValue,
  xpathAt,
} from "../../../server/src/features/expecting.ts";
import { applyEdits } from "../../../server/src/service/languageService.ts";
import { withCursor } from "../../support/marked.ts";
import { requestSections, responseSections } from "../../support/structure.ts";

const post = 'POST /calc HTTP/1.1\nContent-Type: text/xml\n\n<m:Add xmlns:m="urn:m"/>\n';

function after(text: string, expecting: AddedExpectation): string {
  assert.ok("edit" in expecting, JSON.stringify(expecting));
  return applyEdits(text, [expecting.edit]);
}

function expecting(body: string, request = post): AddedExpectation {
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
    test(`the command writes ${directive}`, () => assert.equal(directiveFor(body), directive));
  }

  test("the command is refused outside of elements and in elements with children", () => {
    for (const body of ["<R>| <A/></R>", "<R|><A>1</A></R>", "<R/>\n|", '<R xmln|s="u"><A>1</A></R>']) {
      assert.deepEqual(expecting(body), {
        why: "Place the cursor in an attribute, or in an element that contains only text.",
      });
    }
  });

  test("the command is refused for values that a directive can't contain, and in ill-formed XML", () => {
    for (const body of ["<R>a|\nb</R>", "<R>{{|name}}</R>", "<R>a\\|</R>"]) {
      assert.match(JSON.stringify(expecting(body)), /can't contain this value/, body);
    }
    assert.deepEqual(expecting("<R><A>1|</A>"), { why: "The response isn't well-formed XML." });
  });
});

suite("expecting a value of a JSON response", () => {
  /** The directive for the value at `|`, which holds for the response. */
  function directiveIn(body: string): string {
    const { text, offset } = withCursor(body);
    const [section] = requestSections(post);
    assert.ok(section);
    const added = after(post, expectJsonValue(section.placed.segment, text, offset));
    const [{ placed } = assert.fail()] = requestSections(added);
    const { expectations } = testDirectives(placed.segment);
    const response = { status: 200, reason: "OK", fields: [], body: new TextEncoder().encode(text) };
    const read = new ReadExchange({ request: { fields: [], body: new Uint8Array() }, response, total: 1 });
    const results = evaluate(placed.segment.text, expectations, read, {
      replace: (one) => one,
      file: () => ({ kind: "missing" }),
      contractProblems: () => [],
      addressingProblems: () => [],
      times: [],
      requestErrors: () => [],
      signatureProblems: () => [],
      afterSteps: () => ({ why: "" }),
    });
    const held = results.map(({ held }) => held);
    assert.deepEqual(held, [true], added);
    return added.slice(0, -post.length - 1);
  }

  const directives: Readonly<Record<string, string>> = {
    '{"a": {"b": "x |y"}}': '# @expect $.a.b = "x y"',
    '{"a": [1, {"n": -2|.50}]}': "# @expect $.a[1].n = -2.5",
    "[[],[1,|2]]": "# @expect $[1][1] = 2",
    '{"is|OK" : true}': "# @expect $.isOK = true",
    '{"a": null|}': "# @expect $.a = null",
    '{"a": "5|"}': '# @expect $.a = "5"',
    '{"a b": "|", "c": 1}': "# @expect $['a b'] = \"\"",
    '{"it\'s = 5": |1}': '# @expect $["it\'s = 5"] = 1',
    '{"say \\"hi\\"": |1}': "# @expect $['say \"hi\"'] = 1",
    '{"": {"0": |1}}': "# @expect $['']['0'] = 1",
    '{"größe-x": "say \\"|ä\\" \\\\ "}': '# @expect $.größe-x = "say \\"ä\\" \\ "',
    '{"a": 1|2345678901234567890}': "# @expect $.a = 12345678901234567000",
    '{"a": |1e30, "b": "]"}': "# @expect $.a = 1e+30",
    '{"a": |1, "a": 2}': "# @expect $.a = 2",
    '"|text"': '# @expect $ = "text"',
    '{"user": {"tokens": ["t0|p"]}}': "# @expect $.user.tokens[0] exists",
  };
  for (const [body, directive] of Object.entries(directives)) {
    test(`the command writes ${directive}`, () => assert.equal(directiveIn(body), directive));
  }

  test("the command replaces the value of an expectation of the same path", () => {
    const [section] = requestSections(`# @expect $.a = "1"\n${post}`);
    assert.ok(section);
    const { segment } = section.placed;
    assert.equal(after(segment.text, expectJsonValue(segment, '{"a":2}', 5)), `# @expect $.a = 2\n${post}`);
  });

  test("the command is refused outside of values, for what a directive can't contain, and in JSON that is cut", () => {
    const whyFor = (body: string) => {
      const { text, offset } = withCursor(body);
      const [section] = requestSections(post);
      assert.ok(section);
      return JSON.stringify(expectJsonValue(section.placed.segment, text, offset));
    };
    for (const body of ['{"a": 1}|\n', '|{"a": 1}', '{"|a": []}', '{"a": [ | 1]}']) {
      assert.match(whyFor(body), /Place the cursor in a string, a number/, body);
    }
    for (const body of ['{"a": "|{{b}}"}', '{"a": "|b\\n"}', '{"{{a}}": |1}', '{"a\'\\"": |1}', '{"token\\n": "|1"}']) {
      assert.match(whyFor(body), /can't contain this value/, body);
    }
    assert.match(whyFor('{"a": |1'), /neither XML nor valid JSON/);
  });
});

suite("an added expectation", () => {
  const get = "GET / HTTP/1.1\n";

  test("an added expectation follows the last # @expect, with the line ending of the file", () => {
    assert.equal(
      equal(`# @name a\r\n# @expect status 200\r\n# more\r\n${get}`, "//A", "1"),
      `# @name a\r\n# @expect status 200\r\n# @expect //A = "1"\r\n# more\r\n${get}`,
    );
  });

  test("an added expectation is otherwise the last line before the request", () => {
    assert.equal(equal(`### a\n@b = 1\n\n${get}`, "//A", "1"), `### a\n@b = 1\n\n# @expect //A = "1"\n${get}`);
  });

  test("an added expectation replaces the value that this path is compared with", () => {
    assert.equal(equal(`# @expect //A = 1\n${get}`, "//A", "2"), `# @expect //A = "2"\n${get}`);
    assert.equal(equal(`# @expect //A != 1\n${get}`, "//A", "2"), `# @expect //A != 1\n# @expect //A = "2"\n${get}`);
  });

  test("an added expectation names the file of a body, quoted if it contains spaces", () => {
    assert.equal(equal(get, "body", "./a.expected.xml"), `# @expect body = ./a.expected.xml\n${get}`);
    assert.equal(equal(get, "body", "./a b.xml"), `# @expect body = "./a b.xml"\n${get}`);
    assert.equal(
      equal(`# @expect body = ./b.xml ignore //Id\n${get}`, "body", "./a.xml"),
      `# @expect body = ./a.xml ignore //Id\n${get}`,
    );
  });
});

suite("copying the XPath of an element", () => {
  const paths: Readonly<Record<string, string>> = {
    '<r:R xmlns:r="urn:m"><r:Sum>5|.5</r:Sum></r:R>': "//r:Sum",
    '<R xmlns="urn:r"><Su|m>5</Sum></R>': "//*:Sum",
    "<R><Row><A>1</A></Row><Row><A>|2</A></Row></R>": "//Row[2]/A",
    "<R>|x<A/></R>": "//R",
    '<R><Item id="7" na|me="a"/></R>': "//Item/@name",
    '<R xmln|s:r="urn:m"><A/></R>': "//R",
    "<p:R><A>|x": "//A",
    "<p|:R/>": "//*:R",
  };
  for (const [body, path] of Object.entries(paths)) {
    test(`the path is ${path} in ${body}, of a response and a request`, () => {
      const { text, offset } = withCursor(`\n${body}`);
      for (const [head, sections] of [
        ["HTTP/1.1 200 OK\nContent-Type: text/xml\n", responseSections],
        ["### first\nGET / HTTP/1.1\n\n###\nPOST / HTTP/1.1\nContent-Type: text/xml\n", requestSections],
      ] as const) {
        const section = sections(head + text).at(-1);
        assert.ok(section?.xml);
        assert.equal(xpathAt(section.xml, head.length + offset - section.start), path);
      }
    });
  }

  test("there is no path outside of elements", () => {
    const { text, offset } = withCursor("HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<R/>\n|");
    const xml = responseSections(text)[0]?.xml;
    assert.ok(xml);
    assert.equal(xpathAt(xml, offset), undefined);
  });
});
