"""One hand explained street by street: whose turn it was and why, what was allowed and what done, the settlement."""

from stud_audit.explain.find import Found, Search, find_hands
from stud_audit.explain.story import Story, tell
from stud_audit.explain.text import story_lines

__all__ = ["Found", "Search", "Story", "find_hands", "story_lines", "tell"]
