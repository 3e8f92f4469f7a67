import { keepCompiled } from "./codeCache.ts";
import { setFlags } from "./engineFlags.ts";

// The code of this file isn't cached, so the file is short.
const program = () => import("./program.ts");
const flags = setFlags(process.argv[2]);
keepCompiled(process, { flags, write: async (file, content) => (await program()).writeCache(file, content) });
void program().then(({ start }) => start());
