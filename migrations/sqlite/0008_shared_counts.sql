-- Twins of the tables by which several nodes count together. One process counts in memory: these stay empty.
CREATE TABLE request_counts (
  -- SHA-256 of who and what.
  name TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  ends_at_ms INTEGER NOT NULL
);
CREATE INDEX request_counts_over ON request_counts (ends_at_ms);

-- When logging in failed, and from where it did not.
CREATE TABLE login_tries (
  -- SHA-256 of an account, an address, or both.
  name TEXT PRIMARY KEY,
  -- Milliseconds since 1970, a list in JSON.
  times TEXT NOT NULL,
  keep_until_ms INTEGER NOT NULL
);
CREATE INDEX login_tries_over ON login_tries (keep_until_ms);
