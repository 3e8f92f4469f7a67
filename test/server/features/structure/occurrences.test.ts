import assert from "node:assert/strict";
import { DocumentHighlightKind } from "vscode-languageserver-types";
import { definitions, highlights, referencesAt } from "../../../../server/src/features/occurrences.ts";
import type { Section } from "../../../../server/src/features/support/section.ts";
import type { Span } from "../../../../server/src/text/span.ts";
import { mark, withCursor } from "../../../support/marked.ts";
import { multipartRequest, requestSections, responseSections } from "../../../support/structure.ts";

const { Read, Write, Text } = DocumentHighlightKind;

suite("highlights", () => {
  test("highlights mark the names of both tags of an element at its local name", () => {
    expectHighlights(inBody("<a><«p:b|b»><p:bb/></«p:bb»></a>"));
    expectHighlights(inBody("<a><«p:bb»><p:bb/></«p:b|b»></a>"));
    expectHighlights(inBody("<a><«b|»/></a>"));
  });

  test("highlights mark the declaration and the uses of a prefix", () => {
    expectHighlights(inBody('<«p|»:a xmlns:«p»="u" «p»:x="1" q:y=""><q:b/><«p»:c/></«p»:a>'));
    expectHighlights(inBody('<«p»:a xmlns:«|p»="u"><«p»:c/></«p»:a>'));
  });

  test("highlights use the nearest declaration of a prefix", () => {
    expectHighlights(inBody('<«p|»:a xmlns:«p»="u"><«p»:b><p:c xmlns:p="v"><p:d/></p:c></«p»:b></«p»:a>'));
    expectHighlights(inBody('<p:a xmlns:p="u"><p:b><«p»:c xmlns:«p»="v"><«|p»:d/></«p»:c></p:b></p:a>'));
  });

  test("highlights mark the uses of an undeclared prefix", () => {
    expectHighlights(inBody('<a><«p|»:b><p:c xmlns:p="u"/></«p»:b><«p»:d/></a>'));
  });

  test("highlights include qualified names in values: xsi:type, fault codes", () => {
    expectHighlights(
      inBody('<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:«x|»="u"><b xsi:type="«x»:c">x:d</b></a>'),
    );
    const envelope = 'xmlns:«s»="http://schemas.xmlsoap.org/soap/envelope/"';
    expectHighlights(
      inBody(
        `<«s»:Envelope ${envelope}><«s»:Body><«s»:Fault><faultcode>«s|»:Client</faultcode></«s»:Fault></«s»:Body></«s»:Envelope>`,
      ),
    );
  });

  test("highlights mark the unprefixed names in the scope of xmlns", () => {
    expectHighlights(inBody('<«a» «xm|lns»="u"><«b»/><p:c/><d xmlns="v"><e/></d></«a»>'));
  });

  test("highlights mark the definitions and uses of a variable in the whole file", () => {
    expectHighlights(
      "@«one» = 1\n@two = {{«one»}}\nGET /{{«o|ne»}} HTTP/1.1\n\n{{two}}\n### \nGET /{{«one» }} HTTP/1.1",
    );
    expectHighlights("@«o|ne» = 1\nGET /{{«one»}} HTTP/1.1\n### next\n@«one» = 2");
    expectHighlights(inBody("<a>{{«$randomInt» 1| 2}} {{«$randomInt» 3 4}} {{$guid}}</a>"));
  });

  test("highlights mark the name of a request, # @needs and the references to its exchange in the whole file", () => {
    const file = [
      "# @name «login»",
      "GET /a HTTP/1.1",
      "###",
      "# @needs «login»",
      "GET /{{«login».response.headers.X}} HTTP/1.1",
      "X: {{«login».response.body.//m:To|ken}} {{login}}",
    ].join("\n");
    expectHighlights(file);
    expectHighlights(file.replace("|", "").replace("# @name «", "# @name «|"));
  });

  test("highlights distinguish definitions (write), uses (read) and tags (text)", () => {
    const kinds = (source: string) => {
      const { text, offset } = withCursor(source);
      return highlights(requestSections(text), offset).map(({ kind }) => kind);
    };
    assert.deepEqual(kinds("@o|ne = 1\nGET /{{one}} HTTP/1.1"), [Write, Read]);
    assert.deepEqual(kinds(inBody('<p|:a xmlns:p="u"/>')), [Read, Write]);
    assert.deepEqual(kinds(inBody("<a|></a>")), [Text, Text]);
  });

  test("highlights mark nothing elsewhere", () => {
    for (const source of ["POST / HT|TP/1.1\nHost: h", inBody("<a>te|xt</a>"), inBody('<a b="|p:c"/>'), "|"]) {
      expectHighlights(source);
    }
  });

  test("highlights work in a response", () => {
    const source = "HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<«p|»:a xmlns:«p»='u'></«p»:a>";
    const { text, spans, offset } = withCursor(source);
    assert.equal(mark(text, highlights(responseSections(text), offset)), mark(text, spans));
  });

  test("highlights are limited to 5,000 uses of a prefix and its declaration", () => {
    const body = `<p:a xmlns:p="u">${"<p:b>".repeat(50_000)}${"</p:b>".repeat(50_000)}<p:c/></p:a>`;
    const text = inBody(body);
    const marks = highlights(requestSections(text), text.indexOf("<p:a") + 1);
    assert.equal(marks.length, 5001);
    assert.ok(marks.some(({ kind }) => kind === Write));
  });
});

