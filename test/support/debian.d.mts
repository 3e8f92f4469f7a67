import type { Context } from "mocha";

export function ensureDebianPackages(packages: readonly string[]): string | undefined;
export function ensureProgram(program: string, debianPackage: string): string | undefined;
export function requirePackages(context: Context, name: string, packages: readonly string[]): void;
