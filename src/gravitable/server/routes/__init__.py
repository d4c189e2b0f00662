"""The REST interface, one file per subject."""
