UPDATE transfers SET provider_request_id = 'r1', provider_call_id = 'p1', joined_at = '2026-01-01T00:00:08.000Z';
