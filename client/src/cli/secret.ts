import { StringDecoder } from "node:string_decoder";

/** What the keys send: Ctrl-C, Ctrl-D, Ctrl-U, and what stands for Backspace. */
const keys = { interrupt: "\x03", end: "\x04", clear: "\x15", erase: /[\b\x7f]/ } as const;

/**
 * A line that is typed and not shown. Resolves with undefined where there is no terminal, or the line is given up with
 * Ctrl-C or Ctrl-D.
 */
export async function askSecret(
  prompt: string,
  { stdin, stderr }: Pick<NodeJS.Process, "stdin" | "stderr">,
): Promise<string | undefined> {
  // Standard input that has been read to its end gives nothing more.
  if (!stdin.isTTY || !stderr.isTTY || stdin.destroyed) return undefined;
  stdin.setRawMode(true);
  stderr.write(prompt);
  try {
    return await typedLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write("\n");
  }
}

function typedLine(stdin: NodeJS.ReadStream): Promise<string | undefined> {
  const decoder = new StringDecoder("utf8");
  let line: readonly string[] = [];
  return new Promise((resolve) => {
    const settle = (answer: string | undefined) => {
      stdin.off("data", take).off("end", end);
      resolve(answer);
    };
    const end = () => settle(undefined);
    const take = (bytes: Buffer) => {
      for (const character of decoder.write(bytes)) {
        if (character === "\r" || character === "\n") return settle(line.join(""));
        if (character === keys.interrupt || character === keys.end) return settle(undefined);
        if (character === keys.clear) line = [];
        else line = keys.erase.test(character) ? line.slice(0, -1) : [...line, character];
      }
    };
    stdin.on("data", take).on("end", end);
  });
}
