import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { environmentFiles, sharedEnvironment } from "../../server/src/resources/environmentFiles.ts";

const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly contributes: {
    readonly jsonValidation: readonly { readonly fileMatch: readonly string[]; readonly url: string }[];
  };
};

suite("the schema of environment files", () => {
  const [contributed] = contributes.jsonValidation;
  const schema = JSON.parse(readFileSync(contributed?.url ?? "", "utf8")) as object;
  const isValid = new Ajv({ strict: false }).compile(schema);

  test("VS Code uses the schema for both environment files, and the package has it", () => {
    assert.deepEqual(contributed?.fileMatch.toSorted(), environmentFiles.map(({ name }) => name).toSorted());
    assert.match(readFileSync(".vscodeignore", "utf8"), /^!schemas\/\*\.json$/m);
  });

  test("The schema accepts the example of the documentation, and what JetBrains' HTTP Client has", () => {
    const [, example = ""] = /```json\n(\{[\s\S]*?)```/.exec(readFileSync("docs/variables.md", "utf8")) ?? [];
    const ssl = { SSLConfiguration: { verifyHostCertificate: false }, Security: { Auth: {} }, port: 8080, on: true };
    for (const text of [example, JSON.stringify({ [sharedEnvironment]: {}, dev: ssl })])
      assert.ok(isValid(JSON.parse(text)), `${text} ${JSON.stringify(isValid.errors)}`);
  });

  test("The schema rejects values that aren't variables", () => {
    for (const wrong of [
      { dev: { a: null } },
      { dev: { a: ["b"] } },
      { dev: { a: { b: "c" } } },
      { dev: "a" },
      [],
      "a",
    ])
      assert.ok(!isValid(wrong), JSON.stringify(wrong));
  });
});
