"""Where everything is kept: the database, its form, the log of every game, backups."""
