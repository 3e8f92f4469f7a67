import assert from "node:assert/strict";
import { LastExchanges } from "../../../../server/src/service/languageService.ts";
import { completionsAt, labelsAt, taken } from "../../../support/completions.ts";
import { exchangeOf } from "../../../support/evaluation.ts";

/** The exchanges after a request with the name `login`. */
function lastFor(response: string, request = '<c:Login xmlns:c="urn:c"/>'): LastExchanges {
  const last = new LastExchanges();
  const fields = { "Content-Type": response.startsWith("<") ? "text/xml" : "application/json" };
  last.add("login", exchangeOf({ body: response, fields, request }));
  return last;
}

const login = (directive: string) => `# @name login\n${directive}\nPOST / HTTP/1.1\nHost: h\n\n<a/>`;

suite("completion of paths into the last response", () => {
  const xml =
    '<r:R xmlns:r="urn:c" xmlns:o="urn:o"><o:List><o:Item>a  b</o:Item><o:Item>c</o:Item></o:List>' +
    "<r:Token>t0p</r:Token><r:Empty/><plain>&lt;1&gt;</plain></r:R>";
  const paths = ["//*:Item", "//c:Token", "//c:Empty", "//plain", "//c:R", "//*:List"];

  test("completion offers leaf elements first, with prefixes of the request and without secrets", () => {
    for (const directive of ["# @expect |", "# @expect //c|", "# @set x = |", "# @set x = //|"]) {
      const items = completionsAt(login(directive), { last: lastFor(xml) });
      const offered = items.filter(({ label }) => /^\/\/./.test(label));
      const labels = offered.map(({ label }) => label);
      assert.deepEqual(labels, paths, directive);
      const notes = offered.map(({ note }) => note);
      assert.deepEqual(notes, ["a b", "[redacted]", "", "<1>", undefined, undefined]);
    }
  });

  test("completion offers paths in references to the body, with the name and the closing braces", () => {
    const source = `${login("# @expect status 200")}\n###\nPOST / HTTP/1.1\nX: {{login.response.body.|}}\n`;
    const label = "login.response.body.//c:Token";
    assert.ok(taken(source, label, { last: lastFor(xml) }).endsWith("X: {{login.response.body.//c:Token}}\n"));
    const request = labelsAt(source.replace("response", "request"), { last: lastFor(xml) });
    assert.ok(request.includes("login.request.body.//c:Login"), request.join());
  });

  test("completion offers paths after a dot, where it completes nothing else", () => {
    const source = (line: string) => `${login("# @expect status 200")}\n###\nPOST / HTTP/1.1\n${line}\n\n<a/>`;
    const options = { last: lastFor(xml), trigger: "." };
    assert.deepEqual(
      labelsAt(source("X: {{login.response.body.|"), options),
      paths.map((path) => `login.response.body.${path}`),
    );
    for (const line of ["Host: h.|", "X.|", "# a.|"]) assert.deepEqual(labelsAt(source(line), options), [], line);
    for (const body of ["<a>1.|</a>", "<a.|"]) {
      assert.deepEqual(
        labelsAt(source("Host: h").replace("\n\n<a/>", `\n\n${body}`).replace("<a/>\n###", "<b/>\n###"), options),
        [],
      );
    }
  });

  test("completion inserts a path that is known with the body, else a pattern", () => {
    const source = `${login("# @expect status 200")}\n###\nPOST / HTTP/1.1\nX: {{|\n`;
    assert.ok(
      taken(source, "login.response.body", { last: lastFor(xml) }).endsWith("{{login.response.body.//*:Item}}\n"),
    );
    assert.ok(taken(source, "login.response.body").endsWith("{{login.response.body.//*:Name}}\n"));
  });

  /** Values of `# @set` other than paths. */
  const withoutPath = ["body matches", "header", "{{a}} + {{b}}"];

  test("completion offers no paths without a response in XML, nor before the =", () => {
    for (const last of [new LastExchanges(), lastFor("{}"), lastFor("<a>")]) {
      assert.deepEqual(labelsAt(login("# @set x = |"), { last }), withoutPath);
      assert.ok(labelsAt(login("# @expect |"), { last }).includes("status"));
    }
    assert.deepEqual(labelsAt(login("# @set |"), { last: lastFor(xml) }), []);
  });

  test("completion offers at most 50 paths", () => {
    const many = Array.from({ length: 99 }, (_, index) => `<e${index}/>`).join("");
    const labels = labelsAt(login("# @set x = |"), { last: lastFor(`<a>${many}</a>`) });
    assert.equal(labels.filter((label) => !withoutPath.includes(label)).length, 50);
  });
});

suite("completion of expectations of a body", () => {
  test("completion offers files, texts in quotes, and the opposite", () => {
    assert.deepEqual(labelsAt(login("# @expect body |")), [
      "= ./expected.xml",
      "matches ./expected.xml",
      'contains ""',
      'matches ""',
      "not ",
    ]);
    assert.deepEqual(labelsAt(login("# @expect no |")), ["fault", "leak"]);
    assert.equal(taken(login("# @expect |"), "certificate expires"), login("# @expect certificate expires > 30 d"));
    assert.deepEqual(labelsAt(login("# @expect certificate expires > 5 |")), ["d", "h"]);
    assert.equal(taken(login("# @expect body not |"), 'contains ""'), login('# @expect body not contains "text"'));
    assert.deepEqual(labelsAt(login('# @expect body not contains "a" |')), []);
  });
});
