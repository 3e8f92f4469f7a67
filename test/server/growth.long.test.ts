import { TextDocument } from "vscode-languageserver-textdocument";
import { convert } from "../../server/src/features/transform/paste/paste.ts";
import { noContracts } from "../../server/src/resources/contractLookup.ts";
import {
  analyze,
  applyEdits,
  contextOfResponse,
  type DocumentContext,
  diagnose,
  fixEverything,
  format,
  fromHttpFile,
  getCodeActions,
  getCompletions,
  getDefinitions,
  getDiagnostics,
  getDocumentSymbols,
  getFoldingRanges,
  getHighlights,
  getHover,
  getInlayHints,
  getLinkedEditingRanges,
  getLinks,
  getReferences,
  getSelectionRanges,
  getSemanticTokens,
  messagesOf,
  prepareRename,
  rename,
} from "../../server/src/service/languageService.ts";
import { contextOf } from "../support/contexts.ts";
import { envelope12, request } from "../support/findings.ts";
import { sentOf } from "../support/outgoing.ts";
import { growthTests } from "../support/steps.ts";

/*
 * No document, pasted text or response takes more than linear time, in the checks and in each feature.
 */

const times = (n: number, make: (index: number) => string) =>
  Array.from({ length: n }, (_, index) => make(index)).join("");
const soap12 = (body: string) => envelope12.replace("<s:Body/>", `<s:Body>${body}</s:Body>`);

