"""What both games share: the game contract, records, chance, errors and notation helpers."""
