import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { Contract, ContractDocuments, type Extent } from "../../../server/src/contract/contract.ts";
import { analyze, diagnose, VariantTexts } from "../../../server/src/service/languageService.ts";
import { around } from "../../support/resolver.ts";
import { shapes } from "./shapes.ts";

const folders = ["test/server/wsdl/stacks", "test/interop/services", "samples", "test/integration/workspace"];
const fixtures = Object.fromEntries(
  folders.flatMap((folder) =>
    readdirSync(folder).flatMap((name) =>
      name.endsWith(".wsdl") ? [[`${folder}/${name}`, readFileSync(`${folder}/${name}`)] as const] : [],
    ),
  ),
);
const wsdls: Readonly<Record<string, Uint8Array>> = {
  ...Object.fromEntries(Object.entries(shapes).map(([title, wsdl]) => [title, new TextEncoder().encode(wsdl)])),
  ...fixtures,
};
const extents: readonly Extent[] = ["parameters", "required", "optional"];

function contractOf(bytes: Uint8Array): Contract {
  const read = (uri: string) => (uri === "file:///w/a/b/s.wsdl" ? { bytes } : undefined);
  return new Contract("file:///w/a/b/s.wsdl", read, new ContractDocuments());
}

/** What is found in a text that names its WSDL, with the text that it is found at. */
function findings(text: string, wsdl: Uint8Array): readonly string[] {
  const found = diagnose(analyze(text, undefined, around({ files: { "/w/a/b/s.wsdl": wsdl } })));
  return found.map(
    ({ severity, code, message, at }) => `${severity} ${code}: ${message} «${text.slice(at.start, at.end)}»`,
  );
}

suite("what is generated for a WSDL", () => {
  for (const [title, bytes] of Object.entries(wsdls)) {
    test(`a WSDL has no findings in its requests: ${title}`, () => {
      for (const extent of extents) {
        const contract = contractOf(bytes);
        const options = { extent, wsdl: "./s.wsdl", contentLength: "calculated" } as const;
        const text = contract.requests([...contract.operations.keys()], options);
        assert.deepEqual(findings(text, bytes), [], text);
      }
    });
    test(`a WSDL has no findings in its tests, whose requests differ: ${title}`, () => {
      const contract = contractOf(bytes);
      const options = { which: "all", limit: 200, seed: 0, wsdl: "./s.wsdl" } as const;
      const text = [...new VariantTexts(contract, [...contract.operations.keys()], options)].join("");
      assert.deepEqual(findings(text, bytes), []);
      const messages = text
        .split(/^### /m)
        .flatMap((one) => /^(?:[A-Z]+ \S+ HTTP\/1\.1\n)[\s\S]*/m.exec(one)?.[0].trimEnd() ?? []);
      assert.deepEqual(
        messages.filter((one, at) => messages.indexOf(one) < at),
        [],
      );
    });
  }
});
