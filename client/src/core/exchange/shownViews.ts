import type { Memory } from "../memory.ts";
import { type View, views } from "./responsePath.ts";

const key = "soaphttp.views";
const maxViews = 100;

/** The view that each exchange's tab shows, kept across restarts of the window. */
export class ShownViews {
  readonly #memory: Memory;
  readonly #views: Map<string, View>;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#views = new Map(entriesOf(memory.get(key)));
  }

  of(id: string): View {
    return this.#views.get(id) ?? "formatted";
  }

  set(id: string, view: View): void {
    this.#views.delete(id);
    if (view !== "formatted") this.#views.set(id, view);
    void this.#memory.update(key, [...this.#views].slice(-maxViews));
  }
}

/** The valid entries of what was stored. */
function entriesOf(stored: unknown): readonly (readonly [string, View])[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    const [id, name]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const view = views.find((one) => one === name);
    return typeof id === "string" && view !== undefined ? [[id, view] as const] : [];
  });
}
