import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { Contract, ContractDocuments, type Extent } from "../../../../server/src/contract/contract.ts";
import { analyze, diagnose } from "../../../../server/src/service/languageService.ts";
import { payloadJudge, payloadOf } from "../validity.ts";

const folder = "test/server/wsdl/stacks";
const names = readdirSync(folder).filter((name) => name.endsWith(".wsdl") && name !== "wcf0.wsdl");
/** The documents that the WSDL of WCF imports, by their addresses. */
const addresses: Readonly<Record<string, string>> = {
  "http://localhost:8733/Calc?wsdl=wsdl0": "wcf0.wsdl",
  "http://localhost:8733/Calc?xsd=xsd0": "wcf.xsd",
};
const extents: readonly Extent[] = ["parameters", "required", "optional"];

function contractOf(name: string): Contract {
  const read = (uri: string) => {
    const path = addresses[uri] ?? new URL(uri).pathname.slice(1);
    return readdirSync(folder).includes(path)
      ? { bytes: new Uint8Array(readFileSync(`${folder}/${path}`)) }
      : undefined;
  };
  return new Contract(`file:///${name}`, read, new ContractDocuments());
}

function messagesOf(
  contract: Contract,
): readonly { readonly title: string; readonly text: string; readonly style: string }[] {
  return contract.operations.flatMap(({ operation, style }, index) =>
    extents.map((extent) => ({
      ...{ title: `${operation}, ${extent}`, style },
      text: contract.requests([index], { extent, wsdl: undefined, contentLength: "calculated" }),
    })),
  );
}

/** The number of operations of a WSDL's ports, counted in its text. */
function operationsIn(wsdl: string): number {
  const bindings = wsdl.match(/<(?:wsdl:)?binding [\s\S]*?<\/(?:wsdl:)?binding>/g) ?? [];
  const counts = new Map(
    bindings.map((one) => [/\bname="([^"]*)"/.exec(one)?.[1], one.match(/<(?:wsdl:)?operation\b/g)?.length ?? 0]),
  );
  const ports = wsdl.match(/<(?:wsdl:)?port [^>]*>/g) ?? [];
  const nameOf = (port: string) => /\bbinding="(?:[^":]*:)?([^"]*)"/.exec(port)?.[1];
  return ports.reduce((sum, port) => sum + (counts.get(nameOf(port)) ?? 0), 0);
}

suite("requests for the operations of", () => {
  for (const name of names) {
    test(`${name} has a request for each operation of its ports`, () => {
      const { operations } = contractOf(name);
      const texts = name === "wcf.wsdl" ? ["wcf.wsdl", "wcf0.wsdl"] : [name];
      const count = operationsIn(texts.map((one) => readFileSync(`${folder}/${one}`, "utf8")).join(""));
      assert.ok(count > 0);
      assert.equal(operations.length, count);
    });

    test(`${name} have no diagnostics`, () => {
      const requests = messagesOf(contractOf(name));
      assert.ok(requests.length > 0);
      for (const { title, text } of requests) {
        const findings = diagnose(analyze(text)).map(({ code, message }) => `${code}: ${message}`);
        assert.deepEqual(findings, [], `${title}:\n${text}`);
      }
    });

    test(`${name} have valid payloads`, () => {
      const judge = payloadJudge(readFileSync(`${folder}/${name === "wcf.wsdl" ? "wcf.xsd" : name}`, "utf8"));
      for (const { title, text, style } of messagesOf(contractOf(name))) {
        const payload = payloadOf(text);
        assert.ok(judge, "libxml2 refuses the schemas");
        if (payload === undefined || style === "rpc") continue;
        assert.equal(judge(payload), undefined, `${title}:\n${payload}`);
      }
    });
  }
});
