/** What other wings use of this one. */
export { type CallingHours, isOpen, nextOpen } from './campaigns/calling-hours.ts';
export { hoursOf, zoneOfRow, zoneTrouble } from './campaigns/campaign-hours.ts';
export { type DialerConfig, flowConfig } from './campaigns/definition-schema.ts';
export { agentPlanOf, type Flow, type Flows, type RanWith, voicemailPlanOf } from './campaigns/definition-service.ts';
export { type AnsweringFlow, type FlowRow, type FlowStore, plainFlow } from './campaigns/definition-store.ts';
export { phoneKey } from './campaigns/phone-key.ts';
export type { Audiences } from './campaigns/ports.ts';
export { unknownCampaign } from './campaigns/routes.ts';
export { campaignUuid, type NewCampaignBody, newCampaign } from './campaigns/schema.ts';
export type { Campaigns } from './campaigns/service.ts';
export { refusalTexts, type Sight, searchedFor } from './contacts/contact-change.ts';
export type { HashNumber, NumberHashes } from './contacts/number-hash-store.ts';
export type { OptOuts } from './contacts/opt-out-store.ts';
export { placeholdersOf } from './contacts/placeholders.ts';
export { contactSorts } from './contacts/schema.ts';
export type { Contacts, Viewer } from './contacts/service.ts';
export type { ContactStore } from './contacts/store.ts';
