/** Parts of messages in Python, and what must hold for them. */
export const pythonChecks = String.raw`# ---- Parts of messages ----


class Status:
    def values(self, message, _):
        return [str(message.status)]

    def only(self, message, _):
        return str(message.status)


class Header:
    def __init__(self, name):
        self.name = name

    def values(self, message, _):
        return message.header(self.name)

    def only(self, message, _):
        return one_of(self.values(message, _)[:1], f"the header {self.name}")


class Body:
    """The whole body as text."""

    def only(self, message, _):
        return message.text()


class JsonPath:
    """$.items[0].name, $..name, $.items[*]"""

    def __init__(self, path):
        self.path = path
        found = re.findall(r"(\.\.)|\[\s*(?:'([^']*)'|\"([^\"]*)\"|(-?\d+)|(\*))\s*\]|\.?(?:(\*)|([\w$-]+))", path[1:])
        self.steps = [self.step(*groups) for groups in found]

    def values(self, message, _):
        nodes = [json.loads(message.text())]
        for step in self.steps:
            nodes = [found for node in nodes for found in self.into(node, step)]
        return [node if isinstance(node, str) else json.dumps(node, separators=(",", ":")) for node in nodes]

    def only(self, message, _):
        return one_of(self.values(message, _), self.path)

    @staticmethod
    def step(descendants, single, double, index, star, other_star, name):
        if descendants or star or other_star:
            return ".." if descendants else "*"
        return int(index) if index else (single or double or name,)

    def into(self, node, step):
        children = list(node.values()) if isinstance(node, dict) else node if isinstance(node, list) else []
        if step == "..":
            return [node] + [found for child in children for found in self.into(child, step)]
        if step == "*":
            return children
        if isinstance(step, int):
            return node[step:][:1] if isinstance(node, list) and -len(node) <= step else []
        return [node[step[0]]] if isinstance(node, dict) and step[0] in node else []


NAME = r"(?:([\w*][\w.-]*):)?([^\W\d][\w.-]*|\*)"
STEP = re.compile(rf"(//?)(?:(text\(\))|(@)?{NAME})((?:\[[^\]]*\])*)")
TARGET = rf"(?:(\.|text\(\))|(@)?{NAME})"
PREDICATE = re.compile(rf"""\[\s*(?:(\d+)|(last\(\))|{TARGET}\s*(?:=\s*(?:"([^"]*)"|'([^']*)'))?)\s*\]""")


class XPath:
    """Steps with names, such as //m:item[2]/@id or //m:item[m:id = "5"]/m:name. *:name is a name in any namespace."""

    def __init__(self, path):
        self.path = path
        inside = re.fullmatch(r"string\((.*)\)", path.strip(), re.S)
        inside = inside[1].strip() if inside else path.strip()
        group = re.fullmatch(r"\((.*)\)\s*\[(\d+)\]", inside, re.S)
        self.position = int(group[2]) if group else None
        self.steps = STEP.findall(group[1] if group else inside)

    def values(self, message, prefixes):
        document, own = message.xml()
        self.prefixes = {**own, **prefixes}
        nodes = [document]
        for slashes, text, attribute, prefix, local, predicates in self.steps:
            parents = self.below(document, nodes) if slashes == "//" else nodes
            matches = self.matcher(prefix, local)
            if text:
                nodes = [found for parent in parents for found in texts_in(parent)]
            elif attribute:
                nodes = [value for parent in parents for name, value in parent.items() if matches(name)]
            else:
                children = [[child for child in parent if matches(child.tag)] for parent in parents]
                found = {id(one) for few in children for one in self.filtered(few, predicates)}
                nodes = [one for one in document.iter() if id(one) in found]
        if self.position is not None:
            nodes = nodes[self.position - 1 :][:1]
        return [node if isinstance(node, str) else string_of(node) for node in nodes]

    def only(self, message, prefixes):
        return one_of(self.values(message, prefixes), self.path)

    def matcher(self, prefix, local):
        if prefix not in ("", "*") and prefix not in self.prefixes:
            raise Problem(f"{self.path}: the prefix {prefix} is unknown.")
        namespace = "" if prefix == "" else self.prefixes.get(prefix)
        anything = prefix == "*" or (prefix == "" and local == "*")

        def matches(name):
            uri, _, own = name[1:].rpartition("}") if name.startswith("{") else ("", "", name)
            return (local == "*" or own == local) and (anything or uri == namespace)

        return matches

    @staticmethod
    def below(document, nodes):
        """The nodes and all elements in them, in the order of the document."""
        if nodes == [document]:
            return list(document.iter())
        found = {id(one) for node in nodes for one in node.iter()}
        return [one for one in document.iter() if id(one) in found]

    def filtered(self, nodes, predicates):
        for position, last, own, attribute, prefix, local, double, single in PREDICATE.findall(predicates):
            if position or last:
                nodes = nodes[-1:] if last else nodes[int(position) - 1 :][:1]
                continue
            matches = self.matcher(prefix, local)
            expected = double or single
            kept = []
            for node in nodes:
                if own:
                    found = [string_of(node)]
                elif attribute:
                    found = [value for name, value in node.items() if matches(name)]
                else:
                    found = [string_of(child) for child in node if matches(child.tag)]
                if expected in found or (not expected and found):
                    kept.append(node)
            nodes = kept
        return nodes


def string_of(element):
    return "".join(element.itertext())


def texts_in(element):
    return [text for text in [element.text, *(child.tail for child in element)] if text]


def one_of(values, what):
    if len(values) != 1:
        raise Problem(f"{what} finds {len(values) or 'nothing'}{' values' if values else ''}.")
    return values[0]


# ---- Checks ----


class Check:
    """Holds if the values of a part compare with a text: status, a header, a path."""

    def __init__(self, text, part, operator="exists", operand="", quoted=False):
        self.text, self.part, self.operator, self.operand, self.quoted = text, part, operator, operand, quoted

    def failure(self, exchange, sending):
        values = self.part.values(exchange.response, sending.request.prefixes)
        if self.holds(values, joined(self.operand, sending)):
            return None
        found = f" (found {values[0]})" if isinstance(self.part, Status) else ""
        return f"expected {self.text}{found}"

    def holds(self, values, expected):
        orders = [order(value, expected, self.quoted) for value in values]
        if self.operator == "contains":
            return any(expected in value for value in values)
        if self.operator in ("exists", "absent"):
            return bool(values) == (self.operator == "exists")
        if self.operator == "count":
            return len(values) == int(expected)
        if self.operator == "=":
            return 0 in orders
        tests = {"!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}
        return bool(orders) and all(one in tests[self.operator] for one in orders)


class Fault:
    """Holds if there is a Fault, one with a code, or one with a value at a path."""

    def __init__(self, text, check=None, operator="=", operand="", quoted=False):
        self.text, self.check = text, check
        self.code = Check(text, None, operator, operand, quoted) if check is None and operand else None

    def failure(self, exchange, sending):
        codes = exchange.response.fault_codes(sending.request.prefixes)
        if codes is None:
            return "expected a Fault"
        if self.code and not self.code.holds(codes, joined(self.code.operand, sending)):
            return f"expected {self.text}"
        return self.check.failure(exchange, sending) if self.check else None


class NoFault:
    def failure(self, exchange, _):
        codes = exchange.response.fault_codes()
        return None if codes is None else f"Fault {codes[0] if codes else ''}".strip()


class Limit:
    """Holds if the time (in milliseconds) or the size (in bytes) compares with a number."""

    def __init__(self, text, what, operator, number):
        self.text, self.what, self.check = text, what, Check(text, None, operator, str(number))

    def failure(self, exchange, _):
        actual = exchange.milliseconds if self.what == "time" else len(exchange.response.body)
        return None if self.check.holds([str(actual)], self.check.operand) else f"expected {self.text}"


def order(value, expected, quoted):
    """-1, 0 or 1: numbers are compared as numbers; in double quotes, character by character."""
    if not quoted:
        value, expected = value.strip(), expected.strip()
        try:
            value, expected = decimal.Decimal(value), decimal.Decimal(expected)
        except decimal.InvalidOperation:
            pass
    return (value > expected) - (value < expected)


def joined(parts, sending):
    """A text, or texts and values."""
    parts = [parts] if isinstance(parts, str) else parts
    return "".join(part if isinstance(part, str) else part(sending) for part in parts)


`;
