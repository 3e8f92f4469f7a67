import assert from "node:assert/strict";
import { analyze, textOf } from "../../../server/src/analysis/analysis.ts";
import { messagesOf } from "../../../server/src/analysis/messageInfo.ts";
import { parseDocument } from "../../../server/src/format/document.ts";
import { needsOf } from "../../../server/src/rules/needs.ts";
import { expectClean, expectFix, expectRule, findingsIn, ofMock, request } from "../../support/findings.ts";
import { sentOf } from "../../support/outgoing.ts";
import { bodyText, findingsAround, sentAround } from "../../support/resolver.ts";

const head = { "Content-Length": "{{$contentLength}}" };
const envelope = (content: string) =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><b xmlns="urn:b">${content}</b></s:Body></s:Envelope>`;
const using = (content: string) => `###\n${request(head, envelope(content))}`;
const contentOf = (text: string) => /<b xmlns="urn:b">(.*)<\/b>/s.exec(text)?.[1];
const sent = (documents: string, content: string) => {
  const { outgoing } = sentAround(`${documents}${using(content)}`, {});
  return contentOf(bodyText(outgoing));
};

suite("documents of a file", () => {
  test("A segment with # @document has a text and no request", () => {
    const [first, second] = parseDocument(`# @document invoice\n@a = 1\n\n<i/>\n\n###\n${request()}`).segments;
    assert.equal(first?.segment.message, undefined);
    assert.equal(first?.segment.text.slice(first.segment.document?.body?.start), "<i/>\n\n");
    assert.ok(second?.segment.message);
  });

  test("A text that looks like a preamble or a request belongs to the document", () => {
    const [first, ...others] = parseDocument("# @document a\n\n# comment\n@x = 1\nPOST /s HTTP/1.1\n").segments;
    assert.equal(
      first?.segment.text.slice(first.segment.document?.body?.start),
      "# comment\n@x = 1\nPOST /s HTTP/1.1\n",
    );
    assert.equal(first?.segment.preamble.length, 1);
    assert.equal(others.length, 0);
  });

  test("A document is text that its place escapes, without the line breaks at its end", () => {
    assert.equal(sent("# @document i\n\n<i a='1'>&amp;</i>\n\n", "{{i}}"), "&lt;i a='1'&gt;&amp;amp;&lt;/i&gt;");
    assert.equal(sent("# @document i\n\n<i/>\n", "<![CDATA[{{i}}]]>"), "<![CDATA[<i/>]]>");
    assert.equal(sent("# @document i\n\n<i/>\n", '<c d="{{i}}"/>'), '<c d="&lt;i/&gt;"/>');
  });

  test("A document with ]]> is refused in CDATA", () => {
    const text = `# @document i\n\n<i><![CDATA[x]]></i>\n${using("<![CDATA[«{{i}}»]]>")}`;
    expectRule("variable-value-refused", text);
  });

  test("A document that can't be signed says why", () => {
    const analysis = analyze(`# @document i\n\n<i>{{$signature me}}</i>\n${using("{{i}}")}`);
    const [info] = messagesOf(analysis);
    assert.ok(info);
    const made = sentOf(analysis, info);
    assert.deepEqual("problems" in made && made.problems.map(({ message }) => message), [
      "{{i}} has no value. There is no key me. Name its file with --key me=FILE.",
    ]);
  });

  test("Steps take the bytes of a document in its own encoding", () => {
    assert.equal(sent("# @document i\n\n<i>é</i>\n", "{{i | hex}}"), "3c693ec3a93c2f693e");
    const latin = '# @document i\n\n<?xml version="1.0" encoding="ISO-8859-1"?><i>é</i>\n';
    assert.match(sent(latin, "{{i | hex}}") ?? "", /3ce93c|693ee93c2f693e$/);
    assert.equal(sent("# @document i\n\nkey: 1\n", "{{i | size}}"), "6");
  });

  test("A document has the variables of the file, other documents, and its own escaping", () => {
    const inner = "@v = a&b\n# @document inner\n\n<n>{{v}}</n>\n###\n";
    assert.equal(
      sent(`${inner}# @document o\n\n<o><![CDATA[{{inner}}]]></o>\n`, "<![CDATA[{{o | size}}]]>"),
      "<![CDATA[33]]>",
    );
    assert.equal(sent(`${inner}@x = {{inner}}\n`, "<![CDATA[{{x}}]]>"), "<![CDATA[<n>a&amp;b</n>]]>");
  });

  test("A document is rendered once in each sending", () => {
    const text = sent("# @document i\n\n<i>{{$guid}}{{$random 4 | hex}}</i>\n", "<x>{{i}}</x><y>{{i}}</y>") ?? "";
    assert.equal(/<x>(.*)<\/x>/.exec(text)?.[1], /<y>(.*)<\/y>/.exec(text)?.[1]);
  });

  test("The count of a document with values of known length is checked", () => {
    const i = "# @document i\n\n<i>{{$guid}}</i>\n";
    const count = envelope("").length + Math.ceil((36 + 7) / 3) * 4;
    const typed = (length: number) =>
      `${i}###\n${request({ "Content-Length": `${length}` }, envelope("{{i | base64}}"))}`;
    expectClean(typed(count));
    expectRule("content-length-mismatch", typed(count + 1).replace(`: ${count + 1}`, `: «${count + 1}»`));
  });

  test("The last definition of a name counts, whether it is a variable or a document", () => {
    const both = `@«n» = v\n# @document «n»\n\n<d/>\n`.replace("«n» = v", "n = v");
    expectRule("variable-redefined", `${both}${using("{{n}}")}`);
    assert.equal(sent("@n = v\n# @document n\n\n<d/>\n", "{{n}}"), "&lt;d/&gt;");
    assert.equal(sent("# @document n\n\n<d/>\n###\n@n = v\n", "{{n}}"), "v");
  });

  test("Documents that use each other are a cycle, which names the way", () => {
    const text = `# @document «a»\n\n<a>{{v}}</a>\n###\n@«v» = {{b | base64}}\n# @document «b»\n\n<b>{{a}}</b>\n${using("{{a}}")}`;
    const [finding] = expectRule("computed-cycle", text);
    assert.equal(finding?.message, "a depends on itself: a → v → b → a.");
    assert.equal(finding?.related?.length, 2);
  });

  test("A document that nothing uses fades", () => {
    const [finding] = expectRule("variable-unused", `«# @document a»\n\n<a/>\n${using("x")}`);
    assert.equal(finding?.message, "The document a is never used.");
    assert.equal(finding?.unnecessary, true);
  });

  test("Documents may be nested 16 deep", () => {
    const nested = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `# @document d${at}\n\n${at === 0 ? "x" : `{{d${at - 1}}}`}\n###\n`,
      ).join("");
    expectClean(`${nested(16)}${using("{{d15}}").slice(4)}`);
    const [finding] = findingsIn(`${nested(17)}${using("{{d16}}").slice(4)}`);
    assert.equal(finding?.code, "variable-undefined");
    assert.match(finding?.message ?? "", /The documents are nested more than 16 deep\.$/);
  });

  test("A request that uses a document needs the requests whose values the document has", () => {
    const login = `# @name login\n${request()}`;
    const text = `${login}\n###\n# @document a\n\n<a>{{login.response.status}}</a>\n${using("{{a | base64}}")}`;
    const analysis = analyze(text);
    const [first, , last] = analysis.document.segments;
    assert.ok(first && last);
    const needs = needsOf(analysis.document, analysis.scope, ({ segment }) => textOf(analysis, segment)).get(
      last.segment,
    );
    assert.deepEqual(
      needs?.map(({ segment }) => segment),
      [first.segment],
    );
  });

  test("A document that is a file is its bytes, or with <@ its text with variables", () => {
    const files = { "/w/a/b/i.xml": "<i>{{v}}é</i>" };
    const of = (line: string, reference: string) => {
      const { outgoing } = sentAround(`@v = a&b\n# @document i\n\n${line}\n${using(reference)}`, { files });
      return contentOf(bodyText(outgoing));
    };
    assert.equal(of("< ./i.xml", "<![CDATA[{{i}}]]>"), "<![CDATA[<i>{{v}}é</i>]]>");
    assert.equal(of("< ./i.xml", "{{i | size}}"), "14");
    assert.equal(of("<@ ./i.xml", "<![CDATA[{{i}}]]>"), "<![CDATA[<i>a&amp;bé</i>]]>");
  });

  test("A missing file of a document is reported at its path, and a file outside of the open folders is refused", () => {
    const text = (path: string) => `# @document i\n\n< ${path}\n${using("{{i | base64}}")}`;
    const codes = (path: string, files: Record<string, string>) =>
      findingsAround(text(path), { files }).map(({ code }) => code);
    assert.deepEqual(codes("./i.xml", {}), ["body-file-missing", "variable-undefined"]);
    assert.deepEqual(codes("./i.xml", { "/w/a/b/i.xml": "<i/>" }), []);
  });

  test("A file has at most 200 documents", () => {
    const many = Array.from({ length: 202 }, (_, at) => `# @document d${at}\n\nx\n###\n`).join("");
    const findings = findingsIn(many).filter(({ code }) => code === "document-invalid");
    assert.deepEqual(
      findings.map(({ message }) => message),
      Array.from({ length: 2 }, () => "A file has at most 200 documents."),
    );
  });
});

