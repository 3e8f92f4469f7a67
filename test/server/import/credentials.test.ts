import assert from "node:assert/strict";
import { summaryOf } from "../../../server/src/import/result.ts";
import { Random } from "../../fuzz/random.ts";
import { imported, textIn, type WrittenSource } from "../../support/imported.ts";
import { benign, type ImportSample, importerKinds, sampleOf } from "../../support/importSamples.ts";
import { envelope } from "../../support/soapuiProjects.ts";

const privateFile = "http-client.private.env.json";

/** Where a source can have a credential. */
const places: Readonly<Record<string, (secret: string) => Partial<ImportSample>>> = {
  "the header Authorization": (secret) => ({ headers: [{ name: "Authorization", value: `Bearer ${secret}` }] }),
  "the header Authorization, as Basic": (secret) => ({
    headers: [{ name: "authorization", value: `Basic ${btoa(`ann:${secret}`)}` }],
    description: btoa(`ann:${secret}`),
  }),
  "a header with a name": (secret) => ({ headers: [{ name: "X-API-Key", value: secret }] }),
  "a disabled header": (secret) => ({ headers: [{ name: "X-API-Key", value: secret, disabled: true }] }),
  "a disabled Authorization": (secret) => ({
    headers: [{ name: "Authorization", value: `Bearer ${secret}`, disabled: true }],
  }),
  "the header Cookie": (secret) => ({
    headers: [{ name: "Cookie", value: `a=1; sid=${secret}` }],
    description: secret,
  }),
  "an address in a header": (secret) => ({ headers: [{ name: "Referer", value: `http://h/?access_token=${secret}` }] }),
  "user information": (secret) => ({ url: `http://ann:${secret}@localhost/calc` }),
  "a query parameter": (secret) => ({ url: `http://localhost/calc?page=1&api_key=${secret}` }),
  "a query parameter with another name": (secret) => ({ url: `http://localhost/?access_token=${secret}&x=1` }),
  "a name that is an address": (secret) => ({
    name: `http://localhost/?access_token=${secret}`,
    url: `http://localhost/?access_token=${secret}`,
  }),
  "a form field": (secret) => ({
    form: [
      ["user", "ann"],
      ["password", secret],
    ],
  }),
  "a member of a JSON body": (secret) => ({
    type: "application/json",
    body: JSON.stringify({ user: "ann", nested: [{ password: secret }] }, undefined, 2),
  }),
  "an element of an XML body": (secret) => ({ body: `<a><m:Password xmlns:m="urn:a">${secret}</m:Password></a>` }),
  "an attribute of an XML body": (secret) => ({ body: `<login user="ann" password="${secret}"/>` }),
  "an authorization of Basic": (secret) => ({ auth: { type: "basic", user: "ann", secret } }),
  "an authorization of Bearer": (secret) => ({ auth: { type: "bearer", user: "", secret } }),
  "a user and a keystore of WS-Security": (secret) => ({ wss: secret, body: envelope("<a/>") }),
  "a variable": (secret) => ({ variables: { token: secret } }),
  "an address in a variable": (secret) => ({ variables: { base: `http://ann:${secret}@h/` } }),
  "an environment": (secret) => ({ environment: { token: secret } }),
  "a literal of a script": (secret) => ({ script: `pm.environment.set("token", "${secret}");` }),
  "an assignment in a script": (secret) => ({ script: `// login\nvar password = '${secret}';\nlogin();` }),
  "a header in a script": (secret) => ({
    script: `send({ header: { key: "Authorization", value: "Bearer ${secret}" } });`,
  }),
  "a script that repeats a header": (secret) => ({
    headers: [{ name: "X-API-Key", value: secret }],
    script: `log("${secret}");`,
    name: `Add ${secret}`,
    fileName: `${secret}.png`,
    description: `With ${secret}`,
    body: `<a>${secret}</a>`,
  }),
  "a description": (secret) => ({ description: `Send this:\nX-API-Key: ${secret}\ncurl http://h/?token=${secret}` }),
};

/** Everything that an import gives, but the private environment. */
function openTexts(source: WrittenSource): string {
  const files = source.files
    .filter(({ path }) => path !== privateFile)
    .map(({ path }) => `${path}\n${textIn(source, path)}`);
  return [...files, JSON.stringify(summaryOf(source, source.folder))].join("\n");
}

/** A secret that no sample has by chance: letters, digits and, depending on the seed, other characters. */
function secretOf(seed: number): string {
  const random = new Random(seed);
  const word = random.some(8, 24, () =>
    random.pick([..."abcdefghijkmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"]),
  );
  return `${random.pick(["s3", "Tk-", "x.9"])}${word}7`;
}

for (const kind of importerKinds) {
  suite(`an import of ${kind}`, () => {
    for (const [place, partsOf] of Object.entries(places)) {
      test(`an import keeps a credential in ${place} only in the private environment`, () => {
        for (let seed = 1; seed <= 5; seed++) {
          const secret = secretOf(seed);
          const sources = sampleOf(kind)({ ...benign, ...partsOf(secret) });
          const encoded = btoa(`ann:${secret}`);
          const typed = [secret, encoded].filter((one) => JSON.stringify(sources).includes(one));
          // This tool has no such place for a credential.
          if (typed.length === 0) return;
          const source = imported(sources);
          for (const credential of typed) {
            assert.ok(!openTexts(source).includes(credential), openTexts(source));
            assert.ok(textIn(source, privateFile).includes(credential), textIn(source, privateFile));
          }
          assert.equal(textIn(source, ".gitignore"), `${privateFile}\n`);
          assert.ok(source.secrets.length > 0);
          for (const name of source.secrets)
            assert.ok(textIn(source, "import.md").includes(`\n- ${name.replace(/_/g, "\\_")}\n`), name);
        }
      });
    }
  });
}

suite("the samples of importers", () => {
  test("the samples of each importer have at least eight places of credentials", () => {
    for (const kind of importerKinds) {
      const texts = Object.values(places).map((partsOf) =>
        JSON.stringify(sampleOf(kind)({ ...benign, ...partsOf("s3cret-7") })),
      );
      assert.ok(texts.filter((text) => text.includes("s3cret-7")).length >= 8, kind);
    }
  });
});
