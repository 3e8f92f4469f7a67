interface Picture {
  readonly shows: readonly string[];
  readonly look: string;
}

export function pictures(): Readonly<Record<string, Picture>>;
export function lookOf(picture: Picture): string;
export function noteTaken(names: readonly string[]): void;
