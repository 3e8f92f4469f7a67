import { deepEqual, equal } from "node:assert/strict";
import { parseResponsePath, partPath, responsePath, type View } from "../../../client/src/response/responsePath.ts";

suite("the paths of responses", () => {
  const views: readonly (readonly [View, string])[] = [
    ["formatted", "/x-1/response/add.soaphttp-response"],
    ["raw", "/x-1/as-received/add (as received).soaphttp-response"],
    ["failure", "/x-1/failure/add (no response).txt"],
    ["details", "/x-1/details/add (details).txt"],
    ["tidy", "/x-1/formatted-body/add.xml"],
    ["wire", "/x-1/wire/add (wire).soaphttp-wire"],
    ["hex", "/x-1/wire-hex/add (wire, hex).soaphttp-wire"],
    ["body", "/x-1/body/add.xml"],
    ["surplus", "/x-1/extra-bytes/add (extra bytes).txt"],
  ];
  for (const [view, path] of views) {
    test(`${view}: there and back`, () => {
      equal(responsePath({ id: "x-1", label: "add" }, view, "xml"), path);
      deepEqual(parseResponsePath(path), { id: "x-1", view, index: 0 });
    });
  }

  test("a part of a multipart body: its index, and the name of its file", () => {
    const path = partPath({ id: "x-1" }, 2, "a/chart.png");
    equal(path, "/x-1/part-2/a chart.png");
    deepEqual(parseResponsePath(path), { id: "x-1", view: "part", index: 2 });
    equal(parseResponsePath("/x-1/part/a"), undefined);
  });

  test("what no file name can hold is left out", () => {
    const path = (label: string) => responsePath({ id: "x", label }, "body", "xml");
    equal(path('../a\\b:c*?"<>|\n\u0000'), "/x/body/.. a b c.xml");
    equal(path(" \t/ "), "/x/body/request.xml");
    equal(path("n".repeat(200)), `/x/body/${"n".repeat(80)}.xml`);
  });

  test("another path is none of them", () => {
    for (const path of [
      "",
      "/",
      "/x",
      "/x/response",
      "/x/response/",
      "/x/elsewhere/a",
      "/x/response/a/b",
      "//response/a",
    ]) {
      equal(parseResponsePath(path), undefined, path);
    }
  });
});
