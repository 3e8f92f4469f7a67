import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { callUsage } from "../../client/src/cli/call/command.ts";
import { checkUsage } from "../../client/src/cli/check/usage.ts";
import { exportUsage } from "../../client/src/cli/export/usage.ts";
import { mcpUsage } from "../../client/src/cli/mcp/usage.ts";
import { mockUsage } from "../../client/src/cli/mock/usage.ts";
import { newUsage } from "../../client/src/cli/new/command.ts";
import type { Option } from "../../client/src/cli/options.ts";
import { sendingOptions, sendUsage } from "../../client/src/cli/send/usage.ts";
import { compareUsage, testUsage } from "../../client/src/cli/test/usage.ts";
import type { Usage } from "../../client/src/cli/usage.ts";

/*
 * docs/command-line.md has the options of each command, as its table has them.
 */

const documentation = readFileSync("docs/command-line.md", "utf8");
const usages: readonly Usage<unknown>[] = [
  checkUsage,
  sendUsage,
  testUsage,
  compareUsage,
  newUsage,
  callUsage,
  exportUsage,
  mockUsage,
  mcpUsage,
];
const others = /\[OPTIONS OF send\]…/;

function sectionOf(command: string): string {
  const start = documentation.indexOf(`\n## soaphttp ${command}\n`);
  assert.ok(start >= 0, command);
  const end = documentation.indexOf("\n## ", start + 1);
  return documentation.slice(start, end < 0 ? undefined : end);
}

/** `--rule CODE=SEVERITY…`: what a synopsis says about an option, without the brackets around it. */
function written(name: string, { value, choices, repeated }: Option): string {
  const values = choices ? Object.keys(choices).join("|") : value;
  return `--${name}${values === undefined ? "" : ` ${values}`}${repeated ? "…" : ""}`;
}

test("the documents use only existing commands and options", () => {
  const names = ["README.md", ...readdirSync("docs").map((name) => `docs/${name}`), "scripts/bundle/npm.md"];
  const optionsOf = (command = "") => usages.find((one) => one.command === command)?.options;
  const wrong = names
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => {
      const uses = [
        ...readFileSync(name, "utf8").matchAll(
          /\bsoaphttp (check|send|test|compare|new|call|export|mock|mcp)\b([^`'\n#]*)/g,
        ),
      ];
      return uses.flatMap(([, command, rest = ""]) =>
        [...rest.matchAll(/(?<= )--([\w-]+)/g)].flatMap(([, option = ""]) =>
          option === "help" || (optionsOf(command) && option in (optionsOf(command) ?? {}))
            ? []
            : `${name}: ${command} --${option}`,
        ),
      );
    });
  assert.deepEqual(wrong, []);
});

for (const { command, options, operands } of usages) {
  suite(`docs/command-line.md about soaphttp ${command}`, () => {
    const section = sectionOf(command);
    const synopsis = /```\n(soaphttp[\s\S]*?)```/.exec(section)?.[1] ?? "";
    // Options that the synopsis leaves to another command.
    const left: readonly string[] = others.test(synopsis) ? Object.keys(sendingOptions) : [];

    test("the page has each option in its synopsis, with its values", () => {
      const shown = [...synopsis.matchAll(/--([\w-]+)(?: ([A-Za-z][^\s[\]]*))?(?:\](…))?/g)].map(
        ([, name = "", value, dots = ""]) => `--${name}${value === undefined ? "" : ` ${value}`}${dots}`,
      );
      const expected = Object.entries(options).flatMap(([name, option]) =>
        left.includes(name) ? [] : [written(name, option)],
      );
      const alternatives = /^(--follow) never\|same-origin\|always$/;
      assert.deepEqual(shown.map((one) => one.replace(alternatives, "$1 WHICH")).sort(), expected.sort());
    });

    test("the page has its operands", () => {
      assert.ok(operands === "" || synopsis.trimEnd().endsWith(` ${operands}`), synopsis);
    });

    test("the page describes each option, with its short name", () => {
      const missing = Object.entries(options).flatMap(([name, { short }]) => [
        ...(section.includes(`\`--${name}\``) || section.includes(`\`--${name}=`) ? [] : [`--${name}`]),
        ...(short === undefined || left.includes(name) || section.includes(`\`-${short}\``) ? [] : [`-${short}`]),
      ]);
      assert.deepEqual(missing, []);
    });

    test("the page names no other option", () => {
      const existing = new Set([...usages.flatMap((one) => Object.keys(one.options)), "help", "version"]);
      const named = [...section.matchAll(/`--([\w-]+)/g)].map(([, name = ""]) => name);
      assert.deepEqual(
        named.filter((name) => !existing.has(name)),
        [],
      );
    });
  });
}
