import { typingSuite } from "./suite.mjs";
import { openNode } from "./windows.mjs";

typingSuite("the Node host, a slow server", openNode, { half: 0, slow: true });
