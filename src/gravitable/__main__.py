"""``python -m gravitable`` is the same as ``gravitable``."""

from gravitable.cli import main

if __name__ == "__main__":
    main()