suite("go to definition", () => {
  test("go to definition leads from a name to the declaration of its prefix or of the default namespace", () => {
    expectDefinition(inBody('<p:a xmlns:p="v"><p:b «xmlns:p="u"»><«p|»:c/></p:b></p:a>'), "p");
    expectDefinition(inBody('<p:a «xmlns:p="u"»><«p:b|b»/></p:a>'), "p");
    expectDefinition(inBody('<p:a «xmlns:p="u"»></«p:a|»>'), "p");
    expectDefinition(inBody('<a «xmlns="u"»><«b|»/></a>'), "xmlns");
    expectDefinition(inBody('<a xmlns="v" «xmlns:p="u"» «p:x|»=""/>'), "p");
  });

  test("go to definition finds none for an unprefixed attribute and for an undeclared prefix", () => {
    expectNoDefinition(inBody('<a xmlns="u" b|=""/>'));
    expectNoDefinition(inBody("<p|:a/>"));
    expectNoDefinition(inBody("<a|/>"));
  });

  test("go to definition leads from a variable to its definition anywhere in the file", () => {
    expectDefinition("GET /{{«o|ne»}} HTTP/1.1\n### later\n«@one = 1»", "one");
    expectDefinition("«@one = 1»\n@two = {{«o|ne»}}", "one");
    expectDefinition("# @data «id» = a.response.status\nGET /{{«i|d»}} HTTP/1.1", "id");
    expectNoDefinition("GET /{{$gu|id}} HTTP/1.1");
  });

  test("go to definition leads from a reference to an exchange to the name of its request", () => {
    const file = "«# @name login»\nGET /a HTTP/1.1\n###\n";
    expectDefinition(`${file}GET /{{«login».response.sta|tus}} HTTP/1.1`, "login");
    expectDefinition(`${file}# @needs «lo|gin»\nGET /b HTTP/1.1`, "login");
    expectDefinition(`${file}# @data id = «lo|gin».response.status\nGET /b HTTP/1.1`, "login");
    expectNoDefinition(`${file.replace(/[«»]/g, "")}# @needs o|ther\nGET /b HTTP/1.1`);
  });

  test("go to definition leads from a variable to the # @set that sets it", () => {
    expectDefinition("# @set «token» = //m:T\nGET /a HTTP/1.1\n###\nGET /{{«tok|en»}} HTTP/1.1", "token");
  });

  test("go to definition returns the definition in force first", () => {
    const { text, offset } = withCursor("@a = 1\n@a = 2\nGET /{{a|}} HTTP/1.1");
    const targets = definitions(requestSections(text), offset);
    const wholes = targets.map(({ whole }) => text.slice(whole.start, whole.end));
    assert.deepEqual(wholes, ["@a = 2", "@a = 1"]);
  });

  test("go to definition leads from a cid URI and from start to the part", () => {
    const text = multipartRequest('<a xmlns:x="u"><x:Include href="cid:pic|ture"/></a>');
    const [definition] = definitionsOf(text);
    assert.equal(definition?.whole, "--b\nContent-Type: image/png\nContent-ID: <picture>\n\n…");
    assert.equal(definition?.name, "<picture>");
    assert.equal(definition?.from, "cid:picture");
    const [start] = definitionsOf(text.replace("|", "").replace('start="<ro', 'start="<r|o'));
    assert.equal(start?.name, "<root>");
    assert.match(start?.whole ?? "", /^--b\nContent-Type: text\/xml\n/);
    assert.deepEqual(definitionsOf(multipartRequest('<a href="cid:no|ne"/>')), []);
    const [encoded] = definitionsOf(multipartRequest('<a href="cid:%70ict|ure"/>'));
    assert.equal(encoded?.name, "<picture>");
  });

  test("go to definition leads from href, URI and ref to the element with the ID", () => {
    expectDefinition(inBody('<a><b href="#«i|d»"/>«<c id="id"><d/></c>»</a>'), "id");
    expectDefinition(inBody('<a><ds:Reference URI="#«b-|1»"/>«<c wsu:Id="b-1"/>»</a>'), "b-1");
    expectDefinition(
      inBody('<a xmlns:e="http://www.w3.org/2003/05/soap-encoding"><b e:ref="«x|»"/>«<c e:id="x"/>»</a>'),
      "x",
    );
    expectNoDefinition(inBody('<a><b href="#no|ne"/><c id="x"/></a>'));
    expectNoDefinition(inBody('<a><b href="i|d"/><c id="id"/></a>'));
  });

  test("go to definition finds IDs only in the same request", () => {
    expectNoDefinition(`${inBody('<a href="#i|d"/>')}\n### \n${inBody('<a id="id"/>')}`);
  });
});

