import assert from "node:assert/strict";
import { Vault } from "../../../../client/src/core/history/vault.ts";

suite("encryption of the history", () => {
  const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
  const plain = new TextEncoder().encode("an innocent value");

  test("opens with the same key and the same name", async () => {
    const key = Vault.newKey();
    const sealed = await (await Vault.of(key)).seal(plain, "1-1.entry");
    assert.ok(!Buffer.from(sealed).includes(Buffer.from(plain.subarray(0, 4))));
    assert.equal(text(await (await Vault.of(key)).open(sealed, "1-1.entry")), "an innocent value");
  });
  test("produces different bytes each time", async () => {
    const vault = await Vault.of(Vault.newKey());
    assert.notDeepEqual(await vault.seal(plain, "a"), await vault.seal(plain, "a"));
  });
  test("doesn't open with another key or name, or if bytes are changed or missing", async () => {
    const vault = await Vault.of(Vault.newKey());
    const sealed = await vault.seal(plain, "a");
    assert.equal(await (await Vault.of(Vault.newKey())).open(sealed, "a"), undefined);
    assert.equal(await vault.open(sealed, "b"), undefined);
    assert.equal(await vault.open(sealed.with(20, (sealed[20] ?? 0) ^ 1), "a"), undefined);
    assert.equal(await vault.open(sealed.subarray(0, 5), "a"), undefined);
  });
  test("rejects an invalid key", async () => {
    await assert.rejects(Vault.of("AAAA"));
  });
});
