import assert from "node:assert/strict";
import { contractOf, serviceWsdl } from "../../support/contracts.ts";
import { findingsIn, request } from "../../support/findings.ts";

suite("messages about long texts", () => {
  const long = "a".repeat(400_000);

  test("messages quote only the beginning of a selector, a name or a location", () => {
    for (const schema of [
      `<xs:element name="A"><xs:complexType><xs:sequence/></xs:complexType><xs:key name="k"><xs:selector xpath="::${long}"/><xs:field xpath="@x"/></xs:key></xs:element>`,
      `<xs:element name="A" type="t:${long}"/>`,
      `<xs:include schemaLocation="${long}"/>\n<xs:element name="A"/>`,
    ]) {
      const contract = contractOf(serviceWsdl(schema));
      contract.requests([0], { extent: "optional", mtom: false, wsdl: "a.wsdl", contentLength: "calculated" });
      const lengths = contract.problems().map(({ message }) => message.length);
      assert.ok(lengths.length > 0 && lengths.every((length) => length < 2_100), `${lengths}`);
    }
  });

  test("messages quote only the beginning of a name in a request", () => {
    const all = findingsIn(request({}, `<${long}>`));
    assert.ok(all.length > 0 && all.every(({ message }) => message.length < 2_100));
  });
});
