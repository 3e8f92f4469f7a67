import { typingSuite } from "./suite.mjs";
import { openNode } from "./windows.mjs";

typingSuite("the Node host", openNode, { quarters: [1] });
