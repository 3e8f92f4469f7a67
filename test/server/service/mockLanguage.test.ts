import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  type analyze,
  analyzeAgain,
  correctLengths,
  diagnose,
  format,
  getCodeActions,
  getDefinitions,
  getDocumentSymbols,
  getFoldingRanges,
  getHighlights,
  getHover,
  getInlayHints,
  getSemanticTokens,
  rename,
} from "../../../server/src/service/languageService.ts";
import { completionsAt, expectTaken, labelsAt, taken } from "../../support/completions.ts";
import { contextOfMock } from "../../support/contexts.ts";
import { ofMock } from "../../support/findings.ts";
import { tableOf } from "../../support/keyByKey.ts";
import { withCursor } from "../../support/marked.ts";
import { around } from "../../support/resolver.ts";
import { shopWsdl } from "../../support/shopWsdl.ts";
import { testKeys } from "../../support/signing.ts";

const shop = around({ files: { "/w/a/b/s.wsdl": shopWsdl() } });

const contextOf = (text: string, resolver = around()) => contextOfMock(text, resolver);

function at(source: string, resolver = around()) {
  const { text, offset } = withCursor(source);
  const context = contextOf(text, resolver);
  return { context, position: context.document.positionAt(offset) };
}

const labels = (source: string, resolver = shop) => labelsAt(source, { mock: true, resolver });
const offers = (source: string, ...expected: readonly string[]) => {
  const offered = labels(source);
  const missing = expected.filter((one) => !offered.includes(one));
  assert.deepEqual(missing, [], offered.join(", "));
};

const wsdl = "# @wsdl ./s.wsdl\n";
const head = "HTTP/1.1 200 OK\nContent-Type: text/xml; charset=utf-8\n";

