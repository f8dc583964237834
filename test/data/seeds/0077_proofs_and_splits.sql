UPDATE practice_runs SET agent_version = 1, proof_uuid = 'p1';
INSERT INTO agent_suites VALUES ('a1', 'o1', '["s1"]', 3, 'text', 80, '2026-01-01T00:00:00.000Z');
INSERT INTO agent_proofs VALUES ('p1', 'o1', 'a1', 'u1', 1, 2, '{"scenarios":[],"repeats":3,"mode":"text"}', NULL, '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO agent_splits VALUES ('s1', 'o1', 'a1', 'u1', 1, 2, 10, 'key', '2026-01-01T00:00:00.000Z', NULL, NULL);