suite("document-invalid", () => {
  const messages = (text: string) =>
    findingsIn(text).flatMap(({ code, message }) => (code === "document-invalid" ? message : []));

  test("A document without a name is reported at its directive", () => {
    expectRule("document-invalid", `# @«document»\n\n<a/>\n`);
    expectRule("document-invalid", `# @document «a b»\n\n<a/>\n`, ["variable-unused"]);
  });

  test("A document without an empty line gets one", () => {
    const text = `# @document a\n«<a/>»\n${using("{{a}}")}`;
    expectRule("document-invalid", text);
    expectFix("document-invalid", text, "Insert an empty line", `# @document a\n\n<a/>\n${using("{{a}}")}`);
  });

  test("A document without a text is empty", () => {
    assert.deepEqual(messages("# @document a"), ["The document is empty."]);
    assert.deepEqual(messages("# @document a\n\n \n"), ["The document is empty."]);
  });

  test("A request line in the preamble of a document is reported", () => {
    const text = `# @document a\n«POST /s HTTP/1.1»\n${request().split("\n").slice(1).join("\n")}`;
    expectRule("document-invalid", text, ["variable-unused"]);
    expectFix("document-invalid", text, "Remove @document", request());
  });

  test("A second document of a segment is reported", () => {
    expectRule("document-invalid", `# @document a\n# @«document» b\n\n<a/>\n`, ["variable-unused"]);
  });

  test("A file of a mock service may have documents", () => {
    const response =
      "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: {{$contentLength}}\n\n{{a | sha1 | hex}}";
    expectClean(`# @document a\n\n<a/>\n###\n# @otherwise\n${response}`, ofMock);
  });
});

suite("rules in documents", () => {
  test("An ill-formed document is reported in its text", () => {
    expectRule("xml-tag-mismatch", `# @document a\n\n<a><b></«c»></a>\n${using("{{a}}")}`);
    expectClean(`# @document a\n\na < b & c\n${using("{{a}}")}`);
  });

  test("Undefined variables are reported in a document, and a value that uses it is unknown", () => {
    expectRule("variable-undefined", `# @document a\n\n<a>«{{b}}»</a>\n${using("x")}`, ["variable-unused"]);
  });

  test("SOAP rules apply to a document whose root is an Envelope", () => {
    const bad = envelope("x").replace(/<s:Body>.*<\/s:Body>/, "");
    expectRule(
      "soap-body-missing",
      `# @document a\n\n${bad.replace("<s:Envelope", "<«s:Envelope»")}\n${using("{{a}}")}`,
    );
  });
});
