export function ensureDebianPackages(packages: readonly string[]): string | undefined;
export function ensureProgram(program: string, debianPackage: string): string | undefined;
