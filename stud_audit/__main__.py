"""`python -m stud_audit`."""

from stud_audit.cli import main

if __name__ == "__main__":
    main()
