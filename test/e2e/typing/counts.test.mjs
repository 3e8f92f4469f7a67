import { typingSuite } from "./suite.mjs";
import { openNode, openWeb } from "./windows.mjs";

typingSuite("Content-Length updated in the Node host", openNode, { quarters: [0, 2], counts: true });
typingSuite("Content-Length updated in the browser host", openWeb("1.137"), { quarters: [0, 2], counts: true });
