"""The WebSocket, who follows what, and news between processes."""
