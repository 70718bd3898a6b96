"""The client, written from the OpenAPI document: ``python -m paperformer.service.client_writer``."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping
from keyword import iskeyword
from pathlib import Path
from typing import Any

from paperformer.service.app import api_description

TARGET = Path(__file__).parent.parent / "client"
_WIDTH = 100
_NOTE = "Written by ``python -m paperformer.service.client_writer``; a test compares."
_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_JSON, _FORM = "application/json", "multipart/form-data"
Schema = Mapping[str, Any]


def render(api: Schema) -> dict[str, str]:
    """The modules of the client by their names, formatted.

    Args:
        api: The OpenAPI document.
    """
    written = {"models.py": "\n".join(_models(api)), "operations.py": "\n".join(_operations(api))}
    return {name: _formatted(text) for name, text in written.items()}


def main() -> None:
    """Write the modules."""
    for name, text in render(api_description()).items():
        (TARGET / name).write_text(text, encoding="utf-8")


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--line-length", "110", "--isolated", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout


def _models(api: Schema) -> Iterator[str]:
    yield f'"""Bodies of the API. {_NOTE}"""\n'
    yield "from __future__ import annotations\n"
    yield "from dataclasses import dataclass, field"
    yield "from datetime import datetime\nfrom typing import Literal\n"
    yield "from paperformer.client.unset import UNSET, Unset\n"
    patches = set(_patches(api))
    for name, schema in sorted(api["components"]["schemas"].items()):
        yield from _model(name, schema, may_be_unset=name in patches)


def _patches(api: Schema) -> Iterator[str]:
    """The bodies in which a field that is left out means something else than null."""
    for methods in api["paths"].values():
        if "patch" in methods:
            yield _name(methods["patch"]["requestBody"]["content"][_JSON]["schema"])


def _model(name: str, schema: Schema, *, may_be_unset: bool) -> Iterator[str]:
    fields = schema.get("properties", {})
    required = [field for field in fields if field in schema.get("required", ())]
    optional = [field for field in fields if field not in required]
    yield f"\n\n@dataclass(frozen=True, slots=True, kw_only=True)\nclass {name}:"
    described = {field: fields[field].get("description", "") for field in (*required, *optional)}
    yield _docstring(schema.get("description", name), described, 4)
    for field in required:
        yield f"    {field}: {_type(fields[field])}"
    for field in optional:
        kind = _type(fields[field])
        if may_be_unset:
            null = " | None" if kind.endswith(" | None") else ""
            yield f"    {field}: {kind.removesuffix(null)} | Unset{null} = UNSET"
        else:
            yield f"    {field}: {kind} = {_default(fields[field], kind)}"


def _default(schema: Schema, kind: str) -> str:
    if schema.get("default") not in (None, [], {}):
        return repr(schema["default"])
    if kind.endswith("| None"):
        return "None"
    if kind.startswith(("list", "dict")):
        return f"field(default_factory={kind.partition('[')[0]})"
    return repr(schema["default"])


def _operations(api: Schema) -> Iterator[str]:
    names = ", ".join(sorted(_answers(api)))
    yield f'"""Operations of the API. {_NOTE}"""\n'
    yield "from __future__ import annotations\n"
    yield "from collections.abc import Sequence\nfrom datetime import datetime\nfrom typing import Literal\n"
    yield f"from paperformer.client.models import ({names})"
    yield "from paperformer.client.transport import File, Transport, quoted\n\n"
    yield "class Operations(Transport):"
    yield '    """A method for each operation; all raise ``ApiError`` where the service refuses."""\n'
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            yield from _method(path, method.upper(), operation)


def _answers(api: Schema) -> set[str]:
    """The bodies that operations take or give."""
    operations = [operation for methods in api["paths"].values() for operation in methods.values()]
    names_used = [_answer(operation) for operation in operations] + [
        _body(operation) or "" for operation in operations
    ]
    names = {name for text in names_used for name in re.findall(r"\w+", text)}
    return names & set(api["components"]["schemas"])


def _method(path: str, method: str, operation: Schema) -> Iterator[str]:
    form = operation.get("requestBody", {}).get("content", {}).get(_FORM, {}).get("schema", {})
    options = {name: form_field for name, form_field in form.get("properties", {}).items() if name != "file"}
    parameters = [
        parameter for parameter in operation.get("parameters", ()) if parameter["name"] not in options
    ]
    if _JSON in _good(operation):  # of an answer that has other formats too, the client takes JSON
        parameters = [parameter for parameter in parameters if parameter["name"] != "format"]
    in_path = [parameter for parameter in parameters if parameter["in"] == "path"]
    others = [parameter for parameter in parameters if parameter["in"] != "path"]
    body = _body(operation)
    taken = ["self", *(f"{_argument(parameter)}: {_type(parameter['schema'])}" for parameter in in_path)]
    taken += [f"body: {body}"] if body else []
    taken += ["files: Sequence[File]"] if form else []
    named = [
        _keyword(parameter["schema"], _argument(parameter), required=parameter["required"])
        for parameter in others
    ]
    named += [_keyword(schema, name, required=False) for name, schema in options.items()]
    taken += ["*", *named] if named else []
    described = {_argument(parameter): parameter.get("description", "") for parameter in in_path}
    described |= {"body": "What to send."} if body else {}
    described |= {"files": "Each becomes a document."} if form else {}
    described |= {_argument(parameter): parameter.get("description", "") for parameter in others}
    described |= {name: schema["description"] for name, schema in options.items()}
    answer = _answer(operation)
    yield f"    def {operation['operationId']}({', '.join(taken)}) -> {answer}:"
    yield _docstring(operation["description"], described, 8)
    yield f"        {'' if answer == 'None' else f'answer: {answer} = '}self.call("
    yield f"            {method!r}, {_path(path, in_path)}, {answer},"
    for place, keyword in (("query", "query"), ("header", "headers")):
        some = [
            f"{parameter['name']!r}: {_argument(parameter)}"
            for parameter in others
            if parameter["in"] == place
        ]
        yield f"            {keyword}={{{', '.join(some)}}}," if some else ""
    yield "            body=body," if body else ""
    form_fields = ", ".join(f"{name!r}: {name}" for name in options)
    yield f"            form=(files, {{{form_fields}}})," if form else ""
    yield "        )\n" + ("" if answer == "None" else "        return answer\n")


def _keyword(schema: Schema, name: str, *, required: bool) -> str:
    kind = _type(schema).removesuffix(" | None")
    return f"{name}: {kind}" if required else f"{name}: {kind} | None = None"


def _argument(parameter: Schema) -> str:
    name = str(parameter["name"]).replace("-", "_").lower()
    return f"{name}_" if iskeyword(name) else name


def _path(path: str, parameters: list[Schema]) -> str:
    text = path
    for parameter in parameters:
        text = text.replace(f"{{{parameter['name']}}}", f"{{quoted({_argument(parameter)})}}")
    return f"f{text!r}" if parameters else repr(text)


def _good(operation: Schema) -> Schema:
    """What the first answer without an error may contain, by its type."""
    status = min(status for status in operation["responses"] if status.startswith("2"))
    content: Schema = operation["responses"][status].get("content") or {}
    return content


def _answer(operation: Schema) -> str:
    content = _good(operation)
    if _JSON in content:
        return _type(content[_JSON]["schema"])
    return "bytes" if content else "None"


def _body(operation: Schema) -> str | None:
    content = operation.get("requestBody", {}).get("content", {})
    return _type(content[_JSON]["schema"]) if _JSON in content else None


def _type(schema: Schema) -> str:
    """The Python type of a schema."""
    if "$ref" in schema:
        return _name(schema)
    some = schema.get("anyOf") or schema.get("oneOf")
    if some:
        return " | ".join(dict.fromkeys(_type(schema) for schema in some))
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return f"Literal[{', '.join(map(repr, values))}]"
    if schema.get("type") == "array":
        return f"list[{_type(schema.get('items', {}))}]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties") or next(
            iter(schema.get("patternProperties", {}).values()), {}
        )
        return f"dict[str, {_type(values) if isinstance(values, Mapping) else 'Any'}]"
    if schema.get("format") == "date-time":
        return "datetime"
    return _PLAIN.get(str(schema.get("type")), "Any")


def _name(schema: Schema) -> str:
    return str(schema["$ref"]).rsplit("/", 1)[-1]


def _docstring(text: str, described: Mapping[str, str], indent: int) -> str:
    """A docstring in the style of this project, at an indentation."""
    margin = " " * indent
    first, *rest = re.sub(r"`+", "``", text).strip().split("\n\n")
    lines = textwrap.wrap(first, _WIDTH - indent) or [""]
    for paragraph in rest:
        lines += ["", *textwrap.wrap(paragraph, _WIDTH - indent)]
    if described:
        lines += ["", "Args:"]
        for name, meaning in described.items():
            plain = re.sub(r"`+", "``", meaning)
            lines += textwrap.wrap(
                f"{name}: {plain}", _WIDTH - indent, initial_indent="    ", subsequent_indent="        "
            )
    body = "\n".join(f"{margin}{line}" if line else "" for line in lines).strip()
    closing = f"\n{margin}" if len(lines) > 1 else ""
    return f'{margin}"""{body}{closing}"""\n'


if __name__ == "__main__":
    main()