/** Documents that grow with `n` and are expensive to check. */
const documents: Readonly<Record<string, (n: number) => string>> = {
  headers: (n) => `POST / HTTP/1.1\n${"A: b\n".repeat(n)}\n${envelope12}`,
  "headers that all differ": (n) => `POST / HTTP/1.1\n${times(n, (i) => `A${i}: b\n`)}\n${envelope12}`,
  "headers without a colon": (n) => `POST / HTTP/1.1\n${"abc\n".repeat(n)}\n${envelope12}`,
  "misspelled headers": (n) => `POST / HTTP/1.1\n${"Hots: h\n".repeat(n)}\n${envelope12}`,
  "comments among the headers": (n) => `POST / HTTP/1.1\n${"#A: b\n".repeat(n)}\n${envelope12}`,
  "request lines among the headers": (n) => "POST / HTTP/1.1\n".repeat(n),
  "HTTP versions in a line of the body": (n) => `POST / HTTP/1.1\n\n${" HTTP/1.1".repeat(n)}`,
  "a header below request lines": (n) => `A: b\n${"POST / HTTP/1.1\n".repeat(n)}`,
  "repeated Content-Length": (n) => `POST / HTTP/1.1\n${"Content-Length: 1\n".repeat(n)}\n${envelope12}`,
  "repeated Host": (n) => `POST / HTTP/1.1\n${"Host: h\n".repeat(n)}\n${envelope12}`,
  "folded lines": (n) => `POST / HTTP/1.1\nA: b\n${" c\n".repeat(n)}\n${envelope12}`,
  "parameters of Content-Type": (n) => request({ "Content-Type": `a/b${"; c=d".repeat(n)}` }),
  placeholders: (n) => request({}, undefined, `POST /${"{a}".repeat(n)} HTTP/1.1`),
  "invalid characters in a target": (n) => request({}, undefined, `POST /${'"'.repeat(n)} HTTP/1.1`),
  "invalid characters in a name": (n) => request({ ["(".repeat(n)]: "" }),
  "variables in the body": (n) =>
    `@a = €\n${request({ "Content-Type": "application/soap+xml; charset=iso-8859-1" }, `<a>${"{{a}}€".repeat(n)}</a>`)}`,
  "variable definitions": (n) => times(n, (i) => `@a${i} = {{a${i + 1}}}\n`),
  "unused variables": (n) => times(n, (i) => `@a${i} = b\n`) + request(),
  "undefined variables": (n) => request({}, `<a>${times(n, (i) => `{{a${i}}}`)}</a>`),
  "a cycle of variables": (n) => times(n, (i) => `@a${i} = {{a${(i + 1) % n}}}\n`) + request({}, "<a>{{a0}}</a>"),
  "a cycle of variables and a document": (n) =>
    `${times(n, (i) => `@a${i} = {{a${i + 1}}}\n`)}@a${n} = {{d}}\n# @document d\n\n{{a0}}\n###\n${request({}, "<a>{{a0}}</a>")}`,
  "a chain of variables from a response": (n) =>
    `# @name first\n# @set a${n} = //x\n${request()}\n###\n${times(n, (i) => `@a${i} = {{a${i + 1}}}\n`)}${times(
      n,
      (i) => `${request({}, `<a>{{a${i}}}</a>`)}\n###\n`,
    )}`,
  "requests that need each other in a chain": (n) =>
    times(n, (i) => `# @name a${i}\n# @needs a${i + 1}\n${request()}\n###\n`),
  "expectations of a request": (n) => "# @expect //a = b\n".repeat(n) + request(),
  "requests with the same name": (n) => "# @name a\n".repeat(n) + request(),
  "unknown directives": (n) => "# @nmae a\n".repeat(n) + request(),
  "definitions of one variable": (n) => "@a = b\n".repeat(n) + request({}, "<a>{{a}}</a>"),
  "brackets in a built-in variable": (n) => request({}, `<a>{{$datetime ${"[".repeat(n)}}}</a>`),
  separators: (n) => "###\nx\n".repeat(n),
  "hash signs in Host": (n) => request({ Host: "#".repeat(n) }),
  requests: (n) => `${request()}\n###\n`.repeat(n),
  "incomplete requests": (n) => `POST / HTTP/1.1\n\n<a>\n${"###\n</a><a>\n".repeat(n)}`,
  "characters that the charset can't encode": (n) =>
    request({ "Content-Type": "application/soap+xml; charset=us-ascii" }, `<a>${"é".repeat(n)}</a>`),
  "nested elements": (n) => request({}, "<a>".repeat(n)),
  "elements that all differ": (n) => request({}, soap12(times(n, (i) => `<a${i}/>`))),
  "elements without an end tag": (n) => request({}, soap12("<a><b></a>".repeat(n))),
  "header blocks": (n) =>
    request(
      {},
      envelope12.replace("<s:Body/>", `<s:Header>${'<a s:mustUnderstand="treu"/>'.repeat(n)}</s:Header><s:Body/>`),
    ),
  "text between elements": (n) => request({}, soap12("<a/>b".repeat(n))),
  Bodies: (n) => request({}, envelope12.replace("<s:Body/>", "<s:Body/>".repeat(n))),
  "parts of a Fault": (n) => request({}, soap12(`<s:Fault>${"<s:Code/><b/>".repeat(n)}</s:Fault>`)),
  envelopes: (n) => request({}, envelope12.repeat(n)),
  attributes: (n) => request({}, `<a${times(n, (i) => ` b${i}=""`)}/>`),
  "declared prefixes": (n) => request({}, `<a${times(n, (i) => ` xmlns:b${i}="urn:c"`)}><b1:a/></a>`),
  "undeclared prefixes": (n) => request({}, `<a>${times(n, (i) => `<b${i}:c/>`)}</a>`),
  "errors in XML": (n) => request({}, `<a>${"&".repeat(n)}</a>`),
  "lines of text": (n) => request({}, `<a>${"b\n".repeat(n)}</a>`),
  "parts of a multipart body": (n) =>
    request(
      { "Content-Type": 'multipart/related; boundary="b"; type="text/xml"' },
      `${"--b\nA: b\n\nc\n".repeat(n)}--b--`,
    ),
  chunks: (n) =>
    request({ "Content-Length": undefined, "Transfer-Encoding": "chunked" }, `${"1\r\na\r\n".repeat(n)}0\r\n\r\n`),
};

