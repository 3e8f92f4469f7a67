import { typingSuite } from "./suite.mjs";
import { openWeb } from "./windows.mjs";

typingSuite("the browser host", openWeb("1.137"), { quarters: [2] });
