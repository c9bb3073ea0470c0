"""How the house is kept: rooms that are no halls, no circles, public functions that say what they do."""

import ast
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

import chartveil

PRODUCT = Path(chartveil.__file__).parent
MOST_MODULES = 20
LEAST_DOCUMENTED = 0.95


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