const settings = {
  rules: {},
  inlayHints: { contentLength: "on", target: "on", variables: "on" },
  environments: {},
  wsdl: [],
} as const;

/** Runs each feature for the whole document, and at its start, middle and end. */
function allFeatures(context: DocumentContext): void {
  const { document } = context;
  const { length } = document.getText();
  const range = (start: number, end: number) => ({ start: document.positionAt(start), end: document.positionAt(end) });
  getDiagnostics(context);
  getDocumentSymbols(context);
  getFoldingRanges(context);
  getInlayHints(context, { range: range(0, length) });
  getLinks(context);
  getSemanticTokens(context);
  format(context, { insertSpaces: true, tabSize: 2 });
  getCodeActions(context, { range: range(0, length), context: { diagnostics: getDiagnostics(context) } });
  // The place in the middle is of the same kind for each length.
  const middle = document.getText().indexOf(document.getText().slice(250, 258), length >> 1);
  for (const offset of [1, middle < 0 ? length >> 1 : middle, length - 20, length]) {
    const position = document.positionAt(offset);
    getCodeActions(context, { range: range(offset, offset), context: { diagnostics: [] } });
    const at = { position };
    getCompletions(context, at);
    getDefinitions(context, at);
    getHighlights(context, at);
    getHover(context, at);
    getLinkedEditingRanges(context, at);
    getReferences(context, { position, context: { includeDeclaration: true } });
    getSelectionRanges(context, { positions: [position] });
    if (prepareRename(context, at)) rename(context, { position, newName: "x" });
  }
}

suite("checks of a longer document", () => {
  const grows = growthTests();
  for (const [name, make] of Object.entries(documents)) {
    grows(name, make, (text) => {
      const analysis = analyze(text);
      diagnose(analysis);
      // Each sending reads the definitions of the whole file.
      for (const message of messagesOf(analysis).slice(-1)) sentOf(analysis, message);
    });
  }
});

suite("sending all requests of a longer document", () => {
  const grows = growthTests();
  const inEach = (n: number) => times(n, (i) => `${request({}, `<a>{{a${i}}}</a>`)}\n###\n`);
  grows(
    "a chain of variables that all requests use",
    (n) => `${times(n, (i) => `@a${i} = {{a${i + 1}}}\n`)}@a${n} = b\n${inEach(n)}`,
    (text) => {
      const analysis = analyze(text);
      for (const message of messagesOf(analysis)) sentOf(analysis, message);
    },
  );
});

suite("fixes of a longer document", () => {
  const grows = growthTests();
  for (const [name, make] of Object.entries(documents)) {
    // Each of the ten rounds reports a hundred invalid characters.
    if (name !== "invalid characters in a target") grows(name, make, (text) => fixEverything(analyze(text)));
  }
  grows(
    "HTML entities and attributes without quotes",
    (n) => request({}, `<a>${"<b c=1/>&nbsp;".repeat(n)}</a>`),
    (text) => {
      applyEdits(text, fixEverything(analyze(text)));
    },
  );
});

suite("features in a longer document", () => {
  const grows = growthTests();
  for (const [name, make] of Object.entries(documents))
    grows(name, make, (text) => allFeatures(contextOf(text, { settings })));
});

