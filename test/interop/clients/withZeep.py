"""zeep calls operations of a WSDL. Usage: python3 withZeep.py TASK, as in clients.mjs"""
import json
import sys

import zeep

task = json.loads(sys.argv[1])
client = zeep.Client(task["wsdl"])
results = []
for call in task["calls"]:
    try:
        operation = client.bind(call["service"], call["port"])[call["operation"]]
        given = call["values"] if call.get("bare") is None else {}
        result = operation(*([] if call.get("bare") is None else [call["bare"]]), **given)
        results.append({"result": zeep.helpers.serialize_object(result, dict)})
    except Exception as error:
        results.append({"error": repr(error)})
print(json.dumps(results, default=str))
