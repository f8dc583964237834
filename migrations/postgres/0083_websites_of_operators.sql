-- The operator adds documents and websites without an organisation of its own. A website ends with its document.
ALTER TABLE kb_websites DROP CONSTRAINT kb_websites_organisation_id_fkey;
