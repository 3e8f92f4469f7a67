import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../../../client/src/export/programs/programs.ts";
import { ensureDebianPackages } from "../../../support/debian.mjs";
import { temporaryFolder } from "../../../support/folders.ts";

export interface Runner {
  /** Why programs of the language can't be run on this machine. */
  readonly missing: () => string | undefined;
  /** Writes the programs to a folder. Returns the command that runs them in order. */
  readonly prepare: (programs: readonly string[], folder: string) => readonly [command: string, ...args: string[]];
}

/** Runs programs. `secrets`: the environment variables with secrets. */
export async function runAll(
  { prepare }: Runner,
  programs: readonly string[],
  secrets: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = temporaryFolder();
  const [command, ...args] = prepare(programs, folder);
  const env = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", ...secrets };
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (piece: Buffer) => {
    errors += piece.toString();
  });
  const code = await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
  if (code !== 0) throw new Error(errors);
}

function compiled(command: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
}

/** The languages that can be run here. PowerShell is missing, because Debian has no package of it. */
export const runners: Readonly<Partial<Record<Language, Runner>>> = {
  python: {
    missing: () => ensureDebianPackages(["python3"]),
    prepare: (programs, folder) => {
      for (const [index, text] of programs.entries()) writeFileSync(join(folder, `${index}.py`), text);
      const all = "import runpy, sys\nfor i in range(int(sys.argv[1])): runpy.run_path(f'{i}.py')\n";
      writeFileSync(join(folder, "all.py"), all);
      return ["/usr/bin/python3", "-W", "error", "all.py", String(programs.length)];
    },
  },
  java: {
    missing: () => ensureDebianPackages(["openjdk-17-jdk-headless"]),
    prepare: (programs, folder) => {
      const names = programs.map((text, index) => {
        writeFileSync(join(folder, `Request${index}.java`), text.replace("class Request {", `class Request${index} {`));
        return `Request${index}`;
      });
      const calls = names.map((name) => `${name}.main(a);`).join("");
      const all = `class All { public static void main(String[] a) throws Exception { ${calls} System.exit(0); } }`;
      writeFileSync(join(folder, "All.java"), all);
      compiled("javac", ["-J-XX:TieredStopAtLevel=1", "-encoding", "US-ASCII", "All.java"], folder);
      return ["java", "-XX:TieredStopAtLevel=1", "All"];
    },
  },
  csharp: {
    missing: () => ensureDebianPackages(["mono-mcs", "mono-runtime"]),
    prepare: (programs, folder) => {
      const files = programs.map((text, index) => {
        const own = text
          .replace("class Program\n", `class Program${index}\n`)
          .replace("static void Main()", "public $&");
        writeFileSync(join(folder, `${index}.cs`), own);
        return `${index}.cs`;
      });
      const calls = programs.map((_, index) => `Program${index}.Main();`).join("");
      writeFileSync(join(folder, "all.cs"), `class All { static void Main() { ${calls} } }`);
      // Mono has no HttpClient of .NET: what the programs use of it writes the request as they have built it.
      const client = readFileSync("test/client/export/programs/HttpClient.cs", "utf8");
      writeFileSync(join(folder, "client.cs"), client);
      compiled("mcs", ["-main:All", "-nowarn:436", "all.cs", "client.cs", ...files], folder);
      return ["mono", "all.exe"];
    },
  },
};
