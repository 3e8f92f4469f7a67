import { deepEqual, equal } from "node:assert/strict";
import {
  bodyAddress,
  parseResponseQuery,
  partAddress,
  type ResponseAddress,
  tabAddress,
} from "../../../../client/src/core/exchange/responsePath.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import { failure, outgoing, response } from "../../support.ts";

const at = { at: 0, from: "file:///a" };
const tabOf = (label: string, result: SendResult, secrets: readonly string[] = []) =>
  tabAddress({ id: "x-1", label, result, message: outgoing({ secrets }), ...at });

suite("the names of responses", () => {
  test("a tab has the name of its request and the outcome; the id is not in its path", () => {
    deepEqual(tabOf("add", response("HTTP/1.1 200 OK\n\n")), { path: "/add – 200 OK", query: "x-1" });
    equal(tabOf("add", failure({ kind: "refused", addresses: [] })).path, "/add – Connection Refused");
    equal(tabOf("Add two numbers", response("HTTP/1.1 500 \n\n")).path, "/Add two numbers – 500");
  });

  test("a secret that the service repeats in its reason is not in the name", () => {
    equal(tabOf("add", response("HTTP/1.1 403 no S3cret-4711\n\n"), ["S3cret-4711"]).path.includes("S3cret"), false);
    equal(tabOf("add", response("HTTP/1.1 401 token=S3cret-4711\n\n")).path, "/add – 401");
    equal(tabOf("add", response("HTTP/1.1 404 Not Found\n\n")).path, "/add – 404 Not Found");
  });

  test("no mark of direction makes another name of one", () => {
    equal(partAddress({ id: "x-1" }, 0, "photo\u202egpj.exe").path, "/photo gpj.exe");
    equal(tabOf("a\u2066b", response("HTTP/1.1 200 O\u202eK\u0085\n\n")).path, "/a b – 200");
  });

  test("what each document is can be read from its query", () => {
    const exchange = { id: "x-1", label: "add" };
    const all: readonly (readonly [ResponseAddress, string, object])[] = [
      [tabOf("add", response("HTTP/1.1 200 OK\n\n")), "/add – 200 OK", { id: "x-1", kind: "tab" }],
      [bodyAddress(exchange, "tidy", "xml"), "/add.xml", { id: "x-1", kind: "tidy" }],
      [bodyAddress(exchange, "body", "xml"), "/add.xml", { id: "x-1", kind: "body" }],
      [partAddress(exchange, 2, "a/chart.png"), "/a chart.png", { id: "x-1", kind: "part", index: 2 }],
    ];
    for (const [{ path, query }, name, place] of all) {
      equal(path, name);
      deepEqual(parseResponseQuery(query), place);
    }
  });

  test("what no file name can hold is left out", () => {
    const path = (label: string) => bodyAddress({ id: "x-1", label }, "body", "xml").path;
    equal(path('../a\\b:c*?"<>|\n\u0000'), "/.. a b c.xml");
    equal(path(" \t/ "), "/request.xml");
    equal(path("n".repeat(200)), `/${"n".repeat(80)}.xml`);
  });

  test("another query is none of them", () => {
    for (const query of ["", "x", "x-1/", "x-1/wire", "x-1/part-", "x-1/part-a", "x-1/body/a", "/body", "x-1 "]) {
      equal(parseResponseQuery(query), undefined, query);
    }
  });
});
