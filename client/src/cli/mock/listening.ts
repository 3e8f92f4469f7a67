import { systemErrorText } from "../systemError.ts";

/** Host and port where a program listens; port 0: a free one. */
export interface ListeningPlace {
  readonly host: string;
  readonly port: number;
}

/** A sentence about an error of the system. @param another what to specify instead of a port that is in use */
export function whyNotListening(error: unknown, { host, port }: ListeningPlace, another: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `Port ${port} is in use. Specify ${another}, or 0 for a free one.`;
  const why = systemErrorText(error);
  if (why === undefined) throw error;
  return `The service can't listen on ${host}, port ${port}: ${why}`;
}
