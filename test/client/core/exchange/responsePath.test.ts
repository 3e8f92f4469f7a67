import { deepEqual, equal } from "node:assert/strict";
import {
  bodyAddress,
  parseResponseQuery,
  pieceAddress,
  type ResponseAddress,
  tabAddress,
} from "../../../../client/src/core/exchange/responsePath.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import { failure, outgoing, response } from "../../support.ts";

const at = { at: 0, from: "file:///a" };
const tabOf = (label: string, result: SendResult, secrets: readonly string[] = []) =>
  tabAddress({ id: "x-1", label, result, message: outgoing({ secrets }), ...at });

suite("the names of response documents", () => {
  test("a tab is named after the request and its outcome, without the id", () => {
    deepEqual(tabOf("add", response("HTTP/1.1 200 OK\n\n")), { path: "/add – 200 OK", query: "x-1" });
    equal(tabOf("add", failure({ kind: "refused", addresses: [] })).path, "/add – Connection Refused");
    equal(tabOf("Add two numbers", response("HTTP/1.1 500 \n\n")).path, "/Add two numbers – 500");
  });

  test("the name contains no secret that the service repeats in its reason phrase", () => {
    equal(tabOf("add", response("HTTP/1.1 403 no S3cret-4711\n\n"), ["S3cret-4711"]).path.includes("S3cret"), false);
    equal(tabOf("add", response("HTTP/1.1 401 token=S3cret-4711\n\n")).path, "/add – 401");
    equal(tabOf("add", response("HTTP/1.1 404 Not Found\n\n")).path, "/add – 404 Not Found");
  });

  test("the name contains no bidirectional control characters", () => {
    equal(pieceAddress({ id: "x-1" }, { kind: "part", index: 0 }, "photo\u202egpj.exe").path, "/photo gpj.exe");
    equal(tabOf("a\u2066b", response("HTTP/1.1 200 O\u202eK\u0085\n\n")).path, "/a b – 200");
  });

  test("the query identifies each document", () => {
    const exchange = { id: "x-1", label: "add" };
    const all: readonly (readonly [ResponseAddress, string, object])[] = [
      [tabOf("add", response("HTTP/1.1 200 OK\n\n")), "/add – 200 OK", { id: "x-1", kind: "tab" }],
      [bodyAddress(exchange, "formatted", "xml"), "/add.xml", { id: "x-1", kind: "formatted" }],
      [bodyAddress(exchange, "body", "xml"), "/add.xml", { id: "x-1", kind: "body" }],
      [
        pieceAddress(exchange, { kind: "part", index: 2 }, "a/chart.png"),
        "/a chart.png",
        { id: "x-1", kind: "part", index: 2 },
      ],
      [
        pieceAddress(exchange, { kind: "value", index: 0 }, "Photo.png"),
        "/Photo.png",
        { id: "x-1", kind: "value", index: 0 },
      ],
    ];
    for (const [{ path, query }, name, place] of all) {
      equal(path, name);
      deepEqual(parseResponseQuery(query), place);
    }
  });

  test("characters that are invalid in file names are removed", () => {
    const path = (label: string) => bodyAddress({ id: "x-1", label }, "body", "xml").path;
    equal(path('../a\\b:c*?"<>|\n\u0000'), "/.. a b c.xml");
    equal(path(" \t/ "), "/request.xml");
    equal(path("n".repeat(200)), `/${"n".repeat(80)}.xml`);
  });

  test("other queries are rejected", () => {
    for (const query of [
      "",
      "x",
      "x-1/",
      "x-1/wire",
      "x-1/part-",
      "x-1/part-a",
      "x-1/value",
      "x-1/body/a",
      "/body",
      "x-1 ",
    ]) {
      equal(parseResponseQuery(query), undefined, query);
    }
  });
});
