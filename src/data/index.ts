export { type Database, isDiskTrouble, openDatabase } from './database.ts';
export { holdOwnerLock, type OwnerLock } from './owner-lock.ts';
export { forOrganisation, localOrganisation, type OrganisationId, type TenantDatabase } from './tenant.ts';
