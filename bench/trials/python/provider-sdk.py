"""Asks the SDK of telephony_a's provider. Reads from standard input, and writes to standard output, one JSON object:

{"callbacks": [{"method", "uri", "params", "nonce", "token"}], "documents": [XML]}
-> {"signatures": [str], "documents": [null or what is wrong]}
"""

import inspect
import json
import re
import sys

from lxml import etree
from plivo import plivoxml
from plivo.utils.signature_v3 import construct_get_url, construct_post_url, get_signature_v3


def sign(callback):
    construct = construct_get_url if callback["method"] == "GET" else construct_post_url
    url = construct(callback["uri"], dict(callback["params"])).decode("utf-8")
    return get_signature_v3(callback["token"].encode("utf-8"), url, callback["nonce"]).decode("ascii")


def value_of(text):
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text


def rebuild(element):
    """The same element made by the SDK's class for it, whose setters check the values."""
    kind = getattr(plivoxml, element.tag + "Element")
    parameters = inspect.signature(kind.__init__).parameters
    given = {}
    for name, value in element.attrib.items():
        snake = re.sub(r"([A-Z])", lambda match: "_" + match.group(1).lower(), name)
        known = [one for one in (snake, name) if one in parameters]
        if not known:
            raise ValueError(f"{element.tag} has no attribute {name}")
        given[known[0]] = value_of(value)
    if "content" in parameters:
        given["content"] = element.text or ""
    made = kind(**given)
    written = made.to_dict() if element.attrib else {}
    for name, value in element.attrib.items():
        if written.get(name) != value:
            raise ValueError(f"{element.tag} {name} is {written.get(name)!r}, not {value!r}")
    for child in element:
        made.add(rebuild(child))
    return made


def check(document):
    try:
        written = rebuild(etree.fromstring(document.encode("utf-8"))).to_string(pretty=False)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    normal = etree.tostring(etree.fromstring(document.encode("utf-8")), method="c14n")
    return None if etree.tostring(etree.fromstring(written), method="c14n") == normal else f"the SDK writes {written}"


asked = json.load(sys.stdin)
json.dump(
    {
        "signatures": [sign(one) for one in asked["callbacks"]],
        "documents": [check(one) for one in asked["documents"]],
    },
    sys.stdout,
)
