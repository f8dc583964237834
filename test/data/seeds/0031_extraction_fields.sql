INSERT INTO extraction_fields (key, name, group_name, field_type, options, description, required, is_active, position) VALUES
  ('budget', 'Budget', 'needs', 'number', '[]', '', 0, 1, 4);
