-- The time zone in which the days of an organisation begin; null is the server's.
ALTER TABLE organisations ADD COLUMN timezone TEXT;
