import assert from "node:assert/strict";
import { folds } from "../../../server/src/features/folding.ts";
import { formatSegment } from "../../../server/src/features/formatting.ts";
import { hover } from "../../../server/src/features/hover/hover.ts";
import { definitions } from "../../../server/src/features/occurrences.ts";
import { sectionAt } from "../../../server/src/features/support/section.ts";
import { outline, requestNamesInText } from "../../../server/src/features/symbols.ts";
import { analyze, applyEdits, messagesOf, textOf } from "../../../server/src/service/languageService.ts";
import { completionsAt, labelsAt } from "../../support/completions.ts";
import { request } from "../../support/findings.ts";
import { mark, withCursor } from "../../support/marked.ts";
import { requestSections } from "../../support/structure.ts";
import { expectRenamed } from "./rename/renaming.ts";

const body = (reference: string) => `<s:Envelope xmlns:s="u"><s:Body><a>${reference}</a></s:Body></s:Envelope>`;
const using = (reference: string) => `###\n${request({}, body(reference))}`;

suite("features in documents", () => {
  test("A document is listed with its elements, and isn't a request", () => {
    const text = `@x = 1\n# @document invoice\n\n<i:Invoice xmlns:i="u"><i:Id>1</i:Id></i:Invoice>\n${using("{{invoice}}")}`;
    const [first] = outline(requestSections(text));
    assert.equal(first?.name, "invoice");
    assert.deepEqual(
      first?.children.map(({ name }) => name),
      ["@x", "i:Invoice"],
    );
    assert.equal(requestNamesInText(text).length, 1);
    assert.equal(messagesOf(analyze(text)).length, 1);
  });

  test("Rename and Go to Definition know the name of a document", () => {
    const text = `# @document «invoice»\n\n<i/>\n###\n@x = {{«invo|ice»}}\n${using("{{$concat «invoice» x}}")}`;
    expectRenamed(text, "invoice");
    const { text: typed, offset } = withCursor(text.replace(/[«»]/g, ""));
    const [definition] = definitions(requestSections(typed), offset);
    assert.match(mark(typed, definition ? [definition.name] : []), /^# @document «invoice»/);
  });

  test("Names of elements and prefixes in a document can be renamed", () => {
    expectRenamed('# @document a\n\n<«p|»:a xmlns:«p»="u"><«p»:b/></«p»:a>\n', "p");
  });

  test("The elements of a document fold", () => {
    const ranges = folds(requestSections(`# @document a\n\n<a>\n  <b/>\n  <c/>\n</a>\n###\n`));
    assert.ok(ranges.some(({ depth }) => depth === 2));
  });

  test("A document is formatted as a body", () => {
    const text = "#  @document a \n \n<a><b/><c/></a>\n";
    const analysis = analyze(text);
    const [placed] = analysis.document.segments;
    assert.ok(placed);
    const layout = { indent: "  ", lineBreak: "\n" };
    const edits = formatSegment(placed.segment, textOf(analysis, placed.segment), layout);
    assert.equal(applyEdits(text, edits), "# @document a\n\n<a>\n  <b/>\n  <c/>\n</a>\n");
  });

  test("A hover shows the value of a document", () => {
    const { text, offset } = withCursor(`# @document inv\n\n<i>1</i>\n${using("{{in|v}}")}`);
    const section = sectionAt(requestSections(text), offset);
    assert.ok(section?.kind === "message");
    assert.match(hover(section, offset - section.start)?.markdown ?? "", /<i>1<\/i>/);
  });

  test("Completion offers # @document first, documents as values, and what a document can contain", () => {
    assert.equal(completionsAt("# @|\n")[0]?.label, "@document");
    assert.ok(labelsAt(`# @document inv\n\n<i/>\n${using("{{|")}`).includes("inv"));
    assert.ok(labelsAt("# @document inv\n\n<i><abc/><|\n").includes("abc"));
    assert.ok(labelsAt("@var = 1\n# @document inv\n\n<i>{{|\n").includes("var"));
    assert.deepEqual(labelsAt("# @document inv\n|\n<i/>\n"), []);
  });
});
