/** The beginning of `exact_http.py`: the values of slots. */
export const pythonValues = String.raw`"""Sends requests byte for byte with Locust, and checks the responses. Needs only Python and Locust.

Written by soaphttp. locustfile.py says which requests are sent; nothing in this file depends on them.

Environment variables for TLS:
  SOAPHTTP_CERT, SOAPHTTP_KEY, SOAPHTTP_PASSPHRASE   client certificate and its key (PEM)
  SOAPHTTP_CA          certificate authorities (PEM) to trust in addition to those of the system
  SOAPHTTP_INSECURE=1  don't verify the service's certificate
"""

import calendar
import datetime
import decimal
import email
import functools
import gzip
import io
import itertools
import json
import os
import random
import re
import select
import socket
import ssl
import time
import uuid
import zlib
from urllib.parse import urlsplit
from xml.etree import ElementTree

import locust.runners
from locust import User

# Debian's Locust has an empty version, with which its master rejects all workers.
locust.runners.__version__ = locust.runners.__version__ or "unknown"

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Problem(Exception):
    """Why a request isn't sent, or why its response isn't a success."""


# ---- Values: functions of a sending that return a text ----


def content_length(_):
    """The number of bytes of the body; see Request.message."""
    raise AssertionError


def guid():
    return lambda _: str(uuid.uuid4())


def random_int(least, end):
    return lambda _: str(random.randrange(least, end))


def timestamp(count=0, unit="s"):
    return lambda _: str(int(moment(count, unit).timestamp()))


def date_time(form, count=0, unit="s"):
    return lambda _: formatted(moment(count, unit), form)


def entry(of, name, missing):
    def value(sending):
        entries = of(sending)
        if name not in entries:
            raise Problem(missing)
        return entries[name]

    return value


def environment(name):
    """A secret, which is in no file."""
    return entry(lambda _: os.environ, name, f"The environment variable {name} isn't set.")


def column(name):
    """A column of the row that the request is sent with."""
    return entry(lambda sending: sending.row, name, f"The row has no column {name}.")


def variable(name):
    """A variable that a response has set."""
    return entry(lambda sending: sending.user.variables, name, f"The variable {name} isn't set yet.")


def response_of(request, part):
    """A part of the last response of another request."""
    return lambda sending: part.only(sending.user.exchange(request).response, request.prefixes)


def request_of(request, part):
    """A part of another request, as it was sent last."""
    return lambda sending: part.only(sending.user.exchange(request).request, request.prefixes)


def moment(count, unit):
    """The time in UTC, moved by a number of units."""
    now = datetime.datetime.now(datetime.timezone.utc)
    if unit in ("y", "M"):
        months = now.year * 12 + now.month - 1 + count * (12 if unit == "y" else 1)
        year, month = divmod(months, 12)
        day = min(now.day, calendar.monthrange(year, month + 1)[1])
        return now.replace(year=year, month=month + 1, day=day)
    names = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes", "s": "seconds", "ms": "milliseconds"}
    return now + datetime.timedelta(**{names[unit]: count})


MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split()


def formatted(at, form):
    """A time in a format of Day.js, always in English."""
    day = (at.weekday() + 1) % 7
    hour = at.hour % 12 or 12
    tokens = {
        **numbers(YYYY=at.year, YY=at.year % 100, MM=at.month, DD=at.day),
        **numbers(HH=at.hour, hh=hour, mm=at.minute, ss=at.second),
        **{"M": str(at.month), "D": str(at.day), "d": str(day), "H": str(at.hour), "h": str(hour)},
        **{"m": str(at.minute), "s": str(at.second), "SSS": f"{at.microsecond // 1000:03}"},
        **{"MMMM": MONTHS[at.month - 1], "MMM": MONTHS[at.month - 1][:3]},
        **{"dddd": DAYS[day], "ddd": DAYS[day][:3], "dd": DAYS[day][:2]},
        **{"A": "AM" if at.hour < 12 else "PM", "a": "am" if at.hour < 12 else "pm", "ZZ": "+0000", "Z": "+00:00"},
    }
    pattern = r"\[([^\]]+)\]|" + "|".join(sorted(tokens, key=len, reverse=True))
    return re.sub(pattern, lambda match: tokens.get(match[0], match[1]), form)


def numbers(**tokens):
    return {token: str(number).zfill(len(token)) for token, number in tokens.items()}


`;
