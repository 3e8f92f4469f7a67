import type { XPathLibrary } from "../expectations/xpathLibrary.ts";

export declare const evaluateXPath: XPathLibrary["evaluateXPath"];
export declare const parseScript: XPathLibrary["parseScript"];
export declare const Language: XPathLibrary["Language"];
export declare const functions: XPathLibrary["functions"];
