"""Games while they are played: the authority over each, what viewers are sent, clocks, bots, records."""
