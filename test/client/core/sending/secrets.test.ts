import assert from "node:assert/strict";
import { secretVariable } from "../../../../client/src/core/sending/secrets.ts";

suite("environment variables of secrets", () => {
  for (const [name, variable] of [
    ["token", "SOAPHTTP_SECRET_TOKEN"],
    ["api key", "SOAPHTTP_SECRET_API_KEY"],
    ["my-service.v2", "SOAPHTTP_SECRET_MY_SERVICE_V2"],
    ["größe", "SOAPHTTP_SECRET_GR_SSE"],
  ] as const) {
    test(`the secret ${name} is read from the environment variable ${variable}`, () =>
      assert.equal(secretVariable(name), variable));
  }
});
