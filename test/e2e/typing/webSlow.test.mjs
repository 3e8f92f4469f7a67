import { typingSuite } from "./suite.mjs";
import { openWeb } from "./windows.mjs";

typingSuite("the browser host, a slow server", openWeb("1.137"), { quarters: [3], slow: true });
