import assert from "node:assert/strict";
import { hover } from "../../../server/src/features/hover/hover.ts";
import { sectionAt } from "../../../server/src/features/support/section.ts";
import { labelsAt } from "../../support/completions.ts";
import { withCursor } from "../../support/marked.ts";
import { around, messagesAround } from "../../support/resolver.ts";
import { requestSections } from "../../support/structure.ts";

const files = { "/w/a/b/calc.soapmock": "", "/w/a/b/x/calc.wsdl": "", "/w/a/b/shop.soapmock": "" };
const get = (address: string) => `GET / HTTP/1.1\nHost: ${address}\n\n`;

suite("# @mock", () => {
  test("the addresses of the services that a file names are variables", () => {
    const messages = (mocks: readonly string[], address: string) =>
      messagesAround(`${mocks.map((one) => `# @mock ${one}\n`).join("")}\n###\n${get(address)}`, { files });
    assert.deepEqual(messages(["./calc.soapmock"], "{{mock}}"), []);
    assert.deepEqual(messages(["./calc.soapmock", "./shop.soapmock"], "{{mock.shop}}"), []);
    assert.match(
      messages(["./calc.soapmock", "./shop.soapmock"], "{{mock}}").join(),
      /The variable mock isn't defined/,
    );
    assert.match(messages(["./calc.soapmock"], "{{mock.clac}}").join(), /Did you mean mock\.calc\?/);
  });

  test("without # @mock, soaphttp test may start them", () => {
    assert.deepEqual(messagesAround(get("{{mock.calc}}"), {}), []);
    assert.match(messagesAround(get("{{mocks}}"), {}).join(), /The variable mocks isn't defined/);
  });

  test("a file that is missing, of another kind or of the same name is an error", () => {
    const at = (...mocks: readonly string[]) =>
      messagesAround(
        mocks
          .map((one) => `# @mock ${one}\n`)
          .join("")
          .concat("\n###\n", get("h")),
        { files },
      );
    assert.deepEqual(at("./none.soapmock"), [
      "The file ./none.soapmock doesn't exist. The path is relative to the folder of this file.",
    ]);
    assert.deepEqual(at("./calc.soapmock", "./x/calc.wsdl"), ["Another mock service is named calc. Rename the file."]);
    assert.match(at("./calc.txt").join(), /@mock must be the path of a \.soapmock or \.wsdl file/);
  });

  test("names are completed, and a hover says which service it is", () => {
    const text = `# @mock ./calc.soapmock\n\n###\n${get("{{moc|}}")}`;
    const labels = labelsAt(text, { resolver: around({ files }) });
    for (const name of ["mock", "mock.calc"]) assert.ok(labels.includes(name), labels.join());
    assert.ok(labelsAt("# @|\nGET / HTTP/1.1\n\n").some((label) => label.endsWith("mock")));
    const marked = withCursor(`# @mock ./calc.soapmock\n\n###\n${get("{{mo|ck}}")}`);
    const section = sectionAt(requestSections(marked.text), marked.offset);
    assert.ok(section);
    const shown = hover(section, marked.offset - section.start);
    assert.match(shown?.markdown ?? "", /Host and port of the mock service \.\/calc\.soapmock\./);
  });
});
