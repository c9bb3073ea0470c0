"""Two readers of one document: what they disagree on, and what stands in the end."""

from chartveil.gui.second_reader.banner import SecondReaderBanner
from chartveil.gui.second_reader.model import Dispute, Verdict
from chartveil.gui.second_reader.page import SecondReaderPage

__all__ = ["Dispute", "SecondReaderBanner", "SecondReaderPage", "Verdict"]
