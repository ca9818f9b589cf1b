"""The commands of the workbench: serving it, saving and restoring its database."""

from coindex.core.commands import Command

serve_command = Command(
    "Start the web workbench and the tagging tool.",
    "Annotate",
    "coindex.workbench.commands.serve:run",
    plugins=False,
    rank=0,
    example="coindex serve",
)
backup_command = Command(
    "Save the workbench's database as one file.",
    "Annotate",
    "coindex.workbench.commands.backup:run",
    plugins=False,
    rank=2,
    example="coindex backup monday.jsonl.gz",
)
restore_command = Command(
    "Restore a backup into a new database.",
    "Annotate",
    "coindex.workbench.commands.restore:run",
    plugins=False,
    rank=2,
    example="coindex restore monday.jsonl.gz --database copy.db",
)
