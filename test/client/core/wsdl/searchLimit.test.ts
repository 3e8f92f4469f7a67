import assert from "node:assert/strict";
import { searchLimitText } from "../../../../client/src/core/wsdl/searchLimit.ts";

suite("the message about too many WSDLs", () => {
  const paths = (count: number) => Array.from({ length: count }, (_, index) => `services/${1000 + index}.wsdl`);

  test("the message names the last WSDL that is searched, and the setting", () => {
    assert.equal(
      searchLimitText(paths(501)),
      "The workspace has 501 WSDLs. Only the first 500 by path are searched for the operations of requests, up to services/1499.wsdl. Name others in the setting soaphttp.wsdl.",
    );
  });

  test("there is no message for 500 WSDLs", () => {
    assert.equal(searchLimitText(paths(500)), undefined);
    assert.equal(searchLimitText([]), undefined);
  });
});
