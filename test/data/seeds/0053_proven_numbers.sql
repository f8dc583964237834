UPDATE connected_numbers SET proof = 'proven', next_proof_at = '2026-01-02T00:00:00.000Z' WHERE organisation_id = 'o1';
