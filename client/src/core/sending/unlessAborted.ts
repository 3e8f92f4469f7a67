/** The result; undefined as soon as the signal aborts, even if the result comes later. */
export function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(undefined));
    result.then(resolve, reject);
  });
}