suite("features in a longer response", () => {
  const grows = growthTests();
  const responses: Readonly<Record<string, (n: number) => string>> = {
    headers: (n) => `HTTP/1.1 200 OK\n${times(n, (i) => `A${i}: b\n`)}\n${envelope12}`,
    "nested elements": (n) => `HTTP/1.1 200 OK\n\n${"<a>".repeat(n)}`,
    attributes: (n) => `HTTP/1.1 200 OK\n\n<a${times(n, (i) => ` b${i}=""`)}/>`,
    "words of a Fault": (n) =>
      `HTTP/1.1 500 No\n\n${soap12(`<s:Fault><s:Reason><s:Text>${"METHOD ".repeat(n)}</s:Text></s:Reason></s:Fault>`)}`,
    "carriage returns in a header": (n) => `HTTP/1.1 200 OK\nA: ${"\r".repeat(n)}b\n\n`,
    "tabs in the status line": (n) => `HTTP/1.1 200 ${"\t".repeat(n)}\u2028\n\n`,
  };
  for (const [name, make] of Object.entries(responses)) {
    grows(name, make, (text) => {
      const document = TextDocument.create("soaphttp-response:/a", "soaphttp-response", 1, text);
      allFeatures(contextOfResponse(document, undefined, noContracts, { settings, client: {} }));
    });
  }
});

suite("conversion of a longer text of another tool", () => {
  const grows = growthTests();
  const texts: Readonly<Record<string, (n: number) => string>> = {
    "curl: headers": (n) => `curl http://h/${" -H 'A: b'".repeat(n)}`,
    "curl: data": (n) => `curl http://h/${" -d a=b".repeat(n)}`,
    "curl: one long word": (n) => `curl http://h/ -d '${"a".repeat(n)}'`,
    "curl: quotes": (n) => `curl http://h/ -d ${"'a'\"b\"".repeat(n)}`,
    "curl: escapes": (n) => `curl http://h/ -d $'${"\\n\\x41".repeat(n)}'`,
    "curl: quotes that don't close": (n) => `curl http://h/ -d ${"\"'".repeat(n)}`,
    "curl: lines": (n) => `curl http://h/ ${"\\\n -H 'A: b' ".repeat(n)}`,
    "curl: commands": (n) => "curl http://h/\n".repeat(n),
    "curl: addresses": (n) => `curl${" http://h/".repeat(n)}`,
    "curl: a here-document": (n) => `curl http://h/ -d @- <<EOF\n${"a\n".repeat(n)}EOF`,
    "curl: here-documents that don't end": (n) => `curl http://h/ ${"<<EOF\n".repeat(n)}`,
    "cmd: carets": (n) => `curl "http://h/" ^\n${'-H "A: ^\\^"b^\\^"" ^\n'.repeat(n)}`,
    "http: headers": (n) => `POST / HTTP/1.1\r\nHost: h\r\n${"A: b\r\n".repeat(n)}\r\n`,
    "http: requests": (n) => "POST / HTTP/1.1\r\nHost: h\r\n\r\n<a/>\r\n".repeat(n),
    ".http: requests": (n) => "POST http://h/\nA: b\n\n<a/>\n\n###\n".repeat(n),
    ".http: line breaks": (n) => `POST http://h/\n\n${"\n".repeat(n)}<a/>`,
    ".http: tabs": (n) => `POST${"\t".repeat(n)}http://h/${"\t".repeat(n)}x\nA:${"\t".repeat(n)}\n`,
    ".http: variables": (n) => `${times(n, (i) => `@a${i} = {{a${i + 1}}}\n`)}POST http://h/{{a0}}\n\n<a/>`,
    ".http: query lines": (n) => `GET http://h/\n${"  ?a=b\n  &c=d\n".repeat(n)}`,
    ".http: scripts": (n) => `POST http://h/\n\n<a/>\n${"> {%\nx\n%}\n".repeat(n)}`,
    ".http: scripts that don't end": (n) => `POST http://h/\n\n<a/>\n${"> {%\n".repeat(n)}`,
    ".http: files": (n) => `POST http://h/\n\n${"< ./a.xml\n".repeat(n)}`,
    ".http: brackets": (n) => `POST http://h/\n\n${"{{".repeat(n)}${"[[[".repeat(n)}`,
  };
  for (const [name, make] of Object.entries(texts)) {
    grows(name, make, (text) => {
      convert(text, "\n");
      fromHttpFile(text, "\n");
    });
  }
});
