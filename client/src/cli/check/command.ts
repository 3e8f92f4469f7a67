import { isAbsolute, relative, resolve, sep } from "node:path";
import * as l10n from "@vscode/l10n";
import { allRules, rulesPage } from "../../../../server/src/languageService.ts";
import { painter, wantsColours } from "../colours.ts";
import type { Console } from "../console.ts";
import { inputsOf, readBytes, standardInput, standardInputName } from "../files.ts";
import { outsideOfFile } from "../outside.ts";
import { decodeFile } from "../sourceText.ts";
import { exitCode, refuse, show, version } from "../usage.ts";
import { type CheckedFile, checkText, fileEncodingCode } from "./checkedFile.ts";
import { type Format, githubFormat, jsonFormat } from "./formats.ts";
import { exceeds } from "./ruleSettings.ts";
import { sarifFormat } from "./sarif.ts";
import { textFormat } from "./text.ts";
import { type CheckOptions, checkHelp, readCheckOptions } from "./usage.ts";

/** Runs `soaphttp check` with the arguments after its name. Resolves with the exit code. */
export async function run(args: readonly string[], console: Console): Promise<number> {
  const options = readCheckOptions(args);
  switch (options.kind) {
    case "help":
      return show(checkHelp(), console);
    case "wrong":
      return refuse(options, "soaphttp check --help", console);
    default:
      return check(options, console);
  }
}

/** Checks files one after the other and writes what it finds as it goes. Resolves with the exit code. */
async function check(options: CheckOptions, console: Console): Promise<number> {
  const { names, problems } = inputsOf(options.operands, console.cwd);
  const unreadable = [...problems];
  const format = formatOf(options, console);
  let files = 0;
  let found = false;
  // Annotations are commands of the build server: console.out would make them harmless text.
  const write = (text: string) => console.out(options.format === "github" ? Buffer.from(text) : text);
  write(format.begin());
  for (const name of names) {
    const file = await checkFile(name, options, console);
    if (typeof file === "string") {
      unreadable.push(file);
      continue;
    }
    files++;
    found ||= file.findings.some(({ severity }) => exceeds(severity, options.tolerated));
    write(format.file(file));
  }
  write(format.end({ files, unreadable }));
  for (const problem of unreadable) console.complain(problem);
  if (unreadable.length > 0) return exitCode.usage;
  return found ? exitCode.bad : exitCode.good;
}

/** A checked file, or why it can't be checked, in words. */
async function checkFile(name: string, options: CheckOptions, console: Console): Promise<CheckedFile | string> {
  const shown = name === standardInput ? standardInputName : name;
  const bytes = name === standardInput ? await console.input() : readBytes(name, console.cwd);
  if (typeof bytes === "string") return bytes;
  const decoded = decodeFile(bytes);
  if (decoded.kind === "unreadable") return l10n.t("{0}: {1}.", shown, decoded.why);
  const resolver = outsideOfFile(name, options.environment, console);
  return typeof resolver === "string" ? resolver : checkText(shown, decoded, options.rules, resolver);
}

function formatOf({ format }: CheckOptions, console: Console): Format {
  switch (format) {
    case "text":
      return textFormat({ paint: painter(wantsColours(console)), columns: console.columns });
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

/** The page of the command line stands beside that of the rules. */
const commandLinePage = rulesPage.replace("rules.md", `command-line.md#${fileEncodingCode}`);

/** In GitHub Actions the repository may lie above the folder that the command runs in. */
function nameInRepository(name: string, { env, cwd }: Console): string {
  const root = env["GITHUB_WORKSPACE"];
  if (!root || name === standardInputName) return name;
  const path = relative(root, resolve(cwd, name));
  return path.startsWith("..") || isAbsolute(path) ? name : path.split(sep).join("/");
}
