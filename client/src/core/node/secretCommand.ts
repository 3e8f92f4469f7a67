import { spawn } from "node:child_process";
import { commandWords, type SecretOfCommand, secretLimits } from "../sending/secrets.ts";

/** Without a shell: the name of a secret is text of a file, which must not run anything. Never rejects. */
export function runSecretCommand(
  command: string,
  name: string,
  milliseconds = secretLimits.milliseconds,
): Promise<SecretOfCommand> {
  const words = commandWords(command, name);
  if ("why" in words) return Promise.resolve({ kind: "failed", why: words.why });
  const [program = "", ...args] = words;
  return new Promise<SecretOfCommand>((resolve) => {
    // The command gets a process group of its own, so that processes that it starts end, too.
    const isGroup = process.platform !== "win32";
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"], detached: isGroup, windowsHide: true });
    const pieces: Buffer[] = [];
    let size = 0;
    const settle = (outcome: SecretOfCommand) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const end = (why: "slow" | "large") => {
      settle({ kind: "failed", why });
      if (child.pid === undefined) return;
      try {
        if (isGroup) process.kill(-child.pid, "SIGKILL");
        else child.kill("SIGKILL");
      } catch {
        // The process has ended meanwhile.
      }
      child.stdout.destroy();
    };
    const timer = setTimeout(() => end("slow"), milliseconds);
    child.on("error", () => settle({ kind: "failed", why: "start" }));
    // `stdout` is missing if the system can open no more files.
    child.stdout?.on("data", (piece: Buffer) => {
      pieces.push(piece);
      size += piece.length;
      if (size > secretLimits.bytes) end("large");
    });
    child.on("close", (code) => {
      const text = Buffer.concat(pieces)
        .toString("utf8")
        .replace(/\r?\n$/, "");
      if (code !== 0) settle({ kind: "failed", why: "status", code: code ?? undefined });
      else settle(text === "" ? { kind: "failed", why: "empty" } : { kind: "secret", value: text });
    });
    // Errors such as ENOTDIR, E2BIG and EINVAL (a .cmd in Windows) are thrown instead.
  }).catch((): SecretOfCommand => ({ kind: "failed", why: "start" }));
}
