"""The detector that lets small models vote on each word."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chartveil.detection.model_choice import ModelProfile
from chartveil.detection.models.devices import Device, DeviceName, choose_device
from chartveil.detection.models.encoder import (
    EncodedText,
    TextEncoder,
    TokenWindow,
    cut_windows,
    windows_around,
)
from chartveil.detection.models.float_twin import GAZETTEER_INPUT
from chartveil.detection.models.gazetteer_features import GazetteerFeatures
from chartveil.detection.models.harmless_lines import HarmlessLines, starts_within
from chartveil.detection.models.manifest import (
    EnsembleMember,
    TextNormalisation,
    load_members,
    read_verified_file,
)
from chartveil.detection.models.network import (
    CACHE_BYTES,
    ENSEMBLE_STAGE,
    OnnxNetwork,
    WindowInput,
    WindowRunner,
)
from chartveil.detection.models.voting import (
    NetworkOutput,
    SubwordMap,
    VotedWords,
    cast_votes,
    label_probabilities,
    pooled_probability,
    spans_from_votes,
)
from chartveil.domain.errors import ResourceError, StageError
from chartveil.domain.labels import LABEL_NUMBERS, Label
from chartveil.domain.paths import models_folder
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import Lexicon, bundled_lexicon

_DOUBTFUL_FROM, _DOUBTFUL_TO = 0.005, 0.97
"""Between these the small networks are in doubt about a word (docs/decisions/0034-profiles.md)."""


@dataclass(frozen=True, slots=True)
class _NetworkInput:
    """A text as one network reads it.

    Attributes:
        network: which.
        classes: how many it has.
        encoded: the text's sub-words.
        size: most sub-words in a window.
        windows: those that are run.
    """

    network: OnnxNetwork
    classes: int
    encoded: EncodedText
    size: int
    windows: tuple[TokenWindow, ...]

    def around(self, text: str, words: VotedWords, chosen: NDArray[np.bool_], overlap: int) -> _NetworkInput:
        """The same with windows around these words alone."""
        of_text = np.zeros(1 + (int(words.ends[-1]) if len(words) else 0), np.int64)
        for start, end in zip(words.starts[chosen].tolist(), words.ends[chosen].tolist(), strict=True):
            of_text[start:end] = 1
        before = np.concatenate([[0], np.cumsum(of_text)])
        last = len(before) - 1
        starts, ends = (np.minimum(edge, last) for edge in (self.encoded.starts, self.encoded.ends))
        windows = windows_around(self.encoded, text, before[ends] > before[starts], self.size, overlap)
        return replace(self, windows=tuple(windows))

    def words_unread(self, belonging: SubwordMap) -> NDArray[np.bool_]:
        """For each word whether a sub-word of it was in no window."""
        unread = np.ones((len(self.encoded), 1), np.float32)
        for w in self.windows:
            unread[w.own_start : w.own_end] = 0
        return np.asarray(belonging.likeliest(unread)[:, 0] > 0)


@dataclass(frozen=True, slots=True)
class _SaidOfWords:
    """What one network says of the words of a text.

    Attributes:
        owned: of each sub-word the probability of each class.
        belonging: of the sub-words to the words.
        total: how likely each word is an identifier.
        of_labels: how likely each word bears each label, ``[words, labels]``.
    """

    owned: NDArray[np.float32]
    belonging: SubwordMap
    total: NDArray[np.float32]
    of_labels: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _LoadedModels:
    """What detection needs, once loaded.

    Attributes:
        encoders: by the tokenizer's hash and the way of normalising.
        networks: by ``Member.network_key``.
    """

    device: Device
    engine: WindowRunner
    encoders: dict[tuple[str, TextNormalisation], TextEncoder]
    networks: dict[tuple[object, ...], OnnxNetwork]


class EnsembleDetector:
    """Finds identifiers by the votes of models.

    Models are loaded at the first text, or by :meth:`load`. A copy sent to another process loads its own.

    Args:
        members: in any order; those that are switched off take no part.
        device: as in :func:`choose_device`, or one that was chosen.
        threads: how many windows run beside each other on a CPU: 0, for one a core, in a process that is
            alone; 1 in each of several.
        inclusion: lines that the models need not read.
        cache_bytes: how much each network remembers of what it gave.
        batch: most windows in a run; 0 for what suits the device.
        lexicon: the bundled dictionaries, for members that are told what is known of a word; loaded when it
            is needed and was not given.
        profile: which of the members take part; in ``cascade`` the careful ones read only around
            words that the others are in doubt about.
        weights: of our networks in the agreement, by the name of the file (``Calibration.weights``); each
            counts as much as every other where they name none of ours.

    Raises:
        ResourceError: if no member takes part, or a network of ours has no weight and another has.
    """

    name = ENSEMBLE_STAGE

    def __init__(
        self,
        members: Sequence[EnsembleMember],
        *,
        device: str | Device = DeviceName.AUTO,
        threads: int = 1,
        inclusion: HarmlessLines | None = None,
        cache_bytes: int = CACHE_BYTES,
        batch: int = 0,
        lexicon: Lexicon | None = None,
        profile: ModelProfile = ModelProfile.CAREFUL,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        taking_part = (m for m in members if m.enabled and not (m.careful and profile is ModelProfile.QUICK))
        self.members = tuple(sorted(taking_part, key=lambda m: (m.priority, m.name)))
        if not self.members:
            raise ResourceError(
                "no model takes part in the ensemble.",
                remedy="Switch a member on in the list of models, or leave the ensemble out.",
            )
        self._member_of = {m.run_key: m for m in reversed(self.members)}
        readings = dict.fromkeys(m.run_key for m in self.members)
        self.weights = weights
        self._weight_of = _weights_of_networks(
            list(readings), {m.run_key: m.file.stem for m in self.members if m.bundled}, weights
        )
        """Of each network in the agreement; none for a site's own."""
        quick = {m.run_key for m in self.members if not m.careful}
        self._first = [r in quick for r in readings]
        """Of each network whether it reads all; the others read what these leave in doubt."""
        if profile is not ModelProfile.CASCADE or not any(self._first):
            self._first = [True] * len(readings)
        self._device = device
        self._threads = threads
        self._inclusion = inclusion or HarmlessLines()
        self._cache_bytes = cache_bytes
        self._batch = batch
        self._lexicon = lexicon
        self._loaded: _LoadedModels | None = None
        self._lock = threading.Lock()

    def load(self) -> Device:
        """Checks and loads every model, if that was not done before.

        Returns:
            The device they run on, with the reason why.

        Raises:
            ResourceError: if a model is missing, altered or not of the form that its manifest says.
            InputError: if the device asked for cannot be used.
        """
        return self._load().device

    def close(self) -> None:
        """Unloads the models. The next text loads them again."""
        with self._lock:
            loaded, self._loaded = self._loaded, None
        if loaded is not None:
            loaded.engine.close()

    def detect(self, view: TokenizedText) -> list[Span]:
        """The spans that the members vote for, disjoint; each has a reason from each member that voted on a
        word of it.

        Raises:
            StageError: if a model fails.
            ResourceError, InputError: as :meth:`load`.
        """
        output = view.cached(self)
        return spans_from_votes(view.text, output.words, output.votes)

    def agreement(self, view: TokenizedText, start: int, end: int) -> float:
        """How far our networks agree that a range holds an identifier, in [0, 1]: what its likeliest word has
        (``NetworkOutput.agreement``). Members that read one network the same way count once. A site's own are
        left out, since they may know few labels; 1 where there are none but those.

        Raises:
            StageError, ResourceError, InputError: as :meth:`detect`.
        """
        if not self._weight_of.any():
            return 1.0
        output = view.cached(self)
        return float(output.agreement[output.range_of(start, end)].max(initial=0.0))

    def label_probabilities(self, view: TokenizedText, start: int, end: int) -> dict[Label, float]:
        """How likely a word of a range bears each label: the highest of its words, in [0, 1]; all 0 where
        there are no networks of ours.

        Raises:
            StageError, ResourceError, InputError: as :meth:`detect`.
        """
        output = view.cached(self)
        likeliest = output.labels[output.range_of(start, end)].max(axis=0, initial=0.0)
        return {label: float(likeliest[i]) for label, i in LABEL_NUMBERS.items()}

    def is_bundled(self, member: str) -> bool:
        """Whether the member of this name came with Chartveil."""
        return all(m.bundled for m in self.members if m.name == member)

    def make(self, view: TokenizedText) -> NetworkOutput:
        """What the networks say of a text's words (``TokenizedText.cached``)."""
        loaded = self._load()
        harmless = self._inclusion.ranges(view)
        readings = list(self._encode_for_networks(view, loaded, harmless).items())
        words = VotedWords.of(view.text)
        shares = self._weight_of / (self._weight_of.sum() or 1.0)
        said: list[_SaidOfWords | None] = [None] * len(readings)

        def run(chosen: Sequence[int]) -> None:
            given = self._run(view, loaded, [readings[i][1] for i in chosen])
            for i, owned in zip(chosen, given, strict=True):
                key, reading = readings[i]
                owned[starts_within(reading.encoded.starts, harmless)] = 0
                belonging = SubwordMap.of(words, reading.encoded)
                total, of_labels = label_probabilities(self._member_of[key], belonging, owned)
                said[i] = _SaidOfWords(owned, belonging, total, of_labels)

        run([i for i, first in enumerate(self._first) if first])
        if not all(self._first):
            total = np.zeros(len(words), np.float32)
            of_labels = np.zeros((len(words), len(LABEL_NUMBERS)), np.float32)
            known = [(s, share) for s, share in zip(said, shares, strict=True) if s is not None]
            sum_of_shares = sum(share for _, share in known) or 1.0
            for s, share in known:
                total += s.total * np.float32(share / sum_of_shares)
                of_labels += s.of_labels * np.float32(share / sum_of_shares)
            doubtful = (total > _DOUBTFUL_FROM) & (total < _DOUBTFUL_TO)
            second = [i for i, first in enumerate(self._first) if not first]
            for i in second:
                key, reading = readings[i]
                overlap = self._member_of[key].overlap
                readings[i] = key, reading.around(view.text, words, doubtful, overlap)
            run(second)
            for i in second:
                found = said[i]
                assert found is not None
                unread = readings[i][1].words_unread(found.belonging)
                found.total[unread], found.of_labels[unread] = total[unread], of_labels[unread]
        every = {key: s for (key, _), s in zip(readings, said, strict=True) if s is not None}
        labels = np.zeros((len(words), len(LABEL_NUMBERS)), np.float32)
        for s, share in zip(every.values(), shares, strict=True):
            labels += np.float32(share) * s.of_labels
        votes = tuple(cast_votes(m, every[m.run_key].belonging, every[m.run_key].owned) for m in self.members)
        identifier = np.stack([s.total for s in every.values()])
        return NetworkOutput(
            words, votes, identifier, pooled_probability(identifier, self._weight_of), labels
        )

    def _run(
        self, view: TokenizedText, loaded: _LoadedModels, readings: Sequence[_NetworkInput]
    ) -> list[NDArray[np.float32]]:
        """What networks give for each sub-word of a text, ``[sub-words, classes]``; 0 where unread."""
        wanted = [(r.network, [WindowInput.of(r.encoded, w) for w in r.windows]) for r in readings]
        try:
            results = loaded.engine.run(wanted)
        except StageError as e:
            raise StageError(e.stage, e.reason, view.document.id) from None
        given = []
        for reading, found in zip(readings, results, strict=True):
            owned = np.zeros((len(reading.encoded), reading.classes), np.float32)
            for w, probabilities in zip(reading.windows, found, strict=True):
                part = probabilities[w.own_start - w.start : w.own_end - w.start]
                owned[w.own_start : w.own_end] = part
            given.append(owned)
        return given

    def _encode_for_networks(
        self, view: TokenizedText, loaded: _LoadedModels, harmless: Sequence[tuple[int, int]]
    ) -> dict[tuple[object, ...], _NetworkInput]:
        readings: dict[tuple[object, ...], _NetworkInput] = {}
        encodings: dict[tuple[str, TextNormalisation], EncodedText] = {}
        for m in self.members:
            if m.run_key in readings:
                continue
            kind = (m.tokenizer_sha256, m.normalise)
            if kind not in encodings:
                encodings[kind] = loaded.encoders[kind].encode(view.text)
            encoded = encodings[kind]
            network = loaded.networks[m.network_key]
            known = starts_within(encoded.starts, harmless)
            size = m.window - network.special_count
            windows = tuple(
                w
                for w in cut_windows(encoded, view.text, size, m.overlap)
                if not known[w.own_start : w.own_end].all()
            )
            readings[m.run_key] = _NetworkInput(network, len(m.classes), encoded, size, windows)
        return readings

    def _load(self) -> _LoadedModels:
        with self._lock:
            if self._loaded is None:
                device = self._device if isinstance(self._device, Device) else choose_device(self._device)
                encoders: dict[tuple[str, TextNormalisation], TextEncoder] = {}
                networks: dict[tuple[object, ...], OnnxNetwork] = {}
                words: GazetteerFeatures | None = None
                if any(GAZETTEER_INPUT in m.inputs for m in self.members):
                    words = GazetteerFeatures(self._lexicon or bundled_lexicon())
                for m in self.members:
                    kind = (m.tokenizer_sha256, m.normalise)
                    if kind not in encoders:
                        encoders[kind] = _encoder(m, encoders, words)
                    if m.network_key not in networks:
                        networks[m.network_key] = OnnxNetwork(
                            m, encoders[kind], device, cache_bytes=self._cache_bytes, batch=self._batch
                        )
                self._loaded = _LoadedModels(device, WindowRunner(device, self._threads), encoders, networks)
            return self._loaded

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k not in _NOT_SENT}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _loaded=None, _lexicon=None, _lock=threading.Lock())


