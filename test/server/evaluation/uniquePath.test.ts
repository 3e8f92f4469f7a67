import assert from "node:assert/strict";
import { uniquePath } from "../../../server/src/evaluation/uniquePath.ts";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { elementAt, elements } from "../../../server/src/xml/query.ts";
import { nodesOf } from "../../../server/src/xpath/domNodes.ts";
import { evaluateXPath } from "../../../server/src/xpath/xpath.ts";
import { evaluationWith } from "../../support/evaluation.ts";
import { withCursor } from "../../support/marked.ts";

const prefixes = new Map([["m", "urn:m"]]);

suite("the path of an element", () => {
  suiteSetup(provideXPathHere);

  const paths: Readonly<Record<string, string>> = {
    "<Result>|5</Result>": "//Result",
    '<a xmlns="urn:m"><Result>|5</Result></a>': "//m:Result",
    '<a xmlns="urn:n"><Result>|5</Result></a>': "//*:Result",
    "<a><b><Id>1</Id></b><c><Id>|2</Id></c></a>": "//c/Id",
    "<a><Id>1</Id><Id>|2</Id></a>": "//Id[2]",
    "<a><b><Id>1</Id></b><b><Id>|2</Id></b></a>": "//b[2]/Id",
    "<a><c><b><Id>1</Id></b><b><Id>2</Id></b></c><d><b/><b><Id>|3</Id></b></d></a>": "//d/b/Id",
    "<a><c><b/><b><Id>2</Id></b></c><c><b/><b><Id>|3</Id></b></c></a>": "//c[2]/b[2]/Id",
    '<a xmlns:n="urn:n" xmlns:o="urn:o"><n:Id>1</n:Id><o:Id>|2</o:Id></a>': "//*:Id[2]",
    '<a><Id>|1</Id><Id xmlns="urn:m">2</Id></a>': "//Id",
    "<a><a>|1</a></a>": "//a/a",
    "<a>|1<a/></a>": "/a",
  };
  for (const [source, path] of Object.entries(paths)) {
    test(`${path}: ${source}`, () => {
      const { text, offset } = withCursor(source);
      const document = parseXml(text, 0, text.length);
      const element = elementAt(document, offset);
      assert.ok(element);
      assert.equal(uniquePath(document, element, prefixes), path);
    });
  }

  test("the path finds this element alone, for each element", () => {
    const list = "<i><n>1</n><n>2</n><i><n>3</n></i></i>";
    const text = `<a xmlns="urn:m" xmlns:o="urn:o">${list}<b>${list}<o:i/><i xmlns="urn:p"><n/></i></b>${list}<a/></a>`;
    const document = parseXml(text, 0, text.length);
    for (const element of elements(document)) {
      const path = uniquePath(document, element, prefixes);
      const found = evaluateXPath(path, nodesOf(document), evaluationWith(prefixes));
      assert.ok("values" in found, path);
      assert.deepEqual(
        found.values.map(({ at }) => at?.start),
        [element.start],
        path,
      );
    }
  });
});
