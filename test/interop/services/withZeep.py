"""Verifies and signs messages with zeep.

withZeep.py verify CERTIFICATE MESSAGE          prints the local names of the signed elements, or "SignatureVerificationFailed"
withZeep.py sign CLASS KEY CERTIFICATE WSDL METHOD DIGEST RESULT
"""
import sys
from datetime import datetime, timedelta, timezone

import xmlsec
from lxml import etree
from zeep import Client, ns
from zeep.exceptions import SignatureVerificationFailed
from zeep.wsse import signature, utils
from zeep.wsse.compose import Compose
from zeep.wsse.username import UsernameToken


def verify(certificate, message):
    envelope = etree.parse(message).getroot()
    try:
        signature.verify_envelope(envelope, certificate)
    except SignatureVerificationFailed:
        return print("SignatureVerificationFailed")
    for reference in envelope.iter("{%s}Reference" % ns.DS):
        signed = envelope.xpath("//*[@wsu:Id=$id]", id=reference.get("URI")[1:], namespaces={"wsu": ns.WSU})
        print(etree.QName(signed[0]).localname)


def sign(kind, key, certificate, wsdl, method, digest, result):
    now = datetime.now(timezone.utc).replace(microsecond=0)
    timestamp = utils.WSU.Timestamp()
    for name, time in ("Created", now), ("Expires", now + timedelta(minutes=5)):
        timestamp.append(utils.WSU(name, time.strftime("%Y-%m-%dT%H:%M:%SZ")))
    methods = [getattr(xmlsec.Transform, name) for name in (method, digest)]
    signed = getattr(signature, kind)(key, certificate, None, *methods)
    client = Client(wsdl, wsse=Compose([UsernameToken("ann", "secret", timestamp_token=timestamp), signed]))
    message = client.create_message(client.service, "Add", a=1, b=2)
    etree.ElementTree(message).write(result, encoding="utf-8", xml_declaration=True)


{"verify": verify, "sign": sign}[sys.argv[1]](*sys.argv[2:])
