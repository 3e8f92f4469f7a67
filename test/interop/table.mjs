// Writes docs/interoperability.md from the results.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cases, off } from "./cases.mjs";
import { stacks } from "./stacks.mjs";

const file = fileURLToPath(new URL("../../docs/interoperability.md", import.meta.url));

/**
 * @param {Record<string, Record<string, string>>} outcomes by stack and case
 * @param {Record<string, string>} notRun the reasons, by stack
 */
export function writeTable(outcomes, notRun) {
  const ran = Object.keys(outcomes);
  const rows = Object.entries(cases).flatMap(([name, { title }]) => [
    `### ${title}`,
    "",
    "| stack | what came back |",
    "|---|---|",
    ...ran.map((id) => `| ${stacks[id].name} | ${outcomes[id][name].replaceAll("|", "\\|")} |`),
    "",
  ]);
  const text = [
    "# What SOAP stacks answer",
    "",
    "Written by `npm run interop -- --write`: each request stands in a `.soaphttp` file, `soaphttp send --as-written` sends it",
    "to the stack's own server on loopback, and a relay between them keeps the bytes. For each case and stack the bytes that",
    "arrived are exactly those of the file (the head with CRLF), and every byte of the answer was read.",
    "`npm run test:interop` fails where any of this is otherwise.",
    "",
    `Versions: ${ran.map((id) => `${stacks[id].name} ${stacks[id].version()}`).join(", ")}.`,
    "",
    "An outcome is the status and how the body ended (`content-length`, `chunked`, `close`: with the connection), then what",
    `else there was. Where Content-Length is ${off} too large, soaphttp waits for 3 seconds here and says what the service`,
    "waits for; most stacks would stay silent far longer.",
    "",
    ...rows,
    ...Object.entries(notRun).map(([id, why]) => `${stacks[id].name} was not run: ${why}.\n`),
  ];
  writeFileSync(file, `${text.join("\n").trimEnd()}\n`);
  console.log(`wrote docs/interoperability.md: ${ran.length} stacks`);
}
