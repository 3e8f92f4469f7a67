import { builtin } from "./builtin.ts";

export async function serverProcesses(): Promise<readonly number[]> {
  const { execFileSync } = await builtin.childProcess();
  const listed = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return listed
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state]) => Number(parent) === process.pid && !state?.startsWith("Z"))
    .filter((words) => words.some((word) => word.endsWith("dist/server/node.js")))
    .map(([pid]) => Number(pid));
}
