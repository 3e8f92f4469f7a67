export function collect(): string[];
export function messages(source: string, file: string): string[];
export function translations(): { readonly language: string; readonly bundle: Readonly<Record<string, string>> }[];
export function written(messages: readonly string[], bundle: Readonly<Record<string, string>>): string;
