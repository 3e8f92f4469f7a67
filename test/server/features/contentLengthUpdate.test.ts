import assert from "node:assert/strict";
import { contentLengthUpdates } from "../../../server/src/features/contentLengthUpdate.ts";
import { applyEdits } from "../../../server/src/service/languageService.ts";
import { envelope12, expectClean, request } from "../../support/findings.ts";
import { marked } from "../../support/marked.ts";
import { requestSections } from "../../support/structure.ts";

/** The text with updated Content-Lengths: for the marked changes, or all if nothing is marked. */
function updated(source: string): string {
  const { text, spans } = marked(source);
  const edits = contentLengthUpdates(requestSections(text), spans.length > 0 ? spans : undefined);
  return applyEdits(text, edits);
}

const counted = (count: string, body = envelope12) => request({ "Content-Length": count }, body);
const right = "84";

function expectFollows(source: string): void {
  const { text } = marked(source);
  assert.notEqual(updated(source), text, "nothing was changed");
  expectClean(updated(source));
}

function expectStays(source: string): void {
  assert.equal(updated(source), marked(source).text);
}

suite("updating every Content-Length", () => {
  test("the update corrects each request", () => {
    const after = updated(`${counted("1")}\n###\n${counted("99")}\n### right\n${counted(right)}\n`);
    assert.deepEqual(after.match(/Content-Length: \d+/g), Array(3).fill("Content-Length: 84"));
    expectClean(after);
  });

  test("the update keeps a length that includes line breaks after the body", () => {
    expectStays(`${counted("86")}\n\n### n`);
    assert.match(updated(`${counted("87")}\n\n### n`), /Content-Length: 84\n/);
  });

  test("the update counts in the charset of the body", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body>é</s:Body>");
    assert.match(updated(counted("1", body)), /Content-Length: 94\n/);
    const latin = request({ "Content-Type": "application/soap+xml; charset=iso-8859-1", "Content-Length": "1" }, body);
    assert.match(updated(latin), /Content-Length: 93\n/);
  });

  test("the update counts the values of variables", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body>{{v}}</s:Body>");
    assert.match(updated(`@v = a&b\n${counted("1", body)}`), /Content-Length: 99\n/);
  });

  test("the update replaces a placeholder", () => {
    for (const placeholder of ["length", "nnnn", "bytes"]) assert.equal(updated(counted(placeholder)), counted(right));
  });

  test("the update writes 0 for a request without a body", () => {
    const { text } = marked("POST /s HTTP/1.1\nHost: h\nContent-Length: 5\n");
    assert.match(updated(text), /Content-Length: 0\n/);
  });

  const kept: readonly (readonly [string, string])[] = [
    ["the header is missing", request({ "Content-Length": undefined })],
    ["it isn't a number", counted("12 bytes")],
    ["it is empty", counted("")],
    ["it is a variable", `@n = 3\n${counted("{{n}}")}`],
    ["it is {{$contentLength}}", counted("{{$contentLength}}")],
    ["there are two of them", counted("1").replace("Host: h", "Host: h\nContent-Length: 2")],
    ["the length of the body is known only on sending", counted("1", "<a>{{$secret a}}</a>")],
    ["the body is a file", counted("1", "< ./a.xml")],
    ["the charset is unknown", request({ "Content-Type": "text/xml; charset=x", "Content-Length": "1" })],
  ];
  for (const [what, text] of kept) test(`the update changes nothing if ${what}`, () => expectStays(text));
});

suite("updating Content-Length after a change", () => {
  const wrong = counted("1");

  test("the update follows a change of the body", () => {
    expectFollows(counted("85", envelope12.replace("<s:Body/>", "<s:Body>«<x xmlns='u'/>»</s:Body>")));
    expectFollows(wrong.replace("<s:Body/>", "<s:Body «»/>"));
    expectFollows(wrong.replace("<s:Env", "«»<s:Env"));
    expectFollows(`${wrong}«»`);
  });

  test("the update follows a change of the charset", () => expectFollows(wrong.replace("utf-8", "utf-«8»")));

  test("the update follows a change of whole header lines, which may have named the charset", () => {
    expectFollows(wrong.replace("Host: h\n", "«Host: h\n»"));
    expectFollows(wrong.replace("Host: h\n", "Host: h\n«»"));
  });

  test("the update follows a change of a variable in another segment", () => {
    const body = envelope12.replace("<s:Body/>", "<s:Body>{{v}}</s:Body>");
    assert.match(updated(`@v = «12»\n###\n${counted("1", body)}`), /Content-Length: 94\n/);
    assert.match(updated(`«»\n@v = 12\n###\n${counted("1", body)}`), /Content-Length: 94\n/);
    expectStays(`@v = «12»\n###\n${counted("1")}\n### {{v}}\n`);
  });

  test("the update ignores a change of Content-Length itself", () => {
    expectStays(wrong.replace("Length: 1", "Length: «1»"));
    expectStays(wrong.replace("Length: 1", "Length: «»1"));
    expectStays(wrong.replace("Content-Length: 1\n", "«Content-Length: 1\n»"));
  });

  test("the update ignores a change of a header or request line that doesn't affect the body", () => {
    expectStays(wrong.replace("Host: h", "Host: h«h»"));
    expectStays(wrong.replace("/s", "/«s»"));
    expectStays(`# @name «a»\n${wrong}`);
  });

  test("the update ignores a change of another request", () => {
    expectStays(`${wrong}\n###\n${counted(right).replace("<s:Body/>", "«<s:Body/>»")}`);
    expectStays(`${counted(right).replace("<s:Body/>", "«<s:Body/>»")}\n###\n${wrong}`);
    expectStays(`${wrong}\n###« title»\n${counted(right)}`);
  });

  test("the update updates a request whose body ends because the third # of a separator is typed", () => {
    // `##` was part of the body.
    const typed = `${counted("87")}\n##«#»`;
    assert.match(updated(typed), /Content-Length: 84\n/);
  });

  test("the update updates both requests when a separator is inserted or removed", () => {
    const two = `${counted("84")}\n«»${counted("84")}`;
    const joined = updated(two);
    assert.match(joined, /^[\s\S]*?Content-Length: (?!84\n)\d+\n/);
    const parted = joined.replace(`${envelope12}\nPOST`, `${envelope12}\n«###\n»POST`);
    assert.equal(updated(parted), `${counted("84")}\n###\n${counted("84")}`);
  });
});
