import assert from "node:assert/strict";
import { request } from "../../support/findings.ts";
import { messagesAround } from "../../support/resolver.ts";

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
