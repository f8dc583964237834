export { allSettled } from './all-settled.ts';
export { checkAnswers } from './answers.ts';
export { dataBeside } from './beside.ts';
export { createCountCache, reuseLarge } from './count-cache.ts';
export { type Channels, type Database, type Queries, rememberedMs } from './database.ts';
export { joined } from './joined.ts';
export { currentNames, type Migration, readMigrations } from './migrations.ts';
export { postgres } from './on-demand.ts';
export { openDatabase } from './open-database.ts';
export { against, along, byName, contains, containsExactly, type Orders, orderBy, type SortedPage } from './order.ts';
export { localOrganisation, type OrganisationId } from './organisation.ts';
export { holdFileLock, type OwnerLock } from './owner-lock.ts';
export { personalTables } from './personal-data.ts';
export type { Loader, PortableTable, PortableValue, Snapshot } from './portable.ts';
export { openSqliteLoader, sqliteVerdict } from './sqlite/snapshot.ts';
export { splitEnds } from './tables/agents.ts';
export { type CallOutcome, type CallStatus, callOutcomes, callStatuses, openCallStatuses } from './tables/calls.ts';
export { targetStatuses } from './tables/campaigns.ts';
export {
  difficulties,
  endedReasons,
  lineQualities,
  runClocks,
  runErrorCodes,
  runStatuses,
  runVerdicts,
  targetKinds,
} from './tables/coaching.ts';
export type { TimeWindow } from './tables/flows.ts';
export type { Tables } from './tables/index.ts';
export { countedSources, isUploaded, uploadedSources } from './tables/interactions.ts';
export { type CallPart, callParts } from './tables/prices.ts';
export { versionKinds } from './tables/versions.ts';
export { bind, columnsBut, forOrganisation, type TenantDatabase, type TenantQueries } from './tenant.ts';
export { isDatabaseAway, isDiskFull, isDiskTrouble } from './trouble.ts';
export { unlessAway } from './unless-away.ts';
