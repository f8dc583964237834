-- Requests of a caller to a route in the minute that its first one began. Lost in a crash of the server, which forgives
-- a minute, and in return never waited for.
CREATE UNLOGGED TABLE request_counts (
  -- SHA-256 of who and what.
  name TEXT COLLATE "C" PRIMARY KEY,
  count BIGINT NOT NULL,
  ends_at_ms BIGINT NOT NULL
);
CREATE INDEX request_counts_over ON request_counts (ends_at_ms);

-- When logging in failed, and from where it did not.
CREATE TABLE login_tries (
  -- SHA-256 of an account, an address, or both.
  name TEXT COLLATE "C" PRIMARY KEY,
  -- Milliseconds since 1970, a list in JSON.
  times TEXT COLLATE "C" NOT NULL,
  keep_until_ms BIGINT NOT NULL
);
CREATE INDEX login_tries_over ON login_tries (keep_until_ms);
