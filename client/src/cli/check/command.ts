import { allRules, rulesPage } from "../../../../server/src/service/languageService.ts";
import { painter, wantsColors } from "../colors.ts";
import { askingBeside, type Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { filesOfAll, nameInRepository } from "../files.ts";
import { readCommandKeys } from "../keys/commandKeys.ts";
import { readOutside } from "../outside.ts";
import { exceeds, fileEncodingCode } from "../sharedOptions.ts";
import { runCommand } from "../usage.ts";
import { version } from "../version.ts";
import { ContractReader, shownName, wsdlUri } from "../wsdl/contractReader.ts";
import { openDoor } from "../wsdl/door.ts";
import { CheckedContracts } from "./checkedContracts.ts";
import { type CheckedFile, placed } from "./checkedFile.ts";
import { checkFile } from "./checkFile.ts";
import { type Format, githubFormat, jsonFormat } from "./formats.ts";
import { sarifFormat } from "./sarif.ts";
import { textFormat } from "./textFormat.ts";
import { type CheckOptions, checkUsage } from "./usage.ts";

/** With at most as many files, the command is done before threads would have started. */
const fewFiles = 1000;

export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(checkUsage, (options) => check(options, args, console), args, console);
}

export async function serve(): Promise<void> {
  return (await import("./beside.ts")).serve();
}

/** Checks one file after the other, and writes the findings of each at once. Resolves with the exit code. */
async function check(options: CheckOptions, args: readonly string[], whole: Console): Promise<number | string> {
  const { names, problems } = filesOfAll(options.operands, whole.cwd, [".soaphttp", ".soapmock"]);
  const unreadable = [...problems];
  // With few files, Node's module for threads isn't loaded.
  const besides = names.length > fewFiles ? await import("./beside.ts") : undefined;
  const isBeside = besides?.areCheckedBeside(names, options) === true;
  const complained = new Set<string>();
  const complainOnce = (problem: string) => {
    if (!complained.has(problem)) whole.complain(problem);
    complained.add(problem);
  };
  const console = isBeside ? { ...whole, complain: complainOnce } : whole;
  const door = await openDoor(options.door, askingBeside(options.operands, console));
  if (typeof door === "string") return door;
  const contracts = options.noWsdl ? undefined : new CheckedContracts(options, console, door);
  const problem = await contracts?.open(options.wsdl);
  if (problem !== undefined) return problem;
  const read = await readCommandKeys(options, console);
  if (typeof read === "string") return read;
  const outside = readOutside(options, console);
  if (typeof outside === "string") return outside;
  const host = { contracts, keys: read.keys, outside };
  let beside = isBeside ? new besides.CheckedBeside(args, names, console) : undefined;
  const format = formatOf(options, console);
  const wsdls = new ContractReader(options.allowOutside, console, undefined, door);
  const reported = new Set<string>();
  let files = 0;
  let hasFindings = false;
  const write = (text: string) => console.out(format.writesCommands ? Buffer.from(text) : text);
  write(format.begin());
  for (const [index, name] of names.entries()) {
    const besideResult = await beside?.result(index);
    if (beside && besideResult === undefined) {
      await beside.end();
      beside = undefined;
    }
    const checked =
      besideResult ??
      (isDescription(name)
        ? await checkDescription(name, wsdls, reported, options, console)
        : await checkFile(name, options, console, host));
    if (typeof checked === "string") {
      unreadable.push(checked);
      continue;
    }
    files++;
    for (const file of checked) {
      hasFindings ||= file.findings.some(({ severity }) => exceeds(severity, options.tolerated));
      write(format.file(file));
    }
  }
  await beside?.end();
  write(format.end({ files, unreadable }));
  outside.complain(console);
  for (const problem of unreadable) console.complain(problem);
  if (unreadable.length > 0) return exitCode.usage;
  return hasFindings ? exitCode.bad : exitCode.good;
}

function isDescription(name: string): boolean {
  return /\.(?:wsdl|xsd)$/i.test(name);
}

/** Also checks the files that it imports, without findings in `reported`. Resolves with why it can't be read. */
async function checkDescription(
  name: string,
  reader: ContractReader,
  reported: Set<string>,
  { rules }: Pick<CheckOptions, "rules">,
  { cwd }: Console,
): Promise<readonly CheckedFile[] | string> {
  const contract = await reader.open(wsdlUri(name, cwd), name);
  if (typeof contract === "string") return contract;
  const severity = rules[wsdlProblemCode];
  const byDocument = new Map<string, Parameters<typeof placed>[2][number][]>();
  for (const { uri, at, line, message, unusable } of contract.checked()) {
    const key = `${line} ${uri} ${message}`;
    if (severity === "off" || reported.has(key)) continue;
    reported.add(key);
    const all = byDocument.get(uri) ?? [];
    byDocument.set(uri, all);
    all.push({ at, severity: severity ?? (unusable ? "error" : "information"), code: wsdlProblemCode, message });
  }
  const texts = new Map(contract.documents.map(({ uri, text }) => [uri, text]));
  return [...new Set([contract.uri, ...byDocument.keys()])].map((uri) =>
    placed(uri === contract.uri ? name : shownName(uri, cwd), texts.get(uri) ?? "", byDocument.get(uri) ?? []),
  );
}

const wsdlProblemCode = "wsdl-problem";

function formatOf({ format }: CheckOptions, console: Console): Format {
  switch (format) {
    case "text":
      return textFormat({ paint: painter(wantsColors(console)), columns: console.columns });
    case "json":
      return jsonFormat();
    case "github":
      return githubFormat((name) => nameInRepository(name, console));
    case "sarif":
      return sarifFormat({
        version,
        informationUri: rulesPage,
        rules: allRules(),
        helpUri: (code) => (code === fileEncodingCode ? commandLinePage : `${rulesPage}#${code}`),
      });
  }
}

const commandLinePage = rulesPage.replace("rules.md", `command-line.md#${fileEncodingCode}`);
