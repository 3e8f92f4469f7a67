import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { tools } from "../../client/src/agents/tools.ts";

interface Contributed {
  readonly name: string;
  readonly toolReferenceName: string;
  readonly displayName: string;
  readonly userDescription: string;
  readonly modelDescription: string;
  readonly inputSchema: unknown;
  readonly canBeReferencedInPrompt: boolean;
  readonly icon: string;
  readonly tags: readonly string[];
  readonly when?: string;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly contributes: { readonly languageModelTools: readonly Contributed[] };
};
const contributed = manifest.contributes.languageModelTools;
const names = new RegExp(`\\b(${tools.map(({ name }) => name).join("|")})\\b`, "g");

/** Returns a value with the names that the tools have in VS Code. */
function inVscode<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replace(names, "soaphttp_$1"));
}

suite("the language model tools of package.json", () => {
  test("the tools are those of the MCP server, with the same descriptions and schemas", () => {
    assert.deepEqual(
      contributed.map(({ name, modelDescription, inputSchema }) => ({ name, modelDescription, inputSchema })),
      tools.map(({ name, description, inputSchema }) => ({
        name: `soaphttp_${name}`,
        modelDescription: inVscode(description),
        inputSchema: inVscode(inputSchema),
      })),
    );
  });

  test("the tools can be referenced in prompts, and have titles, icons and tags", () => {
    assert.deepEqual(
      contributed.map(({ toolReferenceName }) => toolReferenceName),
      ["soapOperations", "soapWrite", "soapCheck", "soapSend", "soapResponse"],
    );
    for (const { canBeReferencedInPrompt, displayName, userDescription, icon, tags } of contributed) {
      assert.ok(canBeReferencedInPrompt && /^\$\([\w-]+\)$/.test(icon) && tags.includes("soap"));
      for (const text of [displayName, userDescription]) assert.match(text, /^%languageModelTools\.\w+\.\w+%$/);
    }
    const titles = JSON.parse(readFileSync("package.nls.json", "utf8")) as Readonly<Record<string, string>>;
    assert.deepEqual(
      contributed.map(({ displayName }) => titles[displayName.slice(1, -1)]),
      tools.map(({ title }) => title),
    );
  });

  test("the tools send only in trusted workspaces", () => {
    assert.deepEqual(
      contributed.flatMap(({ name, when }) => (when === undefined ? [] : [[name, when]])),
      [["soaphttp_send_request", "isWorkspaceTrusted"]],
    );
  });
});
