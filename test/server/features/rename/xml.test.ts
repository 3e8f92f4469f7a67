import assert from "node:assert/strict";
import { envelope12, expectClean, request } from "../../../support/findings.ts";
import { bodyOf, withBody } from "../../../support/typing.ts";
import { expectNothing, expectRenamed, renamed, renaming, whyNot } from "./renaming.ts";

const inBody = (body: string, name: string, newName?: string) => expectRenamed(withBody(body), name, newName);
const refusal = (body: string, newName: string) => whyNot(withBody(body), newName);

suite("renaming an element", () => {
  test("renaming changes its start tag and its end tag, but no other element of the same name", () => {
    inBody("<r><«a|»>1</«a»><a>2</a></r>", "a");
    inBody("<r><«a»><a/></«|a»></r>", "a");
  });

  test("renaming changes an empty-element tag, and a start tag without an end tag", () => {
    inBody("<r><«|a»/></r>", "a");
    inBody("<r><«|a»></r>", "a");
    inBody("<r><«a|»", "a");
  });

  test("renaming changes only the local name of a prefixed element", () => {
    inBody('<p:r xmlns:p="urn:p"><p:«|a» x="1"></p:«a»></p:r>', "a");
    inBody('<p:r xmlns:p="urn:p"><p:«a» x="1"></p:«a|»></p:r>', "a");
  });

  test("renaming corrects a mismatched end tag", () => {
    assert.equal(bodyOf(renamed(withBody("<r><a|></b></r>"), "c")), "<r><c></c></r>");
    assert.equal(bodyOf(renamed(withBody("<r><p:a></p:b|></r>"), "c")), "<r><c></c></r>");
  });

  test("renaming accepts a new name with a prefix", () => inBody("<«a|»></«a»>", "a", "s:a"));

  test("renaming refuses an invalid name", () => {
    assert.match(refusal("<a|/>", "1a"), /^1a isn't a valid element name/);
    assert.match(refusal("<a|/>", "a b"), /^a b isn't a valid element name/);
    assert.match(refusal("<a|/>", "a:b:c"), /^a:b:c isn't a valid element name/);
    assert.match(refusal("<a|/>", ""), /isn't a valid element name/);
    assert.match(refusal("<p:a|/>", "q:a"), /^q:a isn't a valid local name/);
  });

  test("renaming isn't possible elsewhere", () => {
    for (const body of ["<a>te|xt</a>", "<a b|='1'/>", "<a b='1|'/>", "<a><!-- <b|/> --></a>", "<a |/>"]) {
      expectNothing(withBody(body));
    }
  });
});

suite("renaming a prefix", () => {
  test("renaming changes its declaration, and tags and attributes in its scope", () => {
    inBody('<«p|»:r xmlns:«p»="urn:p" «p»:x="1"><a «p»:y="2"/><«p»:b></«p»:b></«p»:r>', "p");
    inBody('<«p»:r xmlns:«|p»="urn:p"><«p»:b/></«p»:r>', "p");
    inBody('<r xmlns:«p»="urn:p"><b «p|»:x=""/></r>', "p");
    inBody('<r xmlns:«p»="urn:p"><«p»:b></«|p»:b></r>', "p");
  });

  test("renaming keeps other declarations of the prefix and their uses", () => {
    inBody('<«p|»:r xmlns:«p»="urn:1"><p:a xmlns:p="urn:2"><p:b/></p:a><«p»:c/></«p»:r>', "p");
    inBody('<p:r xmlns:p="urn:1"><«p»:a xmlns:«p»="urn:2"><«p|»:b/></«p»:a><p:c/></p:r>', "p");
  });

  test("renaming changes xsi:type and the types of array items", () => {
    inBody(
      '<r xmlns:«x|»="urn:x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><a xsi:type="«x»:int">x:1</a><b e:arrayType=" «x»:int[2]"/><c type="x:int"/></r>',
      "x",
    );
    inBody(
      '<r xmlns:«x»="urn:x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><a xsi:type="«x|»:int"/></r>',
      "x",
    );
  });

  test("renaming changes fault codes of both versions", () => {
    inBody(
      '<«e|»:Envelope xmlns:«e»="http://schemas.xmlsoap.org/soap/envelope/"><«e»:Body><«e»:Fault><faultcode>«e»:Client</faultcode><faultstring>e:x</faultstring></«e»:Fault></«e»:Body></«e»:Envelope>',
      "e",
    );
    inBody(
      '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><e:Fault><e:Code><e:Value>e:Sender</e:Value><e:Subcode xmlns:«q»="urn:q"><e:Value> «q|»:a </e:Value></e:Subcode></e:Code></e:Fault></e:Body></e:Envelope>',
      "q",
    );
  });

  test("renaming changes an undeclared prefix wherever it is undeclared", () => {
    inBody('<r><«p|»:a/><p:b xmlns:p="urn:p"/><c «p»:x=""/></r>', "p");
    assert.equal(
      bodyOf(renamed(withBody('<s:r xmlns:s="urn:s"><|S:a/></s:r>'), "s")),
      '<s:r xmlns:s="urn:s"><s:a/></s:r>',
    );
  });

  test("renaming refuses a prefix that conflicts with another declaration", () => {
    const taken = /^The prefix q already stands for urn:q, declared by </;
    assert.match(refusal('<p|:r xmlns:p="urn:p" xmlns:q="urn:q"/>', "q"), taken);
    assert.match(refusal('<p|:r xmlns:p="urn:p"><q:a xmlns:q="urn:q"><p:b/></q:a></p:r>', "q"), taken);
    assert.match(refusal('<q:r xmlns:q="urn:q"><|p:a xmlns:p="urn:p"><q:b/></p:a></q:r>', "q"), taken);
  });

  test("renaming accepts a prefix that is declared elsewhere, or for the same namespace", () => {
    inBody('<r><«p»:a xmlns:«p|»="urn:p"/><q:a xmlns:q="urn:q"/></r>', "p", "q");
    inBody('<q:r xmlns:q="urn:q"><«p»:a xmlns:«p|»="urn:p"/></q:r>', "p", "q");
    inBody('<r xmlns:q="urn:p"><«p»:a xmlns:«p|»="urn:p"><q:b/></«p»:a></r>', "p", "q");
    inBody('<«p»:r xmlns:«p|»="urn:p"><q:a xmlns:q="urn:q"/></«p»:r>', "p", "q");
  });

  test("renaming refuses an invalid prefix, and xml and xmlns", () => {
    assert.match(refusal('<p|:r xmlns:p="urn:p"/>', "1"), /^1 isn't a valid prefix/);
    assert.match(refusal('<p|:r xmlns:p="urn:p"/>', "a:b"), /^a:b isn't a valid prefix/);
    assert.match(refusal('<p|:r xmlns:p="urn:p"/>', "xml"), /is reserved\. Enter a different one/);
    assert.match(refusal("<r xml|:lang='en'/>", "a"), /^The prefix xml .* can't be renamed/);
  });

  test("renaming takes linear time in a deeply nested document", () => {
    const depth = 20_000;
    const body = `<p|:r xmlns:p="urn:p">${"<p:a>".repeat(depth)}${"</p:a>".repeat(depth)}</p:r>`;
    const { found } = renaming(withBody(body));
    assert.ok(found?.kind === "renamable");
    const result = found.to("q");
    assert.equal(result.kind === "edits" ? result.edits.length : 0, 2 * depth + 3);
  });
});

suite("renaming a namespace", () => {
  test("renaming changes each declaration of it in the request", () => {
    inBody(
      '<r xmlns="«urn:|a»" xmlns:p="«urn:a»"><b xmlns=\'«urn:a»\' c="urn:a">urn:a</b><d xmlns="urn:b"/></r>',
      "urn:a",
      "urn:c",
    );
  });

  test("renaming accepts the name as typed, with references", () => {
    inBody('<r xmlns="«http://x/|?a&amp;b»" xmlns:p="«http://x/?a&#38;b»"/>', "http://x/?a&amp;b", "http://x/?c&amp;d");
  });

  test("renaming changes only this request", () => {
    expectRenamed(`${withBody('<r xmlns="urn:a"/>')}\n###\n${withBody('<r xmlns="«urn:a|»"/>')}`, "urn:a", "urn:b");
  });

  test("renaming refuses a name that isn't a valid URI in an attribute", () => {
    assert.match(refusal('<r xmlns="urn:a|"/>', ""), /^Enter a namespace.*urn:a/);
    for (const name of ["a b", 'a"b', "a<b", "a&b"])
      assert.match(refusal('<r xmlns="urn:a|"/>', name), /isn't a valid namespace/);
  });

  test("renaming isn't possible for an empty namespace or another attribute", () => {
    expectNothing(withBody('<r xmlns="|"/>'));
    expectNothing(withBody('<r a="urn:|a"/>'));
  });
});

suite("renaming and Content-Length", () => {
  const sound = request({}, envelope12.replace("<s:Body/>", "<s:Body><t:add xmlns:t='urn:t'/></s:Body>"));

  test("renaming updates a correct length", () => {
    expectClean(sound);
    for (const [cursor, name] of [
      ["<t:ad|d", "subtract"],
      ["xmlns:|t=", "calculator"],
      ["'urn:|t'", "http://example.org/calculator"],
      ["<s:Bod|y", "Body"],
      ["|s:Envelope", "soap"],
    ] as const) {
      const after = renamed(sound.replace(cursor.replace("|", ""), cursor), name);
      expectClean(after);
      assert.ok(after.includes(name));
    }
  });

  test("renaming keeps a wrong length", () => {
    const wrong = sound.replace(/Content-Length: \d+/, "Content-Length: 7");
    assert.match(renamed(wrong.replace("<t:add", "<t:a|dd"), "subtract"), /Content-Length: 7\n/);
  });

  test("renaming updates the second request of a file too", () => {
    const text = `${sound}\n###\n${sound.replace("<t:add", "<t:a|dd")}`;
    expectClean(renamed(text, "subtract"));
  });
});