_NOT_SENT = frozenset(("_loaded", "_lexicon", "_lock"))
"""Attributes of a detector that are not sent to another process."""


def _weights_of_networks(
    readings: Sequence[tuple[object, ...]],
    ours: Mapping[tuple[object, ...], str],
    given: Mapping[str, float] | None,
) -> NDArray[np.float64]:
    """The weight of each network, of which the sum is 1, also where one that has a weight is switched off.

    Args:
        readings: the networks.
        ours: the names of those that came with Chartveil; others have no weight.
        given: weights by name; equal ones where they name none of ours, as they were fitted for others then.

    Raises:
        ResourceError: if they name some of ours and not all, or all have none.
    """
    if not ours:
        return np.zeros(len(readings))
    names = set(ours.values())
    weights = given if given is not None and names & given.keys() else dict.fromkeys(names, 1.0)
    missing = sorted(names - weights.keys())
    found = np.array([weights.get(ours[r], 0.0) if r in ours else 0.0 for r in readings], np.float64)
    if missing or not found.any():
        raise ResourceError(
            f"there is no weight for {', '.join(missing) or 'any model that takes part'}.",
            where="models/calibration.toml",
            remedy="Install Chartveil anew.",
        )
    return np.asarray(found / found.sum())


def _encoder(
    member: EnsembleMember,
    known: dict[tuple[str, TextNormalisation], TextEncoder],
    words: GazetteerFeatures | None,
) -> TextEncoder:
    """An encoder for a member. Its tokenizer, which is slow to read, is shared with those that are there."""
    title = member.normalise is TextNormalisation.CAPITALS
    for (sha256, _), encoder in known.items():
        if sha256 == member.tokenizer_sha256:
            return encoder.with_title_case(title=title)
    read_verified_file(member, member.tokenizer, member.tokenizer_sha256)
    return TextEncoder.load(member.tokenizer, title_capitals=title, words=words)


def build_ensemble(
    *,
    device: str | Device = DeviceName.AUTO,
    threads: int = 1,
    site_models: Path | None = None,
    lexicon: Lexicon | None = None,
    profile: ModelProfile = ModelProfile.QUICK,
    weights: Mapping[str, float] | None = None,
) -> EnsembleDetector:
    """The ensemble as it is used: our members and the site's, and the harmless lines.

    Nothing is loaded yet.

    Args:
        device: ``auto``, ``cpu``, ``cuda``, ``directml`` or ``coreml``, or one that was chosen.
        threads: see :class:`EnsembleDetector`.
        site_models: folder of the site's own models; it may be missing.
        lexicon: the bundled dictionaries, if they are loaded already.
        profile: which networks read; not ``auto``.
        weights: of our networks in the agreement.

    Raises:
        ResourceError: if a list of models is not valid, no member takes part, or the harmless lines are
            missing or altered.
    """
    members = load_members(models_folder() / "ensemble.toml", site_models)
    inclusion = HarmlessLines.bundled()
    return EnsembleDetector(
        members,
        device=device,
        threads=threads,
        inclusion=inclusion,
        lexicon=lexicon,
        profile=profile,
        weights=weights,
    )
