/**
 * A function that computes its result once for each object, and keeps it as long as the object itself: for what an immutable
 * object determines alone. So the object needn't know who asks about it.
 */
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

/** A function that computes its result when it is first called: for tables that few processes need. Bundles omit unused ones. */
/* @__NO_SIDE_EFFECTS__ */
export function lazily<Result extends NonNullable<unknown>>(compute: () => Result): () => Result {
  let result: Result | undefined;
  return () => {
    result ??= compute();
    return result;
  };
}
