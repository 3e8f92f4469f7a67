import { dirname, join, relative, resolve } from "node:path";
import type { Saved } from "../../../../server/src/protocol/protocol.ts";
import { type WriteRefusal, writeFile } from "../../core/node/writeFile.ts";
import type { Console } from "../console.ts";
import { whyNotWritten } from "../namedFiles.ts";
import { visible } from "../terminalText.ts";
import type { SendingOptions } from "./usage.ts";

/** Writes below the folder of the requests or of `--save-to`. Resolves with a sentence about why it isn't written. */
export async function saveFile(
  file: string,
  { path, content }: Saved,
  { saveTo, overwrite }: Pick<SendingOptions, "saveTo" | "overwrite">,
  console: Pick<Console, "cwd" | "error">,
  wrote?: (path: string) => void,
): Promise<string | undefined> {
  const { cwd } = console;
  const folder = resolve(cwd, saveTo ?? dirname(file));
  const place = { path: join(folder, path), folders: [folder], elsewhere: false };
  const shown = relative(cwd, place.path);
  let existing: WriteRefusal | undefined;
  const writing = writeFile(place, content, { isNew: !overwrite }).then((refusal) => {
    if (refusal?.refused === "exists") existing = refusal;
    return refusal;
  });
  const why = await whyNotWritten(writing, cwd);
  if (existing) return `${shown} already exists. Use --overwrite to replace it.`;
  if (why === undefined) {
    wrote?.(place.path);
    console.error(`${visible(`Saved ${shown}.`)}\n`);
  }
  return why;
}
