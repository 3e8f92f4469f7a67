import type { ExportPlan, PlannedRequest } from "../plan.ts";
import { uniqueNames } from "../uniqueNames.ts";

/** No two names are the same, and none is one of Python, of Locust or of `exact_http.py` (`support`). */
export class PythonNames {
  readonly #constants: ReadonlyMap<PlannedRequest, string>;
  readonly #methods: ReadonlyMap<PlannedRequest, string>;
  readonly #module: ReturnType<typeof uniqueNames>;

  constructor({ requests }: ExportPlan, support: ReadonlySet<string>) {
    const isTaken = (name: string) => reserved.has(name) || support.has(name);
    const asWritten = (name: string) => name;
    this.#module = uniqueNames(asWritten, isTaken);
    const methods = uniqueNames(asWritten, isTaken);
    this.#constants = new Map(requests.map((one) => [one, this.#module(one.id.toUpperCase(), "_")]));
    this.#methods = new Map(requests.map((one) => [one, methods(one.id.toLowerCase(), "_", "_request")]));
  }

  constant(request: PlannedRequest | undefined): string {
    return (request && this.#constants.get(request)) ?? "";
  }

  value(request: PlannedRequest, number: number): string {
    return this.#module(`${this.constant(request)}_VALUE_${number}`, "_");
  }

  method(request: PlannedRequest): string {
    return this.#methods.get(request) ?? "";
  }

  userClass(file: string): string {
    return this.#module(classOf(file), "", "User");
  }
}

/** Returns the name of a class, such as `OrderEntry` for `./requests/order-entry.soaphttp`. */
function classOf(file: string): string {
  const name = file.split(/[/\\]/).at(-1) ?? "";
  const dot = name.lastIndexOf(".");
  const words = (dot > 0 ? name.slice(0, dot) : name).split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join("");
  return /^[A-Z]/.test(joined) ? joined : `User${joined}`;
}

/** The keywords and builtins of Python 3.8 to 3.14, and what Locust's users and a locustfile define or import. */
export const reserved: ReadonlySet<string> = new Set(
  [
    "False None True and as assert async await break class continue def del elif else except finally for from global if",
    "import in is lambda nonlocal not or pass raise return try while with yield case match type",
    "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError",
    "BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError",
    "ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup",
    "FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning",
    "IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError",
    "ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError",
    "PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError",
    "ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError",
    "SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError",
    "UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError",
    "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright",
    "credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash",
    "help hex id input int isinstance issubclass iter len license list locals map max memoryview min next object oct open",
    "ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple vars",
    "zip",
    "User abstract between constant context environment fixed_count full_name fullname greenlet group host max_wait",
    "min_wait on_start on_stop parent run self start stop task tasks user user_id wait wait_function wait_time weight",
    "SECRETS NOT_CARRIED_OVER",
  ].flatMap((words) => words.split(" ")),
);
