"""suds calls operations of a WSDL. Usage: python3 withSuds.py TASK, as in clients.mjs"""
import json
import sys

from suds.client import Client

task = json.loads(sys.argv[1])
client = Client(task["wsdl"], cache=None)
results = []
for call in task["calls"]:
    try:
        operation = getattr(client.service[call["port"]], call["operation"])
        result = operation(**call["values"]) if call.get("bare") is None else operation(call["bare"])
        results.append({"result": str(result)})
    except Exception as error:
        results.append({"error": repr(error)})
print(json.dumps(results))
