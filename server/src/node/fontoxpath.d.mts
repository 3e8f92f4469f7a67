import type { XPathLibrary } from "../expectations/xpathLibrary.ts";

declare const fontoxpath: XPathLibrary;
export default fontoxpath;
