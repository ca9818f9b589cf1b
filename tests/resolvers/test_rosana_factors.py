"""ROSANA's factor table."""

from __future__ import annotations

import pytest

from coindex.resolvers.rosana.evidence import EVIDENCE
from coindex.resolvers.rosana.factors import table


@pytest.mark.parametrize("factor", sorted(set(table("default").weights) - set(EVIDENCE)))
def test_every_factor_can_be_switched_off(factor: str) -> None:
    circumstances = [
        (role, parallel, ahead, 2, 30, True, True)
        for role in ("EEP", "SUP", "PGP", "DOP", "IOP", "APP")
        for parallel in (False, True)
        for ahead in (False, True)
    ]

    def counted(without: tuple[str, ...]) -> set[str]:
        plans = table("default", without, (("WDM", 25),)).plans.values()
        return {
            name
            for plan in plans
            for each in circumstances
            for name, value in plan[each].factors
            if value
        }

    assert factor in counted(())
    assert counted((factor,)) == counted(()) - {factor}
