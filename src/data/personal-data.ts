import type { Tables } from './tables/index.ts';

/**
 * How an erasure treats a table. `key` is the column that identifies the rows of a person:
 * - `contact`, `call`, `persona`, `run`: rows of an erased contact, conversation, or simulated customer made from one,
 *   and its runs, are deleted;
 * - `replaced`: the number is replaced where it is written in `texts`;
 * - `special`: a function of its own, which `how` names;
 * - `reported`: documents of the organisation, whose mentions of the number are counted and unchanged;
 * - `none`: no name, number or words of a person who is called or calls.
 */
export type PersonalData =
  | { readonly kind: 'contact' | 'call' | 'persona' | 'run'; readonly key: string }
  | { readonly kind: 'replaced'; readonly id: string; readonly texts: readonly string[] }
  | { readonly kind: 'reported'; readonly id: string; readonly texts: readonly string[] }
  | { readonly kind: 'special'; readonly how: string }
  | { readonly kind: 'none'; readonly why: string };

const none = (why: string): PersonalData => ({ kind: 'none', why });
const special = (how: string): PersonalData => ({ kind: 'special', how });

const staff = none('accounts of the organisation’s own people');
const settings = none('settings of the organisation or the installation');
const counts = none('sums without names');

/** Every table, so that a new one does not compile until it states what it contains. Deletion follows this order. */
export const personalTables = {
  // Conversations: rows that refer to others come first.
  transcripts: { kind: 'call', key: 'interactionUuid' },
  interactionSegments: { kind: 'call', key: 'interactionUuid' },
  bulkUploadItems: { kind: 'call', key: 'interactionUuid' },
  interactions: { kind: 'call', key: 'uuid' },
  callEvents: { kind: 'call', key: 'callUuid' },
  callUsage: { kind: 'call', key: 'callUuid' },
  transfers: { kind: 'call', key: 'callUuid' },
  listeningSessions: { kind: 'call', key: 'callUuid' },
  calls: { kind: 'call', key: 'uuid' },

  contactTags: { kind: 'contact', key: 'contactUuid' },
  campaignTargets: { kind: 'contact', key: 'contactUuid' },
  contactImportChanges: { kind: 'contact', key: 'contactUuid' },
  customerNumbers: { kind: 'contact', key: 'contactUuid' },
  contacts: { kind: 'contact', key: 'uuid' },

  practiceReviews: { kind: 'run', key: 'runUuid' },
  judgeChecks: { kind: 'run', key: 'runUuid' },
  simulations: { kind: 'run', key: 'runUuid' },
  practiceRuns: { kind: 'run', key: 'uuid' },
  /** A key identifies its subject whatever its kind. */
  versions: { kind: 'persona', key: 'subject' },
  scenarios: { kind: 'persona', key: 'personaUuid' },
  personas: { kind: 'persona', key: 'uuid' },
  practiceWordings: special('all of the organisation are deleted when a persona is: they are made again'),

  suppressions: special('the number becomes its keyed hash, so that it is still refused'),
  webhookDeliveries: special('bodies that mention the person are emptied'),
  jobs: special('jobs of the person are cancelled, and payloads and errors emptied'),
  jobSteps: special('steps of such jobs are deleted'),
  auditEvents: special('the uuids of contacts and calls become keyed hashes; the entries stay'),
  contactImportRefusals: special('rows with the number are deleted'),
  fileReferences: special('released with their holder, after which the store removes the file'),

  contactImports: { kind: 'replaced', id: 'uuid', texts: ['errors', 'error', 'fileName'] },
  bulkUploads: { kind: 'replaced', id: 'uuid', texts: ['errors'] },
  conversations: { kind: 'replaced', id: 'uuid', texts: ['title'] },
  conversationMessages: { kind: 'replaced', id: 'uuid', texts: ['content', 'answer'] },

  kbDocuments: { kind: 'reported', id: 'uuid', texts: ['title', 'fileName'] },
  kbWebsites: none('addresses of websites and when they are read'),
  ocrPages: { kind: 'reported', id: 'documentUuid', texts: ['chunks'] },
  audioTranscripts: { kind: 'reported', id: 'documentUuid', texts: ['fullText'] },
  coachDocuments: { kind: 'reported', id: 'uuid', texts: ['title', 'body'] },
  flowKnowledge: { kind: 'reported', id: 'documentId', texts: ['title', 'text'] },
  audioSentences: none('the sentences of audio_transcripts, which are reported with it'),
  ocrDocuments: none('the company and the year of a document'),
  documentRuns: none('progress of readings'),

  flows: settings,
  voiceAgents: settings,
  voiceAgentNumbers: settings,
  voiceAgentDocuments: settings,
  agentSuites: settings,
  agentProofs: none('verdicts about agents, by the names of scenarios'),
  agentSplits: settings,
  websiteWidgets: settings,
  phones: staff,
  sipTrunks: settings,
  queues: settings,
  queueMembers: settings,
  segments: settings,
  projects: settings,
  projectSegments: settings,
  activeProjects: settings,
  homeCards: settings,
  prices: settings,
  webhooks: settings,
  toolSecrets: settings,
  mcpServers: settings,
  modelConnections: settings,
  extractionFields: settings,
  analysisRouting: settings,
  analysisSettings: settings,
  deploymentSettings: settings,
  sealedSettings: settings,
  pronunciations: settings,
  connectedNumbers: none('the organisation’s own numbers'),
  speakers: none('voices of people who consented to be cloned'),
  speakerSamples: none('clips of such voices'),
  voiceSamples: none('clips of supplied voices'),
  voiceSampleRuns: none('progress of clips'),
  reportSchedules: staff,
  organisations: staff,
  users: staff,
  memberships: staff,
  sessions: staff,
  passwordResets: staff,
  invitations: staff,
  apiKeys: staff,
  agentPhoneNumbers: staff,
  agentTagAssignments: staff,
  agentAvailability: staff,
  reports: counts,
  callCounts: counts,
  callCountChanges: counts,
  callQualityDays: counts,
  conversationNumbers: none('the last number given to a chat'),
  requestCounts: none('digests of clients'),
  loginTries: none('digests of accounts'),
  nodes: none('processes of the installation'),
  streamTickets: none('digests of tokens that live for a minute'),
  erasures: none('keyed hashes'),
  removedUploadKeys: none('keyed hashes'),
  callHolds: { kind: 'call', key: 'callUuid' },
  callDeletions: none('filters by time, campaign, contact and outcome, which are emptied when the deletion is done'),
  retentionSettings: settings,
  retentionRuns: counts,
} as const satisfies Record<keyof Tables, PersonalData>;
