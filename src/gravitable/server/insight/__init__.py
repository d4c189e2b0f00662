"""Reviews and analyses of finished games, and the processes that think about them."""
