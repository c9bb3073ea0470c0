"""Words of a name that stand for nobody by themselves: particles (``de la``), titles, credentials."""

NAME_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le el al bin bint ibn ben abu ap ter ten y e zu zur st "
    "ste ni nic ui mhic af vd".split()
)
TITLES = frozenset("dr dra mr mrs ms miss prof mx herr frau sra mme rev".split())
CREDENTIALS = frozenset(
    "jr sr ii iii iv md do rn np pa phd ma ms msw lcsw dds dmd dpm od lpn cna bsn msn dnp aprn crna facs "
    "facp faap mph mba pt dpt ot otr rd cma rt cnm psyd edd esq mbbs frcp fnp arnp crnp pharmd".split()
)
