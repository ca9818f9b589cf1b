"""Figures on public corpora: run with `python -m benchmarks.accuracy --corpora FOLDER`."""


def command(section: str) -> str:
    """The command line that measures a section again."""
    return f"python -m benchmarks.accuracy --corpora FOLDER {section}"


DISCOURSES = "The learned resolvers have learned from other discourses of these kinds."
GUM = "The learned resolvers, and the weights of `sieve` and `rosana`, come from its training part."
DEFAULT = "`auto`, the default, is `hybrid` on these texts."
