/** Resolves after some milliseconds, or at once when it is cancelled. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, signal.aborted ? 0 : milliseconds);
    signal.addEventListener("abort", end);
  });
}
