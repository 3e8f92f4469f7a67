"""pysimplesoap with http.server. Usage: withPySimpleSoap.py PORT"""
import sys
from http.server import HTTPServer

from pysimplesoap.server import SOAPHandler, SoapDispatcher


def add(a, b):
    return a + b


def divide(a, b):
    return a // b


calc = SoapDispatcher("calc", location="http://localhost/", action="urn:calc", namespace="urn:calc", prefix="c")
for name, function in {"Add": add, "Divide": divide}.items():
    calc.register_function(name, function, returns={"result": int}, args={"a": int, "b": int})
server = HTTPServer(("127.0.0.1", int(sys.argv[1])), SOAPHandler)
server.dispatcher = calc
server.serve_forever()
