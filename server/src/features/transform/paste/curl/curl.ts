import { writeRequest } from "../writtenRequest.ts";
import { readArguments } from "./options.ts";
import { requestsOf } from "./request.ts";
import { readCommands, type ShellCommand } from "./shell.ts";

/** Whether a text begins with a curl command, perhaps behind the prompt of a shell or variables that are set for it. */
export function isCurl(text: string): boolean {
  return /^\s*(?:[$%>#]\s+)?(?:(?:sudo|time)\s+)?(?:[A-Za-z_]\w*=\S*\s+)*(?:\S*[\\/])?curl(?:\.exe)?(?:\s|\^|$)/.test(
    text.slice(0, 2000),
  );
}

/** Each request of the curl commands in a text, as the text of a segment. */
export function fromCurl(text: string, lineBreak: string): readonly string[] {
  const typed = text.replace(/^\s*[$%>#]\s+/, "");
  return readCommands(typed).flatMap((command) => {
    const words = argumentsOf(command);
    if (!words) return [];
    return readArguments(words).flatMap((group) =>
      requestsOf(group, command).map((request) => writeRequest(request, lineBreak)),
    );
  });
}

/** The words behind `curl`; `undefined` where another program is called. */
function argumentsOf({ words }: ShellCommand): readonly string[] | undefined {
  const at = words.findIndex((word) => !/^(sudo|time|[A-Za-z_]\w*=.*)$/.test(word));
  return /^(?:.*[\\/])?curl(?:\.exe)?$/.test(words[at] ?? "") ? words.slice(at + 1) : undefined;
}
