ALTER TABLE connected_numbers ADD COLUMN proof TEXT NOT NULL DEFAULT 'pending';
ALTER TABLE connected_numbers ADD COLUMN next_proof_at TEXT NOT NULL DEFAULT '';

CREATE INDEX connected_numbers_by_proof ON connected_numbers (next_proof_at);
