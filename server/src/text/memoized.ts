/** Returns a function that computes its result once for each object, on which alone the result must depend. */
export function memoized<Key extends object, Result extends NonNullable<unknown>>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = compute(key);
      results.set(key, result);
    }
    return result;
  };
}

/** Returns a function that computes its result at its first call. The annotation lets bundles omit unused tables. */
/* @__NO_SIDE_EFFECTS__ */
export function lazily<Result extends NonNullable<unknown>>(compute: () => Result): () => Result {
  let result: Result | undefined;
  return () => {
    result ??= compute();
    return result;
  };
}
