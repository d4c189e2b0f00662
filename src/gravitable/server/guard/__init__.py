"""What a stranger may cost: sessions, budgets, limits of connections and requests."""
