import { typingSuite } from "./suite.mjs";
import { openWeb } from "./windows.mjs";

typingSuite("the browser host of the oldest VS Code", openWeb("1.91"), { speeds: [30] });
