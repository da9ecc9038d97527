"""Lets Schemathesis chain its requests: what an answer named stands in the requests after it.

Links alone follow an id from the call that made it; here it is remembered, with its parents, for every
path, query and body that takes one. One request in twenty keeps what was made up. `SUCCESSES` names the
file that the number of requests and of successes is written to.
"""

import atexit
import collections
import json
import os
import random

import schemathesis

chance = random.Random(1)
# What is known to be at a path: the values of its parameters.
known = collections.defaultdict(list)
statuses = collections.Counter()
# The paths whose last part is a parameter, by the path before it.
below = {}


def names(path):
    return [part[1:-1] for part in path.split("/") if part.startswith("{")]


def remember(collection, parents, item):
    path = below.get(collection)
    if path is None or not isinstance(item, dict):
        return
    last = names(path)[-1]
    value = item.get(last, item.get("id"))
    found = {**parents, last: value}
    if isinstance(value, str) and found not in known[path]:
        known[path].append(found)


def forget(operation, parameters):
    for path, found in known.items():
        if operation.startswith(path):
            own = {name: parameters.get(name) for name in names(path)}
            if own in found:
                found.remove(own)


def put_known(fields):
    """Names of books, counsel and rules in a query or a body, as they are known."""
    books = known["/admin/frameworks/{framework_id}/rules/{use_case_id}"]
    counsel = known["/admin/counsel/{id}"]
    if "framework_id" in fields and books:
        book = chance.choice(books)
        fields["framework_id"] = book["framework_id"]
        if "rule_use_case_ids" in fields:
            fields["rule_use_case_ids"] = [book["use_case_id"]]
        if "use_case_ids" in fields:
            fields["use_case_ids"] = [book["use_case_id"]]
    if "framework_ids" in fields and books:
        fields["framework_ids"] = [chance.choice(books)["framework_id"]]
    if "counsel_id" in fields and counsel:
        fields["counsel_id"] = chance.choice(counsel)["id"]
    if "counsel_ids" in fields and len(counsel) > 1:
        fields["counsel_ids"] = [one["id"] for one in chance.sample(counsel, 2)]
    fields.pop("cursor", None)


@schemathesis.hook
def after_load_schema(context, schema):
    for path in schema.raw_schema["paths"]:
        if path.endswith("}"):
            below.setdefault(path.rsplit("/", 1)[0], path)


@schemathesis.hook
def before_call(context, case, kwargs):
    if chance.random() < 0.05:
        return
    path = case.operation.path
    places = [place for place in known if path.startswith(place) and known[place]]
    if places and case.path_parameters:
        case.path_parameters.update(chance.choice(known[max(places, key=len)]))
    for fields in (case.query, case.body):
        if isinstance(fields, dict):
            put_known(fields)


@schemathesis.hook
def after_call(context, case, response):
    statuses[response.status_code] += 1
    parameters = dict(case.path_parameters or {})
    path = case.operation.path
    if response.status_code in (404, 410) or case.method == "DELETE":
        forget(path, parameters)
    if not 200 <= response.status_code < 300:
        return
    try:
        body = response.json()
    except ValueError:
        return
    if path.endswith("}"):
        remember(path.rsplit("/", 1)[0], parameters, {names(path)[-1]: parameters.get(names(path)[-1])})
    if isinstance(body, dict):
        for item in body.get("items", [body] if case.method == "POST" else []):
            remember(path, parameters, item)


@atexit.register
def report():
    succeeded = sum(n for status, n in statuses.items() if 200 <= status < 400)
    counts = {str(status): n for status, n in sorted(statuses.items())}
    with open(os.environ["SUCCESSES"], "w") as file:
        json.dump({"requests": sum(statuses.values()), "succeeded": succeeded, "statuses": counts}, file)
