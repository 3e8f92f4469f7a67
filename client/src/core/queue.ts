/** Returns a function that runs tasks one after the other, also after one that rejects. It resolves as its task. */
export function queue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => {});
    return done;
  };
}
