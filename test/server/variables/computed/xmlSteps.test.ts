import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { provideXPathHere } from "../../../../server/src/node/xpath.ts";
import { expectClean, expectFix, expectRule, request } from "../../../support/findings.ts";
import { bodyText, sentAround } from "../../../support/resolver.ts";

provideXPathHere();

const head = { "Content-Length": "{{$contentLength}}" };
const envelope = (content: string, namespace = ' xmlns="urn:b"') =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><b${namespace}>${content}</b></s:Body></s:Envelope>`;
const using = (content: string, namespace?: string) => `\n###\n${request(head, envelope(content, namespace))}`;
const document = (text: string, name = "d") => `# @document ${name}\n\n${text}\n###\n`;
const sent = (before: string, content: string, namespace?: string) => {
  const { outgoing, errors } = sentAround(`${before}${using(content, namespace)}`, {});
  assert.deepEqual(errors, []);
  return /<b(?: xmlns="[^"]*")?>(.*)<\/b>/s.exec(bodyText(outgoing))?.[1];
};

suite("the step xml", () => {
  test("The markup of a document is inserted without its XML declaration and without escaping", () => {
    const text = '<?xml version="1.0"?>\n<a:r xmlns:a="u"><!-- c --><a:x>1 &amp; 2</a:x></a:r>';
    assert.equal(sent(document(text), "{{d | xml}}"), '<a:r xmlns:a="u"><!-- c --><a:x>1 &amp; 2</a:x></a:r>');
    expectClean(`${document(text)}${using("{{d | xml}}").slice(5)}`);
  });

  test("Elements without a namespace stay outside of the default namespace of the place", () => {
    assert.equal(sent(document("<r><x/></r>"), "{{d | xml}}"), '<r xmlns=""><x/></r>');
    assert.equal(sent(document("<r><x/></r>"), "{{d | xml}}", ""), "<r><x/></r>");
    assert.equal(sent(document('<r xmlns="u"><x/></r>'), "{{d | xml}}"), '<r xmlns="u"><x/></r>');
    assert.equal(sent("@d = <r/>", "{{d | xml}}"), "<r/>");
  });

  test("Markup is refused outside of element content", () => {
    const places = ['<c d="«{{d | xml}}»"/>', "<!-- «{{d | xml}}» -->", "<![CDATA[«{{d | xml}}»]]>"];
    for (const place of places) expectRule("markup-invalid", `${document("<r/>")}${using(place).slice(5)}`);
    const [finding] = expectRule("markup-invalid", `${document("<r/>")}${using('<c d="«{{d | xml}}»"/>').slice(5)}`);
    assert.equal(finding?.message, "Markup can only be inserted between tags.");
    const text = (reference: string) => `${document("<r/>")}${using(`<c d="${reference}"/>`).slice(5)}`;
    expectFix("markup-invalid", text("{{d | xml}}"), "Remove | xml", text("{{d}}"));
    expectRule("markup-invalid", `@d = <r/>\n${request({ ...head, "X-A": "«{{d | xml}}»" })}`);
  });

  test("Text that isn't well-formed content is refused, without a part of the value", () => {
    const [finding] = expectRule("markup-invalid", `@d = <r>\n${using("«{{d | xml}}»").slice(5)}`);
    assert.equal(finding?.message, "The value isn't well-formed XML at character 2.");
    assert.equal(sent("@d = 1 &lt; 2 <i/>", "{{d | xml}}"), "1 &lt; 2 <i/>");
    expectRule(
      "step-input",
      `@d = <!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>\n${using("{{d | «c14n» | hex}}").slice(5)}`,
    );
  });

  test("The next step sees the markup, and a variable that is exactly this reference has it", () => {
    const sha1 = createHash("sha1").update("<r/>").digest("hex");
    assert.equal(sent(document('<?xml version="1.0"?><r/>'), "{{d | xml | sha1 | hex}}"), sha1);
    assert.equal(sent(`${document("<r/>")}@m = {{d | xml}}`, "{{m}}", ""), "<r/>");
  });

  test("The count of markup with values of known length is checked", () => {
    const d = document("<r>{{$guid}}</r>");
    const body = envelope("{{d | xml}}");
    const count = envelope(`<r xmlns="">${"0".repeat(36)}</r>`).length;
    expectClean(`${d}${request({ "Content-Length": `${count}` }, body)}`);
  });
});

