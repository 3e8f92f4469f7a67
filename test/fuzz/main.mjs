// Compares our parser with libxml2 on random messages, our verdicts with its verdicts on documents of random schemas, and trees
// after edits with whole parses; repairs correct requests with one mistake; and reads what is written for others, with
// hostile texts in it, as these do, for a given time.
// usage: npm run fuzz [-- MINUTES [SEED]]       defaults: one minute, a seed from the clock
import { importBundled } from "../../scripts/importBundled.mjs";

const minutes = Number(process.argv[2] ?? 1);
let seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const { checkSarif, hostileReports, reportChecks, noPython, Python, ...modules } = await importBundled(
  "test/fuzz/compare.ts",
  "test/fuzz/edits.ts",
  "test/fuzz/random.ts",
  "test/fuzz/tree.ts",
  "test/fuzz/repair.ts",
  "test/fuzz/loads.ts",
  "test/fuzz/python.ts",
  "test/fuzz/reports.ts",
  "test/server/validation/differences.ts",
  "server/src/xml/parser.ts",
);
const { compareMany, documentOf, editMessage, editRequest, Random, checkTree, parseXml, attempts, table, total } =
  modules;
const { checkHar, checkJmeterPlan, checkLocustfile, hostilePlan, locustfileOf, compareVerdicts } = modules;

const batch = 2000;
const stop = Date.now() + minutes * 60_000;
const made = [];
let documents = 0;
let failures = 0;
let verdicts = 0;
if (noPython !== undefined) console.log(`Locustfiles are not read: ${noPython}`);
const { python, declarations } = noPython === undefined ? await Python.start() : { declarations: [] };
console.log(`from seed ${seed}`);
while (Date.now() < stop && failures < 20) {
  const { differences } = compareMany(batch, seed);
  for (const difference of differences) fail(difference);
  for (let i = 0; i < batch; i++) {
    const text = documentOf(seed + i);
    await attempt(seed + i, () => checkTree(parseXml(text)), { text });
  }
  for (let i = 0; i < batch / 50; i++) await attempt(seed + i, checkEdits);
  for (let i = 0; i < batch / 20; i++) await attempt(seed + i, checkVerdicts);
  for (let i = 0; i < batch / 20; i++) await attempt(seed + i, checkFormats);
  made.push(...attempts(seed, 10));
  seed += batch;
  documents += batch;
}
python?.end();
console.log(`${documents} messages, ${verdicts} verdicts, ${failures} failures`);
const { share, of } = total(made);
console.log(`${of} mistakes noticed, ${(share * 100).toFixed(1)} % repaired by the preferred fixes\n${table(made)}`);
if (share < 0.9) failures++;
process.exit(failures > 0 ? 1 : 0);

async function attempt(from, check, about = {}) {
  try {
    await check(from);
  } catch (error) {
    fail({ seed: from, ...about, error: error.message });
  }
}

function checkVerdicts(from) {
  const { valid, invalid } = compareVerdicts({ from, count: 1 }, 10);
  verdicts += valid + invalid;
}

function checkEdits(from) {
  editMessage(new Random(from), 20);
  editRequest(new Random(from), 20);
}

async function checkFormats(from) {
  const files = hostileReports(new Random(from));
  for (const { check } of reportChecks) check(files);
  checkSarif(new Random(from));
  const plan = hostilePlan(new Random(from), declarations);
  if (!plan) return;
  checkJmeterPlan(plan);
  checkHar(plan);
  if (python) checkLocustfile(plan, await python.read(locustfileOf(plan)));
}

function fail(what) {
  failures++;
  console.log(JSON.stringify(what));
}
