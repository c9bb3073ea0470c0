"""Two readers of one document: what they disagree on, and what stands in the end."""

from chartveil.gui.second_reader.banner import SecondReaderBanner
from chartveil.gui.second_reader.model import DisagreementRow, Resolution
from chartveil.gui.second_reader.page import DisagreementsPage

__all__ = ["DisagreementRow", "DisagreementsPage", "Resolution", "SecondReaderBanner"]
