"""spyne with wsgiref. Usage: withSpyne.py PORT"""
import sys
from wsgiref.simple_server import make_server

from spyne import Application, Fault, Integer, ServiceBase, rpc
from spyne.protocol.soap import Soap11
from spyne.server.wsgi import WsgiApplication


class Calc(ServiceBase):
    @rpc(Integer, Integer, _returns=Integer)
    def Add(ctx, a, b):
        return a + b

    @rpc(Integer, Integer, _returns=Integer)
    def Divide(ctx, a, b):
        if b == 0:
            raise Fault("Client", "division by zero")
        return a // b


calc = Application([Calc], "urn:calc", in_protocol=Soap11(), out_protocol=Soap11())
make_server("127.0.0.1", int(sys.argv[1]), WsgiApplication(calc)).serve_forever()
