/** The result; undefined as soon as the signal has aborted, even if the result comes later. */
export function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const abort = () => resolve(undefined);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    result.then(resolve, reject);
  });
}
