"""How the house is kept: rooms that are no halls, no circles, public functions that say what they do."""

import ast
import re
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

import chartveil

PRODUCT = Path(chartveil.__file__).parent
TESTS = Path(__file__).parent
MOST_MODULES = 20
LEAST_DOCUMENTED = 0.95
_PRIVATE = re.compile(r"\b_[a-zA-Z]\w*")


def test_no_folder_holds_more_than_twenty_modules():
    crowded = {
        str(folder.relative_to(PRODUCT)): count
        for folder, count in Counter(
            p.parent for p in PRODUCT.rglob("*.py") if p.name != "__init__.py"
        ).items()
        if count > MOST_MODULES
    }
    assert not crowded


def test_no_module_imports_itself_by_way_of_others():
    """Imports for type checkers count too: they are circles to a reader."""
    graph = grimp.build_graph("chartveil", cache_dir=None)
    imports = {m: graph.find_modules_directly_imported_by(m) for m in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as e:
        raise AssertionError(" → ".join(reversed(e.args[1]))) from None


def test_public_functions_say_what_they_do():
    public, bare = 0, []
    for path in sorted(PRODUCT.rglob("*.py")):
        for name, node in _public_definitions(ast.parse(path.read_text(encoding="utf-8"))):
            public += 1
            if ast.get_docstring(node) is None:
                bare.append(f"{path.relative_to(PRODUCT)}: {name}")
    share = 1 - len(bare) / public
    assert share >= LEAST_DOCUMENTED, f"{share:.1%} of {public} have a docstring; without:\n" + "\n".join(
        bare
    )


def test_no_test_reads_a_private_name():
    """A test that does would hold back whoever wants to write a thing anew."""
    roots = (PRODUCT, PRODUCT.parent / "chartveil_training")
    texts = (path.read_text(encoding="utf-8") for root in roots for path in root.rglob("*.py"))
    private = {name for text in texts for name in _PRIVATE.findall(text)}
    read = []
    for path in sorted(TESTS.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if private.isdisjoint(_PRIVATE.findall(text)):
            continue
        read += [
            f"{path.relative_to(TESTS)}:{line}: {name}"
            for name, line in _names_read(ast.parse(text))
            if name in private
        ]
    assert not read, "\n".join(read)


def _names_read(tree):
    """Names that a module takes from elsewhere, by import, by a dot or by a string, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass
            case ast.Attribute(attr=name):
                yield name, node.lineno
            case ast.ImportFrom(names=names):
                yield from ((alias.name, node.lineno) for alias in names)
            case ast.Call(
                func=ast.Name(id=by) | ast.Attribute(attr=by), args=[_, ast.Constant(str(name)), *_]
            ):
                if by in ("getattr", "setattr", "delattr"):
                    yield name, node.lineno
            case ast.Call(func=ast.Attribute(attr="setattr" | "delattr"), args=[ast.Constant(str(path)), *_]):
                yield path.rpartition(".")[2], node.lineno


def _public_definitions(module):
    """Public functions and classes of a module, and public methods of its public classes.

    Left out are what overrides a method of a base class outside the program (Qt's names are in camel case,
    ``click``'s commands have their help) and functions within functions.
    """
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node.name, node
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name, node
            for part in node.body:
                if (
                    isinstance(part, ast.FunctionDef)
                    and not part.name.startswith("_")
                    and part.name.islower()
                    and not any(
                        "override" in ast.dump(d) or "setter" in ast.dump(d) for d in part.decorator_list
                    )
                ):
                    yield f"{node.name}.{part.name}", part
