"""spyne with types of all kinds; requests are validated by the schema. Usage: withSpyneOrders.py PORT"""
import sys
from wsgiref.simple_server import make_server

from spyne import (
    AnyUri, Application, Array, Boolean, ByteArray, ComplexModel, Date, DateTime, Decimal, Duration, Enum, Integer,
    ServiceBase, Time, Unicode, UnsignedByte, Uuid, XmlAttribute, rpc,
)
from spyne.protocol.soap import Soap11
from spyne.server.wsgi import WsgiApplication

Color = Enum("red", "green", type_name="Color")


class Session(ComplexModel):
    __namespace__ = "urn:orders"
    token = Unicode(min_len=4, max_len=8, min_occurs=1)


class Item(ComplexModel):
    __namespace__ = "urn:orders:items"
    number = XmlAttribute(Unicode, use="required")
    code = Unicode(pattern="[A-Z]{3}-[0-9]{4}", min_occurs=1)
    color = Color(min_occurs=1)
    price = Decimal(gt=1000, fraction_digits=2, min_occurs=1)
    amount = UnsignedByte(ge=200, min_occurs=1)


class Special(Item):
    __namespace__ = "urn:orders:items"
    reason = Unicode(min_occurs=1)


class Order(ComplexModel):
    __namespace__ = "urn:orders"
    id = Uuid(min_occurs=1)
    day = Date(min_occurs=1)
    at = DateTime(min_occurs=1)
    hour = Time(min_occurs=1)
    within = Duration(min_occurs=1)
    data = ByteArray(min_occurs=1)
    link = AnyUri(min_occurs=1)
    urgent = Boolean(min_occurs=1)
    items = Array(Item, min_occurs=1)
    special = Special.customize(min_occurs=1)


class Orders(ServiceBase):
    __in_header__ = Session

    @rpc(Order, _returns=Integer)
    def Place(ctx, order):
        return len(order.items)

    @rpc(Unicode(min_occurs=2, max_occurs="unbounded"), _returns=Integer)
    def Count(ctx, name):
        return len(name)


orders = Application([Orders], "urn:orders", in_protocol=Soap11(validator="lxml"), out_protocol=Soap11())
make_server("127.0.0.1", int(sys.argv[1]), WsgiApplication(orders)).serve_forever()