suite("find references", () => {
  test("the search finds the uses of a prefix, a variable, an ID and a Content-ID", () => {
    expectReferences(inBody('<«p»:a xmlns:p|="u"><«p»:b/></«p»:a>'));
    expectReferences("@o|ne = 1\n@two = {{«one»}}\n### \nGET /{{«one»}} HTTP/1.1");
    expectReferences(inBody('<a id="x|"><b href="#«x»"/><c URI="#«x»"/><d href="#y"/></a>'));
    expectReferences(
      multipartRequest('<a><b href="«cid:picture»"/><c href="cid:other"/></a>').replace("<picture>", "<pic|ture>"),
    );
  });

  test("the search includes the definition on request", () => {
    expectReferences(inBody('<«p»:a xmlns:«p»="u"><«p|»:b/></«p»:a>'), true);
    expectReferences("@«one» = 1\nGET /{{«o|ne»}} HTTP/1.1", true);
  });

  test("the search finds nothing for text", () => {
    expectReferences(inBody("<a>te|xt</a>"));
  });
});

function inBody(body: string): string {
  return `POST / HTTP/1.1\nHost: h\n\n${body}`;
}

function expectHighlights(source: string): void {
  expectSpans(source, highlights);
}

function expectReferences(source: string, withDefinitions = false): void {
  expectSpans(source, (sections, offset) => referencesAt(sections, offset, { withDefinitions }).own);
}

function expectSpans(source: string, find: (sections: readonly Section[], offset: number) => readonly Span[]): void {
  const { text, spans, offset } = withCursor(source);
  assert.equal(mark(text, find(requestSections(text), offset)), mark(text, spans));
}

/** Expects one definition: the marks are the name at the cursor and the whole definition, and `name` is its name. */
function expectDefinition(source: string, name: string): void {
  const { text, spans, offset } = withCursor(source);
  const [definition, ...others] = definitions(requestSections(text), offset);
  assert.ok(definition, `no definition: ${source}`);
  assert.deepEqual(others, []);
  assert.equal(
    mark(
      text,
      [definition.from, definition.whole].sort((a, b) => a.start - b.start),
    ),
    mark(text, spans),
  );
  assert.equal(text.slice(definition.name.start, definition.name.end), name);
  assert.ok(definition.whole.start <= definition.name.start && definition.name.end <= definition.whole.end);
}

function expectNoDefinition(source: string): void {
  assert.deepEqual(definitionsOf(source), []);
}

function definitionsOf(source: string): { from: string; whole: string; name: string }[] {
  const { text, offset } = withCursor(source);
  const show = ({ start, end }: Span) => text.slice(start, end);
  return definitions(requestSections(text), offset).map(({ from, whole, name }) => ({
    from: show(from),
    whole: show(whole),
    name: show(name),
  }));
}
