import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { sampleWsdl } from "../../support/contracts.ts";
import { request11 } from "../../support/findings.ts";
import { folderOf, soaphttp } from "./built.ts";

const payload = '<Add xmlns="urn:calc"><a>1</a></Add>';
const add = request11(
  { SOAPAction: '"urn:Add"' },
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${payload}</s:Body></s:Envelope>`,
);
const unknown = `# @operation Ad\n${add}`;
const wsdl = sampleWsdl();

async function found(args: readonly string[], cwd: string): Promise<readonly string[]> {
  const { out } = await soaphttp(["check", "--format", "json", ...args], { cwd });
  const entries = JSON.parse(out) as readonly { readonly file: string; readonly code: string }[];
  return entries.map(({ file, code }) => `${file} ${code}`);
}

suite("soaphttp check, with WSDLs", () => {
  test("the check finds the WSDL that a request names, and the WSDLs in the current folder", async () => {
    const cwd = folderOf({ "a.soaphttp": `# @wsdl ./calc.txt\n${unknown}`, "calc.txt": wsdl, "b.soaphttp": unknown });
    assert.deepEqual(await found(["a.soaphttp"], cwd), ["a.soaphttp operation-unknown"]);
    assert.deepEqual(await found(["b.soaphttp"], cwd), []);
    writeFileSync(join(cwd, "calc.wsdl"), wsdl);
    assert.deepEqual(await found(["b.soaphttp"], cwd), ["b.soaphttp operation-unknown"]);
    assert.deepEqual(await found(["--no-wsdl", "a.soaphttp", "b.soaphttp"], cwd), []);
  });

  test("the check searches the current folder only for requests without a WSDL of their own", async () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`w/${index}.wsdl`, ""]));
    const cwd = folderOf({ "a.soaphttp": `# @wsdl ./calc.txt\n${add}`, "calc.txt": wsdl, "b.soaphttp": add, ...many });
    const errors = async (...args: readonly string[]) => (await soaphttp(["check", ...args], { cwd })).error;
    assert.equal(await errors("a.soaphttp"), "");
    assert.equal(await errors("--no-wsdl", "b.soaphttp"), "");
    assert.match(await errors("b.soaphttp"), /^soaphttp: The current folder has 501 WSDLs\. /);
  });

  test("the check takes the WSDL of --wsdl for all requests", async () => {
    const other = sampleWsdl({ operations: ["Ad"] });
    const cwd = folderOf({ "a.soaphttp": `# @wsdl ./calc.wsdl\n${unknown}`, "calc.wsdl": wsdl, "other.txt": other });
    assert.deepEqual(await found(["a.soaphttp"], cwd), ["a.soaphttp operation-unknown"]);
    assert.deepEqual(await found(["--wsdl", "other.txt", "a.soaphttp"], cwd), ["a.soaphttp schema-payload"]);
    const { code, error } = await soaphttp(["check", "--wsdl", "none.wsdl", "a.soaphttp"], { cwd });
    assert.deepEqual([code, error], [2, "soaphttp: none.wsdl: File not found.\n"]);
  });

  test("the check reads a WSDL at an address of the request's own host, another one only with --wsdl or --allow-outside", async () => {
    let reads = 0;
    const server = createServer((_, response) => {
      reads++;
      response.end(wsdl);
    }).listen(0, "127.0.0.1");
    try {
      await new Promise((resolve) => server.once("listening", resolve));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calc?wsdl`;
      const cwd = folderOf({ "a.soaphttp": `# @wsdl ${address}\n${unknown}`, "b.soaphttp": unknown });
      const { host } = new URL(address);
      const message = `The WSDL at ${host} isn't loaded. Use --allow-outside or --wsdl to read it.`;
      for (const format of ["text", "json", "sarif", "github"]) {
        const { code, out, error } = await soaphttp(["check", "--format", format, "a.soaphttp"], { cwd });
        assert.ok(out.includes(message) && /\berror\b/.test(out), out);
        assert.deepEqual([code, error], [1, ""]);
      }
      const asWarning = ["check", "--rule", "wsdl-not-loaded=warning", "a.soaphttp"];
      assert.equal((await soaphttp(asWarning, { cwd })).code, 0);
      const sent = await soaphttp(["send", "--timeout", "1", "a.soaphttp"], { cwd });
      assert.match(
        sent.error,
        /^soaphttp: The WSDL http:.* isn't read, so its requests aren't checked by it\. Use --allow-outside or --wsdl/,
      );
      assert.equal(reads, 0);
      const own = unknown.replace(/^Host: .*$/m, "Host: 127.0.0.1:9");
      writeFileSync(join(cwd, "own.soaphttp"), `# @wsdl ${address}\n${own}`);
      assert.deepEqual(await found(["own.soaphttp"], cwd), ["own.soaphttp operation-unknown"]);
      assert.deepEqual(await found(["--allow-outside", "a.soaphttp"], cwd), ["a.soaphttp operation-unknown"]);
      reads = 0;
      assert.deepEqual(await found(["--wsdl", address, "a.soaphttp", "b.soaphttp"], cwd), [
        ...["a.soaphttp operation-unknown", "b.soaphttp operation-unknown"],
      ]);
      assert.equal(reads, 1);
    } finally {
      server.close();
    }
  });

  test("the check sends no credential and no value of a variable to the address of a WSDL, and nothing with --no-wsdl", async () => {
    const asked: string[] = [];
    const server = createServer(({ url, rawHeaders }, response) => {
      asked.push([url, ...rawHeaders].join(" "));
      response.end(wsdl);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const file = request11({ Host: "127.0.0.1:9", Authorization: "Bearer S3cret-4711", Cookie: "sid=S3cret-4711" });
    const places = ["{{secret}}?wsdl", "a?b={{$dotenv K}}", "{{$processEnv LEAK}}"];
    const texts = places.map((place) => `@secret = S3cret-4711\n# @wsdl http://127.0.0.1:${port}/${place}\n${file}`);
    const names = texts.map((_, index) => `${index}.soaphttp`);
    const cwd = folderOf({
      ".env": "K=S3cret-4711",
      ...Object.fromEntries(texts.map((text, at) => [names[at], text])),
    });
    const run = (...args: readonly string[]) =>
      soaphttp(["check", ...args, ...names], { cwd, env: { LEAK: "S3cret-4711" } });
    try {
      await run("--no-wsdl");
      assert.deepEqual(asked, []);
      await run();
      assert.equal(asked.length, places.length);
      assert.doesNotMatch(asked.join("\n"), /S3cret-4711|authorization|cookie/i);
    } finally {
      server.close();
    }
  });

  test("the check reads a WSDL outside of the current folder and the file's folder only with --allow-outside", async () => {
    const folder = folderOf({ "out/calc.txt": wsdl, "in/a.soaphttp": `# @wsdl ../out/calc.txt\n${unknown}` });
    const cwd = join(folder, "in");
    assert.deepEqual(await found(["a.soaphttp"], cwd), ["a.soaphttp wsdl-not-loaded"]);
    assert.deepEqual(await found(["--wsdl", "../out/calc.txt", "a.soaphttp"], cwd), ["a.soaphttp operation-unknown"]);
    assert.deepEqual(await found(["--allow-outside", "a.soaphttp"], cwd), ["a.soaphttp operation-unknown"]);
  });

  test("the check reports the problems of a WSDL once, in its own file, with line and column", async () => {
    const broken = wsdl.replace("<types>", '<import namespace="urn:x" location="x.wsdl"/>\n<types>');
    const cwd = folderOf({ "a.soaphttp": add, "b.soaphttp": add, "calc.wsdl": broken });
    const { code, out, error } = await soaphttp(["check", "a.soaphttp", "b.soaphttp"], { cwd });
    assert.deepEqual([code, out], [0, "2 files, no problems.\n"]);
    assert.equal(error, "soaphttp: calc.wsdl:4:37: Can't read x.wsdl.\n");
  });

  test("the check reports a body that isn't valid by codes that begin with schema-, in many files at once", async () => {
    const types = '<xs:schema><xs:include schemaLocation="main.xsd"/></xs:schema>';
    const types11 = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"><types>${types}</types></definitions>`;
    const schema =
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r" type="xs:int"/><xs:element name="e"><xs:complexType/></xs:element></xs:schema>';
    const bodies = ["<r>1</r>", "<r>a</r>", "<e/>", "<e> </e>", "<x/>", '<r a="1">1</r>'];
    const files = bodies.map((body, at): readonly [string, string] => {
      const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
      return [`${at}.soaphttp`, `# @wsdl ./x.wsdl\n${request11({}, envelope)}`];
    });
    const cwd = folderOf({ ...Object.fromEntries(files), "x.wsdl": types11, "main.xsd": schema });
    const entries = await found(
      files.map(([name]) => name),
      cwd,
    );
    const invalid = entries.flatMap((entry) => (entry.includes(" schema-") ? [entry.charAt(0)] : []));
    assert.deepEqual(invalid, ["1", "3", "4", "5"]);
  });

  suite("soaphttp check of a WSDL or a schema", () => {
    const schema = (content: string, attributes = "") =>
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:a="urn:a" targetNamespace="urn:a"${attributes}>\n${content}\n</xs:schema>\n`;

    async function checked(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
      const { code, out, error } = await soaphttp(["check", ...args], { cwd: folderOf(files) });
      assert.equal(error, "");
      return { code, lines: out.split("\n").filter((line) => /^\S+:\d+:\d+ /.test(line)), out };
    }

    test("`check` finds nothing in a valid WSDL and a valid schema", async () => {
      const files = { "calc.wsdl": wsdl, "a.XSD": schema('<xs:element name="A" type="xs:int"/>') };
      const { code, lines, out } = await checked(files, "calc.wsdl", "a.XSD");
      assert.deepEqual([code, lines], [0, []]);
      assert.match(out, /2 files/);
    });

    test("`check` reports the problems of a schema, even in declarations that no message needs", async () => {
      const nested =
        '<xs:complexType name="T"><xs:sequence><xs:element name="b" type="a:Nested"/></xs:sequence></xs:complexType>';
      const text = schema(`<xs:element name="A" type="a:Missing"/>\n${nested}`);
      const { code, lines } = await checked({ "a.xsd": text }, "a.xsd");
      assert.match(lines[0] ?? "", /^a\.xsd:2:\d+ information wsdl-problem .*a:Missing/);
      assert.match(lines[1] ?? "", /^a\.xsd:3:\d+ information wsdl-problem .*a:Nested/);
      assert.deepEqual([code, lines.length], [0, 2]);
      assert.equal((await checked({ "a.xsd": text }, "--max-severity", "none", "a.xsd")).code, 1);
      assert.equal((await checked({ "a.xsd": text }, "--rule", "wsdl-problem=error", "a.xsd")).code, 1);
      assert.deepEqual((await checked({ "a.xsd": text }, "--rule", "wsdl-problem=off", "a.xsd")).lines, []);
    });

    test("`check` reports a problem of an imported file in that file, and once for all files", async () => {
      const importing = '<xs:include schemaLocation="types/b.xsd"/>';
      const files = {
        "a.xsd": schema(importing),
        "c.xsd": schema(importing),
        "types/b.xsd": schema('<xs:element name="A" type="a:Missing"/>'),
      };
      for (const operands of [["a.xsd", "c.xsd", "types/b.xsd"], ["*.xsd"]]) {
        const { lines } = await checked(files, ...operands);
        assert.equal(lines.length, 1);
        assert.match(lines[0] ?? "", /^types\/b\.xsd:2:\d+ information .*a:Missing/);
      }
    });

    test("`check` reports an error for a WSDL that isn't well-formed, and for a file that isn't a WSDL", async () => {
      const cut = wsdl.slice(0, wsdl.lastIndexOf("</"));
      const { code, lines } = await checked({ "calc.wsdl": cut, "b.wsdl": "<html/>" }, "calc.wsdl", "b.wsdl");
      assert.match(lines[0] ?? "", /^calc\.wsdl:\d+:\d+ error wsdl-problem The XML is not well-formed\./);
      assert.match(lines[1] ?? "", /^b\.wsdl:1:1 error wsdl-problem b\.wsdl is an HTML page/);
      assert.deepEqual([code, lines.length], [1, 2]);
    });

    test("`check` of a folder skips WSDLs and schemas, and reports that a missing WSDL can't be read", async () => {
      const files = { "w/a.soaphttp": "GET / HTTP/1.1\nHost: h\n\n", "w/b.wsdl": "<html/>" };
      assert.deepEqual((await checked(files, "w")).lines, []);
      const { code, error } = await soaphttp(["check", "none.wsdl"], { cwd: folderOf(files) });
      assert.deepEqual([code, error], [2, "soaphttp: none.wsdl: File not found.\n"]);
    });
  });
});
