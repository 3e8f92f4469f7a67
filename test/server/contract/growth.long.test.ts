import { Contract, ContractDocuments } from "../../../server/src/contract/contract.ts";
import { growthTests } from "../../support/steps.ts";

const uri = "file:///service.wsdl";

function wsdl(operations: number): Uint8Array {
  const portType = Array.from(
    { length: operations },
    (_, index) => `<operation name="o${index}"><input message="t:m${index}"/></operation>\n`,
  ).join("");
  return new TextEncoder().encode(
    `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"><portType name="P">\n${portType}</portType></definitions>`,
  );
}

suite("the problems of a growing WSDL", () => {
  const grows = growthTests();

  grows("operations whose messages are missing", wsdl, (bytes) => {
    const contract = new Contract(uri, () => ({ bytes }), new ContractDocuments());
    if (contract.problems().length < 10) throw new Error("no problems were found");
  });
});
