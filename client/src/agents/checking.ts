import { redactor } from "../../../server/src/text/redactor.ts";
import { type AgentHost, type AgentRefusal, isRefusal } from "./host.ts";
import { failed, fittingFindings, lengthOf, maxResult, succeeded, type ToolResult } from "./results.ts";
import { hideIn, namedSecrets, showsSecrets } from "./secrets.ts";

export interface TextArguments {
  readonly text?: string;
  readonly file?: string;
  readonly wsdl?: string;
}

export interface Source {
  readonly uri: string;
  readonly text: string;
  readonly wsdl: string | undefined;
  /** Values that the model doesn't know: in a file, the values whose names suggest a secret. */
  readonly secrets: readonly string[];
  readonly isFile: boolean;
  /** Names of the environment variables that the text may read; undefined: any. */
  readonly environmentVariables: readonly string[] | undefined;
}

/** The text of `text` or `file`. */
export async function sourceOf(given: TextArguments, host: AgentHost): Promise<Source | AgentRefusal> {
  const { text, file } = given;
  if ((text === undefined) === (file === undefined)) {
    return { refused: "Give exactly one of the arguments text and file." };
  }
  const read = file === undefined ? { text: text ?? "", uri: undefined } : await host.file(file);
  if (isRefusal(read)) return read;
  const wsdl = given.wsdl === undefined ? undefined : await host.wsdl(given.wsdl);
  if (isRefusal(wsdl)) return wsdl;
  const uri = await host.place(read.uri);
  if (isRefusal(uri)) return uri;
  const own = { uri, text: read.text, wsdl: wsdl?.uri };
  return file === undefined
    ? { ...own, secrets: [], isFile: false, environmentVariables: host.environmentVariables }
    : { ...own, secrets: namedSecrets(read.text), isFile: true, environmentVariables: undefined };
}

export async function checkRequest(given: TextArguments, host: AgentHost): Promise<ToolResult> {
  const source = await sourceOf(given, host);
  if (isRefusal(source)) return failed(source.refused);
  const { uri, text, wsdl, isFile, environmentVariables } = source;
  const checked = await host.language.check({ uri, text, wsdl, environmentVariables });
  if (isRefusal(checked)) return failed(checked.refused);
  const secrets = [...checked.secrets, ...source.secrets];
  const hide = redactor(secrets);
  const all = checked.findings.map((one) => hideIn(one, hide));
  const own = checked.fixed === undefined ? undefined : fixedText(checked.fixed, isFile, secrets);
  const room = own === undefined ? 0 : lengthOf(own);
  // A text that is too long would be useless if it were truncated.
  const fixed = room > maxResult / 2 ? undefined : own;
  const findings = fittingFindings(all, fixed === undefined ? 0 : room);
  const isCut = findings.length < all.length || (own !== undefined && fixed === undefined);
  const count = (severity: string) => all.filter((one) => one.severity === severity).length;
  return succeeded({
    findings,
    errors: count("error"),
    warnings: count("warning"),
    ...(fixed === undefined ? {} : { fixed }),
    ...(isCut ? { total: all.length, truncated: true } : {}),
  });
}

/** The fixed text without secrets; undefined if a file's text has some: placeholders would make it another request. */
function fixedText(fixed: string, isFile: boolean, secrets: readonly string[]): string | undefined {
  if (isFile && showsSecrets(fixed, secrets)) return undefined;
  return redactor(secrets)(fixed);
}
