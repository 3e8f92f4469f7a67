import assert from "node:assert/strict";
import { Contract, ContractDocuments, type Extent } from "../../../../server/src/contract/contract.ts";
import { effort } from "../../../fuzz/random.ts";
import { randomSchema } from "../randomSchemas.ts";
import { payloadJudge, payloadOf } from "../validity.ts";

const description = (
  schema: string,
) => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"><types>${schema}</types>
  <message name="In"><part name="body" element="t:root"/></message>
  <portType name="P"><operation name="Do"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><soap:operation soapAction="urn:do"/><input><soap:body use="literal"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;

suite("samples of random schemas", () => {
  for (const extent of ["parameters", "required", "optional"] as const satisfies readonly Extent[]) {
    test(`${extent}: valid by libxml2`, () => {
      let judged = 0;
      for (let seed = 1; seed <= 15 * effort; seed++) {
        const wsdl = description(randomSchema(seed));
        const judge = payloadJudge(wsdl);
        if (judge === undefined) continue;
        const contract = new Contract(
          "file:///w.wsdl",
          () => ({ bytes: new TextEncoder().encode(wsdl) }),
          new ContractDocuments(),
        );
        const payload = payloadOf(contract.requests([0], { extent, wsdl: undefined, contentLength: "calculated" }));
        assert.ok(payload, `seed ${seed}`);
        assert.equal(judge(payload), undefined, `seed ${seed}:\n${payload}\n${wsdl}`);
        judged++;
      }
      assert.ok(judged > 9 * effort, `libxml2 took only ${judged} schemas`);
    });
  }
});
