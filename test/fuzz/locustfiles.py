"""Reads locustfiles from lines of JSON, as Python does, and says what is in each. None is run.

First it prints the names of all charsets that a declaration (PEP 263) could have.
"""

import ast
import builtins
import encodings.aliases
import io
import json
import keyword
import sys
import tokenize

print(json.dumps(sorted(set(encodings.aliases.aliases.values()) | {"utf_7", "unicode_escape"})), flush=True)

SUPPORT = {"exact_http", "locust"}


class Unexpected(Exception):
    """Something else than a locustfile contains."""


def check(holds, node):
    if not holds:
        raise Unexpected(ast.dump(node))


class Locustfile:
    def __init__(self, content):
        if tokenize.detect_encoding(io.BytesIO(content).readline)[0] != "utf-8":
            raise Unexpected("a declared charset")
        self.known, self.requests, self.users, self.lists = set(), [], [], {}
        for node in ast.parse(content).body:
            self.statement(node)

    def define(self, name, node):
        """A name is defined once, and is none of Python."""
        taken = name in self.known or keyword.iskeyword(name) or hasattr(builtins, name)
        check(not taken, node)
        self.known.add(name)

    def statement(self, node):
        if isinstance(node, ast.ImportFrom):
            check(node.module in SUPPORT and not node.level, node)
            for one in node.names:
                check(one.asname is None, node)
                self.define(one.name, node)
        elif isinstance(node, ast.Assign):
            check(len(node.targets) == 1 and isinstance(node.targets[0], ast.Name), node)
            self.value(node.value)
            name = node.targets[0].id
            if isinstance(node.value, ast.List):
                self.lists[name] = ast.literal_eval(node.value)
            elif node.value.func.id == "Request":
                title = [one.value.value for one in node.value.keywords if one.arg == "title"]
                self.requests.append([node.value.args[0].value, *title])
            self.define(name, node)
        else:
            check(isinstance(node, ast.ClassDef), node)
            self.user(node)

    def value(self, node):
        """A literal, a known name, or a call of an imported one."""
        if isinstance(node, (ast.List, ast.Dict)):
            for one in node.elts if isinstance(node, ast.List) else [*node.keys, *node.values]:
                self.value(one)
        elif isinstance(node, ast.Call):
            check(isinstance(node.func, ast.Name) and node.func.id in self.known, node)
            for one in [*node.args, *(one.value for one in node.keywords)]:
                self.value(one)
        elif isinstance(node, ast.Name):
            check(node.id in self.known, node)
        elif isinstance(node, ast.UnaryOp):
            check(isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant), node)
        else:
            check(isinstance(node, ast.Constant), node)

    def user(self, node):
        check([ast.dump(one) for one in node.bases] == ["Name(id='ExactUser', ctx=Load())"], node)
        check(not node.decorator_list and not node.keywords, node)
        docstring, wait, *tasks = node.body
        check(isinstance(docstring, ast.Expr) and isinstance(docstring.value, ast.Constant), docstring)
        check(isinstance(wait, ast.Assign) and wait.targets[0].id == "wait_time", wait)
        self.value(wait.value)
        names = {one.name for one in tasks}
        check(len(names) == len(tasks) and not names & self.known, node)
        for task in tasks:
            (decorator,), (line,) = task.decorator_list, task.body
            check(ast.unparse(decorator).startswith("task"), task)
            sent = line.value.args[0].id
            check(ast.unparse(line) == f"self.send({sent})" and sent in self.known, task)
        self.define(node.name, node)
        self.users.append([docstring.value.value, len(tasks)])


for line in sys.stdin:
    try:
        file = Locustfile(json.loads(line).encode("utf-8", "surrogatepass"))
        print(json.dumps({"requests": file.requests, "users": file.users, "lists": file.lists}), flush=True)
    except Exception as error:
        print(json.dumps({"problem": f"{type(error).__name__}: {error}"}), flush=True)
