import assert from "node:assert/strict";
import { hover } from "../../../server/src/features/hover/hover.ts";
import { sectionAt } from "../../../server/src/features/support/section.ts";
import { labelsAt } from "../../support/completions.ts";
import { expectFix, request } from "../../support/findings.ts";
import { withCursor } from "../../support/marked.ts";
import { around, messagesAround } from "../../support/resolver.ts";
import { requestSections } from "../../support/structure.ts";

suite("names of variables that don't exist", () => {
  const withName = (name: string) => `@orderId = 7\n${request({ X: name })}`;

  test("a name that is like another one is replaced by it", () => {
    const text = withName("{{ordrId}}");
    assert.deepEqual(messagesAround(text, {}), ["The variable ordrId isn't defined. Did you mean orderId?"]);
    expectFix("variable-undefined", text, "Replace with orderId", withName("{{orderId}}"));
  });

  test("short names that differ in half of their letters aren't alike", () => {
    assert.deepEqual(messagesAround(`@ab = 1\n${request({ X: "{{ac}}" })}`, {}), [
      "The variable ac isn't defined. Searched in: this file.",
    ]);
  });

  test("built-in variables of other tools are replaced by ours", () => {
    for (const [theirs, ours] of [
      ["$uuid", "$guid"],
      ["$random.uuid", "$guid"],
      ["$randomUUID", "$guid"],
      ["$isoTimestamp", "$datetime iso8601"],
      ["$timestam", "$timestamp"],
      ["$proccessEnv HOME", "$processEnv HOME"],
      ['$datetim "YYYY" -1 d', '$datetime "YYYY" -1 d'],
    ] as const) {
      const text = withName(`{{${theirs}}}`);
      assert.deepEqual(messagesAround(text, {}), [`{{${theirs}}} has no value. Did you mean {{${ours}}}?`]);
      expectFix("variable-undefined", text, `Replace with ${ours}`, withName(`{{${ours}}}`));
    }
  });
});

suite("the columns of a data file", () => {
  const files = {
    "/w/a/b/a.json": '{"orders": [{"id": 1, "address": {"city": "Bern"}}]}',
    "/w/a/b/a.csv": "customer,name;b\n1,2;3\n",
  };
  const messages = (data: string, header: string) =>
    messagesAround(`# @data ${data}\n${request({ "X-A": header })}`, { files });

  test("a column is a variable, also one inside of an object", () => {
    assert.deepEqual(messages("./a.json $.orders[*]", "{{id}} {{address.city}}"), []);
    assert.deepEqual(messages("./a.csv", "{{customer}}"), []);
  });

  test("a name that is no column is reported with the nearest column", () => {
    assert.deepEqual(messages("./a.json $.orders[*]", "{{adress.city}}"), [
      "No column is named adress.city. Did you mean address.city?",
    ]);
    assert.deepEqual(messages("./a.csv", "{{custommer}}"), ["No column is named custommer. Did you mean customer?"]);
    assert.deepEqual(messages('./a.csv separator=";"', "{{quite}}"), [
      "The variable quite isn't defined. Searched in: this file.",
    ]);
  });

  test("a path of rows that can't be read is reported at its place", () => {
    assert.deepEqual(messages("./a.json $.orders[", "x"), [
      "The path can't be read here. Use names, [index], ['name'], * and .. after the $.",
    ]);
    const unreadable =
      "@data must be the path of a .csv, .json, .xml or .xlsx file, or a name and a value of a response, such as";
    assert.match(messages('./a.csv separator="x"', "x").join(), new RegExp(unreadable));
  });
});

const mockFiles = { "/w/a/b/calc.soapmock": "", "/w/a/b/x/calc.wsdl": "", "/w/a/b/shop.soapmock": "" };
const get = (address: string) => `GET / HTTP/1.1\nHost: ${address}\n\n`;

suite("# @mock", () => {
  test("the addresses of the services that a file names are variables", () => {
    const messages = (mocks: readonly string[], address: string) =>
      messagesAround(`${mocks.map((one) => `# @mock ${one}\n`).join("")}\n###\n${get(address)}`, { files: mockFiles });
    assert.deepEqual(messages(["./calc.soapmock"], "{{mock}}"), []);
    assert.deepEqual(messages(["./calc.soapmock", "./shop.soapmock"], "{{mock.shop}}"), []);
    assert.match(
      messages(["./calc.soapmock", "./shop.soapmock"], "{{mock}}").join(),
      /The variable mock isn't defined/,
    );
    assert.match(messages(["./calc.soapmock"], "{{mock.clac}}").join(), /Did you mean mock\.calc\?/);
  });

  test("the address of a service is a variable without # @mock, because soaphttp test may start the service", () => {
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
        { files: mockFiles },
      );
    assert.deepEqual(at("./none.soapmock"), [
      "The file ./none.soapmock doesn't exist. The path is relative to the folder of this file.",
    ]);
    assert.deepEqual(at("./calc.soapmock", "./x/calc.wsdl"), ["Another mock service is named calc. Rename the file."]);
    assert.match(at("./calc.txt").join(), /@mock must be the path of a \.soapmock or \.wsdl file/);
  });

  test("names are completed, and a hover says which service it is", () => {
    const text = `# @mock ./calc.soapmock\n\n###\n${get("{{moc|}}")}`;
    const labels = labelsAt(text, { resolver: around({ files: mockFiles }) });
    for (const name of ["mock", "mock.calc"]) assert.ok(labels.includes(name), labels.join());
    assert.ok(labelsAt("# @|\nGET / HTTP/1.1\n\n").some((label) => label.endsWith("mock")));
    const marked = withCursor(`# @mock ./calc.soapmock\n\n###\n${get("{{mo|ck}}")}`);
    const section = sectionAt(requestSections(marked.text), marked.offset);
    assert.ok(section);
    const shown = hover(section, marked.offset - section.start);
    assert.match(shown?.markdown ?? "", /Host and port of the mock service \.\/calc\.soapmock\./);
  });
});
