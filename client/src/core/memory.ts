/** VS Code's `Memento`, as far as it is needed. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
