// Measures a file of three requests for 10,000 rows of a table: its memory beside that for 10 rows, and its time beside that of a
// file with the same 30,000 requests. The service is another process on the loopback interface.
// usage: node test/bench/rows.mjs [ROWS]
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEchoService } from "./echoService.mjs";
import { buildCommandLine, checkTarget, heading, row, runTimed, sideBySide, temporaryFolder } from "./sideBySide.mjs";

const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const valuesOf = (number) => (column) => (column === "sku" ? `B-${number}` : number);
const count = Number(process.argv[2] ?? 10_000);
const folder = temporaryFolder();
const service = await startEchoService(folder);
try {
  const program = await buildCommandLine(folder);
  const numbers = (most) => Array.from({ length: most }, (_, index) => String(index).padStart(5, "0"));
  const request = (name, value) => {
    const content = (of) => `<order><sku>${of("sku")}</sku><amount>${of("amount")}</amount></order>`;
    const body = (of) => `<e:Envelope xmlns:e="${soap}"><e:Body>${content(of)}</e:Body></e:Envelope>`;
    const directives = [`# @name ${name}`, "# @expect status 200", `# @expect //sku = ${value("sku")}`];
    const fields = ["Content-Type: text/xml; charset=utf-8", 'SOAPAction: ""'];
    const length = `Content-Length: ${body(valuesOf("00000")).length}`;
    const head = ["POST / HTTP/1.1", `Host: 127.0.0.1:${service.port}`, ...fields, length];
    return [...directives, ...head, "", body(value)].join("\n");
  };
  const steps = ["order", "pay", "ship"];
  const withRows = (most) => {
    const table = ["sku,amount", ...numbers(most).map((number) => `B-${number},${number}`)];
    writeFileSync(join(folder, `rows-${most}.csv`), `${table.join("\n")}\n`);
    const file = join(folder, `rows-${most}.soaphttp`);
    const requests = steps.map((name) => request(name, (column) => `{{${column}}}`));
    writeFileSync(file, [`# @data ./rows-${most}.csv`, ...requests].join("\n###\n"));
    return file;
  };
  const few = withRows(10);
  const many = withRows(count);
  const plain = join(folder, "plain.soaphttp");
  const requests = numbers(count).flatMap((number) =>
    steps.map((name) => request(`${name}${number}`, valuesOf(number))),
  );
  writeFileSync(plain, requests.join("\n###\n"));
  heading(`${count} rows for three requests`);
  const run = (file, passed) => () =>
    runTimed([process.execPath, program, "test", file], {
      cwd: folder,
      expected: `${passed} passed`,
      timeout: 900_000,
    });
  const candidates = { "with rows": run(many, 3 * count), "the same requests without": run(plain, 3 * count) };
  const measured = await sideBySide(candidates, { before: 0, rounds: 1, limit: 0 });
  const ratio = row("", measured, "with rows", "the same requests without");
  checkTarget("at most 1.3 times of the same requests without rows", ratio <= 1.3, ratio);
  const more = memoryOf(program, many) - memoryOf(program, few);
  checkTarget("at most 100 MB more than for 10 rows", more <= 100, more);
} finally {
  service.stop();
}

/** The largest memory of a run, in MB. */
function memoryOf(program, file) {
  const report = "process.on('exit', () => process.stderr.write('memory ' + process.resourceUsage().maxRSS))";
  const options = { encoding: "utf8", env: { ...process.env, NO_PROXY: "*" }, maxBuffer: 2 ** 28 };
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(report)}`];
  const { stderr } = spawnSync(process.execPath, [...preload, program, "test", file], options);
  return Number(/memory (\d+)$/.exec(stderr)?.[1]) / 1024;
}
