INSERT INTO home_cards VALUES ('o1', 'u1', '[{"id":"c1","measure":"calls","split":"time","window":"7d","chart":"columns","campaign":"","agent":"","direction":""}]', '2026-01-01T00:00:00.000Z');
