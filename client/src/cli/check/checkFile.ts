import type { Console } from "../console.ts";
import { setFlagsForMessage } from "../engineFlags.ts";
import { readMarkdown } from "../markdownFile.ts";
import type { Outside } from "../outside.ts";
import { readSource, type SourceHost } from "../sourceFile.ts";
import { type CheckedContracts, howToRead } from "./checkedContracts.ts";
import { type CheckedFile, checkText, inMarkdown, type PlacedFinding } from "./checkedFile.ts";
import type { CheckOptions } from "./usage.ts";

interface CheckHost extends Pick<SourceHost, "keys"> {
  readonly contracts: CheckedContracts | undefined;
  readonly outside: Outside;
}

/** Also reports the problems of the file's WSDLs. Resolves with the reason if the file can't be read. */
export async function checkFile(
  name: string,
  options: CheckOptions,
  console: Console,
  host: CheckHost,
): Promise<readonly CheckedFile[] | string> {
  const markdown = readMarkdown(name, console.cwd);
  if (typeof markdown === "string") return markdown;
  if (!markdown) return checkSource(name, options, console, host);
  const findings: PlacedFinding[] = [];
  for (const block of markdown.blocks) {
    const checked = await checkSource(name, options, console, host, block.bytes);
    if (typeof checked === "string") return checked;
    findings.push(...checked.flatMap((one) => inMarkdown(one, block).findings));
  }
  return [{ name, document: markdown.document, findings }];
}

async function checkSource(
  name: string,
  { rules, wsdl, allowOutside }: CheckOptions,
  console: Console,
  { contracts, keys, outside }: CheckHost,
  bytes?: Uint8Array,
): Promise<readonly CheckedFile[] | string> {
  contracts?.allowBeside(name);
  const file = await readSource(name, outside, console, { allowOutside, contracts, keys }, bytes);
  if (typeof file === "string") return file;
  setFlagsForMessage(file.source.text.length);
  let checked = checkText(file.name, file.source, rules, file.resolver);
  while (await contracts?.complete(checked.hosts)) checked = checkText(file.name, file.source, rules, file.resolver);
  contracts?.complainOf(checked.contracts);
  return [{ ...checked, findings: checked.findings.flatMap((finding) => notLoaded(finding, rules, wsdl) ?? finding) }];
}

/**
 * A WSDL that isn't read is an error here, unless `--rule` says otherwise: without it, nothing shows that a body wasn't
 * checked. With `--wsdl`, no other one is needed. Undefined for other findings.
 */
function notLoaded(
  finding: PlacedFinding,
  rules: CheckOptions["rules"],
  wsdl: string | undefined,
): PlacedFinding | readonly [] | undefined {
  const { code, message } = finding;
  if (code !== "wsdl-not-loaded") return undefined;
  if (wsdl !== undefined) return [];
  return {
    ...finding,
    severity: rules[code] === undefined ? "error" : finding.severity,
    message: `${message} ${howToRead}`,
  };
}
