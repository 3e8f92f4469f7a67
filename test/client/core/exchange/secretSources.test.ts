import assert from "node:assert/strict";
import { storedSecrets } from "../../../../client/src/core/exchange/secretSources.ts";
import { outgoing, response } from "../../support.ts";

suite("secrets of an exchange", () => {
  test("stored secrets are the secrets that were sent as credentials and that VS Code keeps, not the secrets of a command", () => {
    const use = (name: string, header?: string) => ({
      ...(header === undefined ? ({ place: "body" } as const) : ({ place: "header", header } as const)),
      source: { from: "secrets", name } as const,
    });
    const message = outgoing({ secretUses: [use("kept", "Authorization"), use("printed", "X-Key"), use("other")] });
    const exchange = { id: "1", from: "file:///a", label: "a", message, result: response("<a/>"), at: 0 };
    const names = storedSecrets(exchange, ["kept", "other"]).map(({ name }) => name);
    assert.deepEqual(names, ["kept"]);
  });
});
