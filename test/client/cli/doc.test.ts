import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderOf, soaphttp } from "./built.ts";

const wsdl = readFileSync("samples/calculator.wsdl", "utf8");

suite("soaphttp doc", () => {
  test("the command writes the documentation as a page, to standard output or to a file that it replaces", async () => {
    const cwd = folderOf({ "calculator.wsdl": wsdl, "out.html": "old" });
    const printed = await soaphttp(["doc", "calculator.wsdl"], { cwd });
    assert.deepEqual([printed.code, printed.error], [0, ""]);
    assert.match(printed.out, /^<!DOCTYPE html>\n<html lang="en">/);
    assert.match(printed.out, /<h3 id="o0">Add<\/h3>/);
    const written = await soaphttp(["doc", "--out", "out.html", "calculator.wsdl"], { cwd });
    assert.deepEqual([written.code, written.out, written.error], [0, "", ""]);
    assert.equal(readFileSync(join(cwd, "out.html"), "utf8"), printed.out);
  });

  test("the page has the types of imported schemas, also for a schema alone", async () => {
    const schema = (content: string) =>
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:a" targetNamespace="urn:a">${content}</xs:schema>`;
    const cwd = folderOf({
      "a.xsd": schema('<xs:include schemaLocation="b.xsd"/><xs:element name="root" type="B"/>'),
      "b.xsd": schema('<xs:complexType name="B"><xs:attribute name="inner"/></xs:complexType>'),
    });
    const { code, out, error } = await soaphttp(["doc", "a.xsd"], { cwd });
    assert.deepEqual([code, error], [0, ""]);
    assert.match(out, /<h3 id="t0">B<\/h3>/);
    assert.match(out, /<code>@inner<\/code>/);
  });

  test("the command reports problems, and refuses files without operations", async () => {
    const cwd = folderOf({ "none.wsdl": "<html/>" });
    writeFileSync(join(cwd, "broken.wsdl"), wsdl.replace('element="tns:Add"', 'element="tns:Gone"'));
    const broken = await soaphttp(["doc", "broken.wsdl"], { cwd });
    assert.equal(broken.code, 0);
    assert.match(broken.error, /^soaphttp: broken\.wsdl:\d+:\d+: .*Gone/);
    const none = await soaphttp(["doc", "none.wsdl"], { cwd });
    assert.deepEqual([none.code, none.out], [2, ""]);
    assert.match(none.error, /none\.wsdl has no operations\.\n$/);
    const unread = await soaphttp(["doc", "missing.wsdl"], { cwd });
    assert.deepEqual([unread.code, unread.error], [2, "soaphttp: missing.wsdl: File not found.\n"]);
    assert.equal(
      (await soaphttp(["doc"], { cwd })).error.split("\n")[0],
      "soaphttp: Missing WSDL. Specify a file or an address.",
    );
  });
});
