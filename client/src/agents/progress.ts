import type { Progress } from "../transport/transport.ts";
import type { AgentHost } from "./host.ts";

/** Reports the progress of sending: connecting, sent, waiting (each second), receiving. */
export interface Reporter {
  readonly progress: (progress: Progress) => void;
  readonly end: () => void;
}

/** Milliseconds between two messages about the same stage. */
const interval = 1000;

/** `host`: without secrets. */
export function reporterOf({ progress, signal }: AgentHost, host: string): Reporter {
  if (!progress) return { progress: () => {}, end: () => {} };
  let step = 0;
  let stage: "connecting" | "sent" | "receiving" | undefined;
  let shown = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const tell = (message: string) => {
    if (!signal.aborted) progress(++step, message);
    shown = Date.now();
  };
  const end = () => clearInterval(timer);
  const enter = (next: typeof stage, message: string) => {
    if (stage === next) return;
    stage = next;
    end();
    tell(message);
  };
  const wait = () => {
    const since = Date.now();
    timer = setInterval(() => tell(`Waiting for the response: ${Math.round((Date.now() - since) / 1000)} s`), interval);
  };
  return {
    end,
    progress: ({ stage: reached, receivedBytes }) => {
      if (reached === "response" && stage !== "sent") {
        enter("sent", "Sent");
        wait();
      } else if (reached === "head" || reached === "body") {
        if (stage !== "receiving") enter("receiving", "Receiving");
        else if (Date.now() - shown >= interval) tell(`Receiving: ${receivedBytes} bytes`);
      } else if (stage === undefined) enter("connecting", `Connecting to ${host}`);
    },
  };
}
