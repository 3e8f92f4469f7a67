import assert from "node:assert/strict";
import { importVaultKey, newKey, open, seal } from "../../../../client/src/core/history/vault.ts";

suite("encryption of the history", () => {
  const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
  const plain = new TextEncoder().encode("an innocent value");

  test("an encrypted entry opens with the same key and the same name", async () => {
    const key = newKey();
    const sealed = await seal(await importVaultKey(key), plain, "1-1.entry");
    assert.ok(!Buffer.from(sealed).includes(Buffer.from(plain.subarray(0, 4))));
    assert.equal(text(await open(await importVaultKey(key), sealed, "1-1.entry")), "an innocent value");
  });
  test("encryption produces different bytes each time", async () => {
    const key = await importVaultKey(newKey());
    assert.notDeepEqual(await seal(key, plain, "a"), await seal(key, plain, "a"));
  });
  test("an encrypted entry doesn't open with another key or name, or if bytes are changed or missing", async () => {
    const key = await importVaultKey(newKey());
    const sealed = await seal(key, plain, "a");
    assert.equal(await open(await importVaultKey(newKey()), sealed, "a"), undefined);
    assert.equal(await open(key, sealed, "b"), undefined);
    assert.equal(await open(key, sealed.with(20, (sealed[20] ?? 0) ^ 1), "a"), undefined);
    assert.equal(await open(key, sealed.subarray(0, 5), "a"), undefined);
  });
  test("encryption rejects an invalid key", async () => {
    await assert.rejects(importVaultKey("AAAA"));
  });
});
