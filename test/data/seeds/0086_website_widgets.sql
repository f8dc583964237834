INSERT INTO website_widgets VALUES ('a1', 'o1', 'web_AAAAAAAAAAAAAAAAAAAAAAAA', 1, '["https://www.example.com"]', NULL, 1, 1, 3, 3, 10, 200, 600, '2026-01-01', 2, '2026-01-01T00:00:00.000Z');
