/** What other wings use of this one. */
export type { Sight } from './call-stats/call-filter.ts';
export { seenBy } from './call-stats/visibility-store.ts';
export { type OnSpoken, personOf, type SpokenCall } from './calls/call-over.ts';
export type { CallRow } from './calls/call-rows.ts';
export { type Channel, channelOf, channels, websiteLine, websiteLines, writtenLine } from './calls/channels.ts';
