export { type Database, isDiskTrouble, openDatabase } from './database.ts';
export { forOrganisation, localOrganisation, type OrganisationId, type TenantDatabase } from './tenant.ts';
