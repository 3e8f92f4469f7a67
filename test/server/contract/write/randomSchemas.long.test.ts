import assert from "node:assert/strict";
import type { Extent } from "../../../../server/src/contract/contract.ts";
import { effort } from "../../../fuzz/random.ts";
import { contractOf } from "../../../support/contracts.ts";
import { randomWsdl } from "../randomSchemas.ts";
import { payloadJudge, payloadOf } from "../validity.ts";

suite("samples of random schemas", () => {
  for (const extent of ["parameters", "required", "optional"] as const satisfies readonly Extent[]) {
    test(`samples of random schemas are valid for libxml2: ${extent}`, () => {
      let judged = 0;
      for (let seed = 1; seed <= 15 * effort; seed++) {
        const wsdl = randomWsdl(seed);
        const judge = payloadJudge(wsdl);
        if (judge === undefined) continue;
        const contract = contractOf(wsdl);
        const payload = payloadOf(contract.requests([0], { extent, wsdl: undefined, contentLength: "calculated" }));
        assert.ok(payload, `seed ${seed}`);
        assert.equal(judge(payload), undefined, `seed ${seed}:\n${payload}\n${wsdl}`);
        judged++;
      }
      assert.ok(judged > 9 * effort, `libxml2 took only ${judged} schemas`);
    });
  }
});
