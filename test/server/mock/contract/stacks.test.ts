import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { XmlDocument } from "libxml2-wasm";
import type { Contract } from "../../../../server/src/contract/contract.ts";
import { contractOf } from "../../../support/contracts.ts";
import { payloadJudge, payloadOf } from "../../contract/validity.ts";
import { callAll, checkAnswer } from "./answered.ts";
import { serve } from "./serving.ts";

const folder = "test/server/wsdl/stacks";
const names = readdirSync(folder).filter((name) => name.endsWith(".wsdl") && name !== "wcf0.wsdl");

function fileOf(name: string): Uint8Array {
  return new Uint8Array(readFileSync(`${folder}/${name}`));
}

function contractOfStack(name: string): Contract {
  return contractOf({
    [`file:///${name}`]: fileOf(name),
    // The document that the WSDL of WCF imports, by its address.
    "http://localhost:8733/Calc?wsdl=wsdl0": fileOf("wcf0.wsdl"),
    "http://localhost:8733/Calc?xsd=xsd0": fileOf("wcf.xsd"),
  });
}

suite("a mock service of the WSDL", () => {
  for (const name of names) {
    test(`${name} responds to each of its operations as its contract says`, () => {
      const contract = contractOfStack(name);
      const exchanges = callAll(contract, ["parameters", "required", "optional"]);
      assert.ok(exchanges.length > 0);
      for (const exchange of exchanges) checkAnswer(contract, exchange);
    });

    test(`${name} responds with payloads that are valid for libxml2`, () => {
      const judge = payloadJudge(Buffer.from(fileOf(name === "wcf.wsdl" ? "wcf.xsd" : name)).toString());
      assert.ok(judge, "libxml2 refuses the schemas");
      for (const { title, operation, response } of callAll(contractOfStack(name), ["parameters"])) {
        if (response.status === 202) continue;
        const payload = payloadOf(response.body);
        // An encoded response is well-formed; no schema declares it.
        if (payload === undefined || operation.style === "rpc") XmlDocument.fromString(response.body).dispose();
        else assert.equal(judge(payload), undefined, `${title}:\n${payload}`);
      }
    });

    test(`${name} serves the WSDL with all its documents: their operations are the same`, () => {
      const contract = contractOfStack(name);
      const { send, ports } = serve([contract]);
      const address = `http://localhost:8080${ports[0]?.path}`;
      const files: Record<string, Uint8Array> = {};
      const read = (query: string) => {
        const response = send({ method: "GET", target: `${ports[0]?.path}?${query}` });
        if (response?.status === 200) files[`${address}?${query}`] = response.bytes;
      };
      read("wsdl");
      for (const kind of ["wsdl", "xsd"]) for (const number of [1, 2, 3]) read(`${kind}=${number}`);
      const served = contractOf(files);
      assert.equal(served.documents.length, contract.documents.length);
      const rows = (one: Contract) => one.operations.map(({ address: _, ...row }) => row);
      assert.deepEqual(rows(served), rows(contract));
      for (const { address: own } of served.operations) assert.ok(own?.startsWith("http://localhost:8080/"), own);
    });
  }
});
