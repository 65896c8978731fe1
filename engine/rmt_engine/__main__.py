"""`python -m rmt_engine` is the `rmt` command."""

from rmt_engine.cli import main

if __name__ == "__main__":
    main()
