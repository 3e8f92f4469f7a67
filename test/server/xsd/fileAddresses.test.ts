import assert from "node:assert/strict";
import { Contract, ContractDocuments, type ContractFile } from "../../../server/src/contract/contract.ts";
import { whyNoFile } from "../../../server/src/xsd/fileAddresses.ts";
import { sampleWsdl } from "../../support/contracts.ts";

suite("addresses of files", () => {
  const elsewhere = "It is on another computer (host), whose files are not read.";

  for (const [uri, base, why] of [
    ["file://host/x", "file:///a/b.wsdl", elsewhere],
    ["file://host/x", "http://host/b.wsdl", elsewhere],
    ["file://host/x", "untitled:Untitled-1", elsewhere],
    ["file://host/x", "file://host/b.wsdl", undefined],
    ["file://localhost/x", "file:///a/b.wsdl", undefined],
    ["file:///a%2Fb", "file:///a/b.wsdl", "It is not a valid path."],
    ["file:///a%00b", "file:///a/b.wsdl", "It is not a valid path."],
    ["file:///%E0%A4%A", "file:///a/b.wsdl", "It is not a valid path."],
    ["file://<%= x %>/y", "file:///a/b.wsdl", "It is not a valid address."],
    ["file:///a/%C3%A9%20b", "file:///a/b.wsdl", undefined],
    ["http://host/a%2Fb", "file:///a/b.wsdl", undefined],
  ] as const) {
    test(`${uri} in ${base}: ${why ?? "is read"}`, () => assert.equal(whyNoFile(uri, base), why));
  }

  for (const location of ["\\\\host\\share\\x.xsd", "file://host/x.xsd", "//host/x.xsd", "a%2Fb.xsd", "a%00b.xsd"]) {
    test(`${location} in a WSDL is a problem at its place, and isn't requested`, () => {
      const text = sampleWsdl().replace(
        "<types>",
        `<types><xs:schema><xs:include schemaLocation="${location}"/></xs:schema>`,
      );
      const asked: string[] = [];
      const read = (uri: string): ContractFile => {
        asked.push(uri);
        return uri === "file:///a/b.wsdl" ? { bytes: new TextEncoder().encode(text) } : undefined;
      };
      const contract = new Contract("file:///a/b.wsdl", read, new ContractDocuments());
      const [problem] = contract.problems();
      assert.equal(text.slice(problem?.at.start, problem?.at.end), location);
      assert.match(problem?.message ?? "", /It is (?:on another computer \(host\)|not a valid path)/);
      assert.deepEqual([...new Set(asked)], ["file:///a/b.wsdl", "file:///a/catalog.xml"]);
    });
  }
});
