import { uniquePath } from "../../../server/src/evaluation/uniquePath.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { elements } from "../../../server/src/xml/query.ts";
import { growthTests } from "../../support/steps.ts";

suite("the path of an element", () => {
  const grows = growthTests();

  const nested = (n: number) => {
    const text = `${"<a>".repeat(n)}${"</a>".repeat(n)}`;
    return parseXml(text, 0, text.length);
  };
  grows("in elements of the same name", nested, (document) => {
    const innermost = [...elements(document)].at(-1);
    if (innermost) uniquePath(document, innermost, new Map());
  });
});
