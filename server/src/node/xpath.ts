import { provideXPath } from "../languageService.ts";
import fontoxpath from "./fontoxpath.mjs";

/** Provides XPath from a bundle of its own, which is loaded at first use. */
export function provideXPathHere(): void {
  provideXPath(() => fontoxpath);
}