suite("the steps c14n, without and xpath", () => {
  test("c14n is the canonical form of a document as a whole", () => {
    const text = `<?xml version="1.0"?><r b='2'   a="1"><x></x><!-- c --></r>`;
    const of = (step: string) =>
      Buffer.from(sent(document(text), `{{d | ${step} | base64}}`) ?? "", "base64").toString();
    assert.equal(of("c14n"), '<r a="1" b="2"><x></x></r>');
    for (const method of ["exclusive", "inclusive", "inclusive11"]) {
      assert.equal(of(`c14n ${method}`), '<r a="1" b="2"><x></x></r>');
      assert.equal(of(`c14n ${method}-comments`), '<r a="1" b="2"><x></x><!-- c --></r>');
    }
  });

  test("c14n is that of an element in its place, with the prefixes of a list", () => {
    const text = '<r xmlns:p="u" xmlns:q="v" xml:lang="de"><p:x/></r>';
    const of = (step: string) =>
      Buffer.from(sent(document(text), `{{d | xpath //p:x | ${step} | base64}}`) ?? "", "base64").toString();
    assert.equal(of("c14n"), '<p:x xmlns:p="u"></p:x>');
    assert.equal(of('c14n "q"'), '<p:x xmlns:p="u" xmlns:q="v"></p:x>');
    assert.equal(of("c14n inclusive"), '<p:x xmlns:p="u" xmlns:q="v" xml:lang="de"></p:x>');
  });

  test("An unknown method of c14n is an error", () => {
    expectRule("step-argument", `${document("<r/>")}${using("{{d | c14n «exclusiv» | hex}}").slice(5)}`);
  });

  test("the step without leaves elements out, of a document and of an element in its place", () => {
    const d = document("<r><a/>1<b><a/></b></r>");
    assert.equal(sent(d, "{{d | without //a | xml}}", ""), "<r>1<b></b></r>");
    assert.equal(sent(d, "{{d | xpath //b | without //a | xml}}", ""), "<b></b>");
    expectRule("step-input", `${d}${using("{{d | xpath //b | «without» //b | xml}}").slice(5)}`);
  });

  test("xpath finds exactly one element or text", () => {
    const d = document("<r><a>1</a><b c='2'>x|y</b></r>");
    assert.equal(sent(d, "{{d | xpath //a}}"), "1");
    assert.equal(sent(d, "{{d | xpath //b/@c}}"), "2");
    assert.equal(sent(d, "{{d | xpath //b | xml}}", ""), "<b c='2'>x|y</b>");
    assert.equal(sent(d, "{{d | xpath count(//a | //b)}}"), "2");
    const [finding] = expectRule("step-input", `${d}${using("{{d | «xpath» //*}}").slice(5)}`);
    assert.equal(finding?.message, "//* finds several values.");
    expectRule("step-input", `${d}${using("{{d | «xpath» //x}}").slice(5)}`);
    expectRule("step-argument", `${d}${using("{{d | xpath «//a[»}}").slice(5)}`);
    expectRule("step-argument", `${d}${using("{{d | «xpath»}}").slice(5)}`);
  });

  test("a path uses the prefixes of the message that it is in, then those of its document", () => {
    const d = document('<p:r xmlns:p="urn:p"><p:x>1</p:x><x xmlns="urn:q">2</x></p:r>');
    const value = (path: string, prefixes: string) => sent(d, `{{d | xpath ${path}}}<i${prefixes}/>`, "");
    assert.equal(value("//m:x", ' xmlns:m="urn:p"'), '1<i xmlns:m="urn:p"/>');
    assert.equal(value("//p:x", ' xmlns:p="urn:q"'), '2<i xmlns:p="urn:q"/>');
    assert.equal(value("//p:x", ""), "1<i/>");
    const other = request(head, envelope('{{d | xpath //p:x}}<i xmlns:p="urn:none"/>'));
    expectRule(
      "step-input",
      `${d}${request(head, envelope("{{d | xpath //p:x}}"))}\n###\n${other.replace("xpath", "«xpath»")}`,
    );
  });

  test("xpath reads XML in the text of an element, and in bytes that were decoded", () => {
    assert.equal(sent(document("<r><![CDATA[<i><n>7</n></i>]]></r>"), "{{d | xpath /r | xpath //n}}"), "7");
    const packed = "{{d | gzip | base64 | decode base64 | decode gzip | xpath //n}}";
    assert.equal(sent(document("<r><n>8</n></r>"), packed), "8");
  });

  test("A hash is never XML", () => {
    const [finding] = expectRule("step-input", `${document("<r/>")}${using("{{d | sha256 | «xpath» //a}}").slice(5)}`);
    assert.equal(finding?.message, "xpath needs XML, but sha256 gives bytes.");
  });
});
