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
    "| stack | outcome |",
    "|---|---|",
    ...ran.map(
      (id) =>
        `| ${stacks[id].name} | ${(outcomes[id][name] ?? "not sent: it ends the service").replaceAll("|", "\\|")} |`,
    ),
    "",
  ]);
  const text = [
    "# Interoperability with SOAP stacks",
    "",
    "Written by `npm run interop -- --write`. Each request is in a `.soaphttp` file. `soaphttp send --as-written` sends it to",
    "the stack's own server on loopback, and a relay between them records the bytes. In each case, the received bytes are",
    "exactly the bytes of the file (with CRLF in the header section), and every byte of the response was read.",
    "`npm run test:interop` fails if any of this changes.",
    "",
    `Versions: ${ran.map((id) => `${stacks[id].name} ${stacks[id].version()}`).join(", ")}.`,
    "",
    "An outcome consists of the status, how the end of the body was determined (`content-length`, `chunked`, or `close` for",
    `the end of the connection), and further properties, if any. If Content-Length is ${off} too large, soaphttp waits for 3`,
    "seconds here and then says what the service waits for. Most stacks would wait much longer.",
    "",
    ...rows,
    ...Object.entries(notRun).map(([id, why]) => `${stacks[id].name} was not run: ${why}.\n`),
  ];
  writeFileSync(file, `${text.join("\n").trimEnd()}\n`);
  console.log(`wrote docs/interoperability.md: ${ran.length} stacks`);
}
