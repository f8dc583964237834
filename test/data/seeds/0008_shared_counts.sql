INSERT INTO request_counts (name, count, ends_at_ms) VALUES ('n1', 3, 1700000000000);
INSERT INTO login_tries (name, times, keep_until_ms) VALUES ('n2', '[1700000000000]', 1700000600000);
