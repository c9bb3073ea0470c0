"""Words inside a name that stand for nobody by themselves: ``van``, ``de la``, ``bin``."""

NAME_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le el al bin bint ibn ben abu ap ter ten y e zu zur st "
    "ste ni nic ui mhic af vd".split()
)