suite("completion in a .soapmock file", () => {
  test("completion offers the directives of responses, and no others", () => {
    offers("# @|\nHTTP/1.1 200 OK\n", "@when", "@otherwise", "@times", "@delay", "@hang", "@raw");
    assert.ok(!labels("# @|\nHTTP/1.1 200 OK\n").includes("@retry"));
    expectTaken("# @da|\n", "@data", "# @data ./rows.csv where id = //*:Id\n", { mock: true });
  });

  test("completion offers what a response expects of its requests", () => {
    offers(`# @expect |\n${head}`, "called 1", "called never", "header", "//");
    assert.ok(!labels(`# @when |\n${head}`).includes("called never"));
  });

  test("completion offers conditions, and what follows their first word", () => {
    offers(`${wsdl}# @when |\n${head}`, "operation", "header", "path", "variable", "//");
    offers(`${wsdl}# @when operation |\n${head}`, "Add", "Count");
    offers(`${wsdl}# @when path |\n${head}`, "/shop", "=");
    offers(`${wsdl}# @when method |\n${head}`, "GET", "POST");
    offers(`${wsdl}# @when version |\n${head}`, "1.1", "1.2");
    offers(`${wsdl}# @when header |\n${head}`, "Accept", "SOAPAction");
    offers(`${wsdl}# @when header Accept |\n${head}`, "contains", "exists", "=");
    offers(`@state = new\n# @when variable |\n${head}`, "state");
    offers(`${wsdl}# @when operation Add\n# @when |\n${head}`, "//*:item");
    offers(`# @when //m:a |\n${head}`, "exists", "=");
    offers(`# @when |\n${head}`, "signature", "certificate");
    offers(`# @when signature |\n${head}`, "valid");
    assert.deepEqual(labels(`# @when signature valid |\n${head}`), []);
  });

  test("completion offers keys, and the options of signatures and encrypted parts", () => {
    const resolver = around({ keys: testKeys });
    const offered = (source: string) => labels(`${head}\n<a>{{${source}}}</a>`, resolver);
    assert.ok(offered("$|").includes("$signature"));
    assert.ok(offered("$signature |").includes("me"));
    assert.ok(offered("$signature me |").includes("parts"), offered("$signature me |").join());
    assert.ok(offered("$encrypted |").includes("me"));
  });

  test("completion offers the values of the other directives", () => {
    offers(`${wsdl}# @when operation Add\n# @set last = |\n${head}`, "//*:item");
    offers(`# @delay |\n${head}`, "2 s");
    offers(`# @ignore |\n${head}`, "response-unreachable", "xml-tag-unclosed");
  });

  test("completion offers status lines, statuses and reasons in a half-written line", () => {
    expectTaken("|", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK", { mock: true });
    expectTaken("HT|", "HTTP/1.1 202 Accepted", "HTTP/1.1 202 Accepted", { mock: true });
    expectTaken("HTTP/1.1 4|\nContent-Length: 0\n", "404 Not Found", "HTTP/1.1 404 Not Found\nContent-Length: 0\n", {
      mock: true,
    });
    expectTaken("HTTP/1.1 503 |\n", "Service Unavailable", "HTTP/1.1 503 Service Unavailable\n", { mock: true });
  });

  test("completion offers the headers of responses in a half-written head", () => {
    const offered = labels("HTTP/1.1 200 OK\n|");
    assert.deepEqual(offered.slice(0, 3), ["Content-Type, Content-Length", "Content-Type", "Content-Length"]);
    offers("HTTP/1.1 401 Unauthorized\n|", "WWW-Authenticate", "Retry-After", "Set-Cookie", "Connection");
    assert.ok(!offered.includes("SOAPAction") && !offered.includes("Host"));
  });

  test("completion offers values of the request where values are inserted", () => {
    offers(`${head}\n<a>{{|</a>`, "request.body", "request.headers", "request.path", "$guid");
    offers(`# @set last = 1\n${head}\n<a>{{|</a>`, "last");
    expectTaken("HTTP/1.1 200 OK\nX: {{req|\n", "request.path", "HTTP/1.1 200 OK\nX: {{request.path}}\n", {
      mock: true,
    });
    offers(`${head}\n<a>{{request.headers.|</a>`, "request.headers.Accept");
  });

  test("completion offers the elements of the operation's output", () => {
    const body = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><|</s:Body></s:Envelope>';
    const items = completionsAt(`${wsdl}# @when operation Add\n${head}\n${body}`, { mock: true, resolver: shop });
    const names = items.map(({ label }) => label);
    assert.ok(
      names.some((name) => /AddResponse$/.test(name)),
      names.join(", "),
    );
    assert.ok(!names.some((name) => /(?:^|:)Add$/.test(name)), names.join(", "));
  });

  test("completion offers whole responses of the operations, which have no findings", () => {
    for (const label of ["Add", "Count"]) {
      const text = taken(`${wsdl}###\n|`, label, { mock: true, resolver: shop });
      assert.match(text, new RegExp(`# @when operation ${label}\nHTTP/1\\.1 200 OK\n`));
      const messages = contextOf(text, shop).findings.map(({ message }) => message);
      assert.deepEqual(messages, []);
    }
    for (const label of ["SOAP 1.2 response", "SOAP 1.1 response", "SOAP 1.2 Fault", "SOAP 1.1 Fault"]) {
      const text = taken("|", label, { mock: true });
      const messages = contextOf(text).findings.map(({ message }) => message);
      assert.deepEqual(messages, [], text);
    }
    offers(`${head}\n<a/>\n|`, "###", "### SOAP 1.2 response");
  });
});

suite("hovers in a .soapmock file", () => {
  const hoverAt = (source: string, resolver = around()) => {
    const { context, position } = at(source, resolver);
    const { contents } = getHover(context, { position }) ?? {};
    return contents && typeof contents === "object" && "value" in contents ? contents.value : "";
  };

  test("hovers explain directives, conditions, statuses, headers and values", () => {
    assert.match(hoverAt("# @ti|mes 3\nHTTP/1.1 200 OK\n"), /no longer matches/);
    assert.match(hoverAt("# @when oper|ation Add\nHTTP/1.1 200 OK\n"), /by the WSDL/);
    assert.match(hoverAt("# @when sig|nature valid\nHTTP/1.1 200 OK\n"), /WS-Security signature that covers the Body/);
    assert.match(hoverAt("# @when certi|ficate CN=a\nHTTP/1.1 200 OK\n"), /subject of the client's certificate/);
    assert.match(hoverAt("HTTP/1.1 2|02 Accepted\n"), /202 Accepted/);
    assert.match(hoverAt("HTTP/1.1 200 OK\nRetry-|After: 3\n"), /Retry-After/);
    assert.match(
      hoverAt("HTTP/1.1 200 OK\nX: {{request.pa|th}}\n"),
      /without its query[\s\S]*different for each request/,
    );
    assert.match(hoverAt("HTTP/1.1 200 OK\nContent-Le|ngth: 3\n\nabc"), /3/);
    const added = `${wsdl}# @when operation Add\n${head}\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><AddRes|ponse xmlns="urn:shop"><id>1</id></AddResponse></s:Body></s:Envelope>`;
    assert.match(hoverAt(added, shop), /Operation Shop\/P\/Add[\s\S]*Set by \\# @when operation\./);
    assert.match(hoverAt("#|## next\nHTTP/1.1 200 OK\n"), /ends one response/);
  });
});

suite("the structure of a .soapmock file", () => {
  const text = `# @name sum\n# @when operation Add\n${head}\n<a>\n  <b/>\n</a>\n### second\nHTTP/1.1 404 Not Found\nContent-Type: application/json\n\n{\n  "a": {\n    "b": 1\n  }\n}\n`;

  test("the file has an outline of its responses, their headers and elements", () => {
    const symbols = getDocumentSymbols(contextOf(text));
    assert.deepEqual(
      symbols.map(({ name, detail }) => [name, detail]),
      [
        ["sum", "200 OK"],
        ["second", "404 Not Found"],
      ],
    );
    const names = symbols[0]?.children?.map(({ name }) => name);
    assert.deepEqual(names, ["Content-Type", "a"]);
  });

  test("the file folds responses, elements and JSON", () => {
    const lines = getFoldingRanges(contextOf(text)).map(({ startLine, endLine }) => `${startLine}-${endLine}`);
    assert.ok(
      ["5-6", "8-16", "12-15"].every((one) => lines.includes(one)),
      lines.join(" "),
    );
  });

  test("the file has semantic tokens and inlay hints", () => {
    const context = contextOf("HTTP/1.1 200 OK\nContent-Length: 9\nX: {{none}} {{request.path}}\n\nabc");
    assert.equal(getSemanticTokens(context).data.length / 5, 3);
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    const labels = getInlayHints(context, { range }).map(({ label }) => label);
    assert.deepEqual(labels, ["3 bytes"]);
  });
});

suite("names in a .soapmock file", () => {
  const source = `@state = new\n# @when variable st|ate = new\n# @set state = paid\nHTTP/1.1 200 OK\nX: {{state}}\n`;

  test("names are highlighted and renamed in definitions, conditions and values", () => {
    const { context, position } = at(source);
    assert.equal(getHighlights(context, { position })?.length, 4);
    const edit = rename(context, { position, newName: "phase" });
    assert.ok(edit && "changes" in edit && edit.changes);
    const [edits = []] = Object.values(edit.changes);
    assert.equal(
      TextDocument.applyEdits(context.document, edits),
      source.replace("|", "").replaceAll("state", "phase"),
    );
  });

  test("names of operations and elements lead to the WSDL", () => {
    const response = `${wsdl}# @when operation A|dd\n${head}\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><AddResponse xmlns="urn:shop"><id>1</id></AddResponse></s:Body></s:Envelope>`;
    for (const text of [response, response.replace("A|dd", "Add").replace("<id>", "<i|d>")]) {
      const { context, position } = at(text, shop);
      const [definition] = getDefinitions(context, { position });
      assert.ok(definition && "uri" in definition && definition.uri.endsWith("/s.wsdl"), text);
    }
  });

  test("names lead to their definitions", () => {
    const { context, position } = at(source.replace("|", "").replace("{{state", "{{st|ate"));
    assert.deepEqual(
      getDefinitions(context, { position }).map((one) => ("range" in one ? one.range.start.line : undefined)),
      [2, 0],
    );
  });
});

suite("edits in a .soapmock file", () => {
  test("edits format the XML, and keep Content-Length right", () => {
    const context = contextOf(`${head}Content-Length: 11\n\n<a><b/></a>`);
    const edits = format(context, { insertSpaces: true, tabSize: 2 });
    const after = TextDocument.applyEdits(context.document, edits);
    assert.match(after, /<a>\n {2}<b\/>\n<\/a>$/);
    assert.match(after, /Content-Length: 15\n/);
  });

  test("edits correct Content-Length while its author types", () => {
    const context = contextOf(`${head}Content-Length: 3\n\n<ab/>`);
    const typed = { start: { line: 4, character: 1 }, end: { line: 4, character: 3 } };
    const { edits } = correctLengths(context, { changed: [typed] });
    assert.match(TextDocument.applyEdits(context.document, [...edits]), /Content-Length: 5\n/);
  });

  test("edits are offered as fixes, but not the refactorings of requests", () => {
    const context = contextOf(
      `HTTP/1.1 200 OK\nContent-Type: text/xml; charset=utf-8\nContent-Length: 3\n\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>`,
    );
    const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 17 } };
    const titles = getCodeActions(context, { range, context: { diagnostics: [] } }).map(({ title }) => title);
    assert.deepEqual(titles, ["Change Content-Length to 86"]);
  });
});

suite("a response that is typed key by key", () => {
  test("a half-typed response has no finding about what isn't written yet", () => {
    const typed = `# @when operation Add\nHTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 3\n\nabc\n###\n`;
    assert.equal(
      tableOf(typed, ofMock),
      [
        "# @when operation Add⏎HTTP/1.1 200  → nothing",
        "OK⏎Content-Type: text/plain⏎Content-Length → information request-unfinished at HTTP/1.1",
        ": 3⏎⏎abc⏎###⏎ → nothing",
      ].join("\n"),
    );
  });
});

suite("an unfinished .soapmock file", () => {
  const whole = [
    "@state = new",
    "# @when variable state = new",
    '# @when //m:a[1] = "x"',
    "# @set state = //m:b",
    "# @data ./a.csv where a = header X",
    "# @raw",
    "HTTP/1.1 200 OK",
    'Content-Type: multipart/related; boundary=b; type="text/xml"',
    "X: {{request.body.//m:a}}",
    "",
    "--b",
    "Content-Type: text/xml",
    "",
    "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><a b=\"{{state}}\"/></s:Body></s:Envelope>",
    "--b--",
    "### next",
    "# @hang",
    "###",
    "HTTP/1.1 500 Error",
    "",
    "<@ ./a.xml",
  ].join("\n");

  test("the file has all features wherever it ends", () => {
    let previous: ReturnType<typeof analyze> | undefined;
    for (let end = 0; end <= whole.length; end++) {
      const text = whole.slice(0, end);
      const context = contextOf(text, shop);
      const position = context.document.positionAt(end);
      labelsAt(`${text}|`, { mock: true, resolver: shop });
      for (const feature of [getHover, getHighlights, getDefinitions]) feature(context, { position });
      for (const feature of [getDocumentSymbols, getFoldingRanges, getSemanticTokens]) feature(context);
      format(context, { insertSpaces: true, tabSize: 2 });
      const fresh = diagnose(context.analysis).map(({ code, at: { start } }) => `${code} ${start}`);
      previous = analyzeAgain(previous, text, ofMock, shop);
      const again = diagnose(previous).map(({ code, at: { start } }) => `${code} ${start}`);
      assert.deepEqual(again, fresh, text);
    }
  });
});
