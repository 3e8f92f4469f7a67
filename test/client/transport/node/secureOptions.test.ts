import assert from "node:assert/strict";
import { usableCredentials } from "../../../../client/src/transport/node/secureOptions.ts";

/** Keys with the passphrase "secret". One of 256 wrong passphrases opens a key, as far as OpenSSL can tell from its padding. */
const openedByWrong = keyOf(`
MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAg6hyNsbvR8xQICCAAw
DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEOYzptRatqj+wof7f9nbHAkEgZDp
+iIgPTT/l7CRJlmaDhHELfh2NHHtqhf2vaAy3l3MdlCMMU46M34UL7HherUsqEM3
iauMNgt8SwGWaWk/vFWcdZAL3gPoIr7IW5OVcQ8bBEfaPkpXgwZgajbLPImW3p/L
BHw/CBSAcramiWt5RKyCvImm34aK4agSLKK1ZzsLVi52yG4BebM7Q1ml2wXRSZM=`);
const openedByNone = keyOf(`
MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhgONNOSlornAICCAAw
DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEBqEJsHuKQMwPlaeS1PgP10EgZAB
fV+dXZ8L6/NUQntfwimTA9S2xvv2EHoECPUYzuy0Y3i6f7yxPnRkjWq8w0qfGxzK
ziHJOFWFmZ5D6JR/gdItzEkEdupwK2lKPFsfhFggskdDBwRmBRAerneFFqwZbpVH
Y2nKkYR27PK2fC7x+gC5x5R25Ns7A1Bfx2TmjV/fvQtPO3mDe1UfIF0LmJ0O+vc=`);

suite("an encrypted key whose padding fits by chance", () => {
  test("a wrong passphrase is reported", async () => {
    assert.equal(await reasonFor({ key: openedByWrong, passphrase: "wrong" }), "passphrase-wrong");
  });

  test("ciphers are reported alone, and don't hide a wrong passphrase", async () => {
    const key = { key: openedByWrong, passphrase: "wrong" };
    assert.equal(await reasonFor({ ...key, ciphers: "DEFAULT@SECLEVEL=0" }), "passphrase-wrong");
    assert.equal(await reasonFor({ ...key, ciphers: "none" }), "ciphers");
    assert.equal(await reasonFor({ ca: "-----BEGIN CERTIFICATE-----\n", ciphers: "DEFAULT" }), undefined);
  });

  test("a missing passphrase is reported", async () => {
    assert.equal(await reasonFor({ key: openedByNone }), "passphrase-missing");
  });

  test("a missing passphrase is reported for a key as bytes, too", async () => {
    assert.equal(await reasonFor({ key: new TextEncoder().encode(openedByNone) }), "passphrase-missing");
  });

  test("the key opens with its passphrase", async () => {
    for (const key of [openedByWrong, openedByNone]) {
      assert.equal(await reasonFor({ key, passphrase: "secret" }), undefined);
    }
  });
});

async function reasonFor(tls: Parameters<typeof usableCredentials>[0]): Promise<string | undefined> {
  const result = await usableCredentials(tls);
  return "reason" in result ? result.reason : undefined;
}

function keyOf(base64: string): string {
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----${base64}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
}
