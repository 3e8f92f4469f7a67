import { typingSuite } from "./suite.mjs";
import { openNode } from "./windows.mjs";

typingSuite("the Node host, a slow server", openNode, { quarters: [0], slow: true });
