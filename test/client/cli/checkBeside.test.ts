import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { folderOf, soaphttp } from "./built.ts";

/* More than 1,000 files are checked in threads, with the same output as fewer files. */

const body = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a/></s:Body></s:Envelope>';

suite("many files are checked in threads", () => {
  /** Files with findings, variables of an environment with a problem, one that can't be read, and named WSDLs. */
  function files(count: number, wsdl: string) {
    const all: Record<string, string | Uint8Array> = {
      "http-client.env.json": '{ "$shared": { "host": "h" }, "dev": { "host": 1 } }',
    };
    for (let index = 0; index < count; index++) {
      const length = body.length + (index % 3 === 0 ? 1 : 0);
      const above = index === 700 ? `# @wsdl ${wsdl}\n` : "";
      const head = ["POST /s HTTP/1.1", "Host: {{host}}", "Content-Type: text/xml; charset=utf-8", 'SOAPAction: ""'];
      const text = `${above}${[...head, `Content-Length: ${length}`, "", body].join("\n")}`;
      all[`${String(index).padStart(4, "0")}.soaphttp`] = index === 300 ? Uint8Array.of(0xff, 0xfe, 0x61) : text;
    }
    return folderOf(all);
  }

  test("the output for many files equals the outputs for their two halves, also where a WSDL must be read from a server", async () => {
    // With one core, there are no threads.
    assert.ok(availableParallelism() > 1 || process.env["CI"] === undefined);
    for (const wsdl of ["./missing.wsdl", "http://127.0.0.1:1/missing.wsdl"]) {
      const cwd = files(1004, wsdl);
      const check = (...args: readonly string[]) => soaphttp(["check", "-e", "dev", "-f", "json", ...args], { cwd });
      const whole = await check("*.soaphttp");
      const halves = [await check("0[0-4]*.soaphttp"), await check("0[5-9]*.soaphttp", "1*.soaphttp")];
      const findings = halves.flatMap(({ out }) => JSON.parse(out) as readonly { code: string }[]);
      assert.deepEqual(JSON.parse(whole.out), findings, wsdl);
      assert.ok(findings.some(({ code }) => code === "content-length-mismatch"));
      const lines = halves.flatMap(({ error }) => error.split("\n"));
      assert.deepEqual(whole.error.split("\n").toSorted(), [...new Set(lines)].toSorted(), wsdl);
      assert.equal(whole.code, Math.max(...halves.map(({ code }) => code ?? 9)));
    }
  });
});
