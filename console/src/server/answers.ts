import type { z } from 'zod';
import type { agentAnswer } from '../../../src/features/agents/agents/schema.ts';
import type { ConnectionJson, credentials } from '../../../src/features/calls/telephony-connections/schema.ts';
import type { documentList } from '../../../src/features/documents/documents/schema.ts';
import type { logList, newWebhook, testResult, webhookList } from '../../../src/features/operations/webhooks/schema.ts';
import type { keyList, scopeList, shownKey } from '../../../src/features/people/api-keys/schema.ts';
import type { auditList } from '../../../src/features/people/audit/schema.ts';
import type { addedMember, memberList } from '../../../src/features/people/members/schema.ts';
import type { paths } from './api.d.ts';

export type { CallRecord, CallSummary, LiveCall } from '../../../src/features/calls/calls/schema.ts';
export type { Health } from '../../../src/features/operations/health/schema.ts';
export type FlowList = paths['/api/voice/flows']['get']['responses'][200]['content']['application/json'];
export type Flow = FlowList['flows'][number];

export type Agent = z.output<typeof agentAnswer>;
export type AgentBody = NonNullable<paths['/api/voice/agents']['post']['requestBody']>['content']['application/json'];

export type Member = z.output<typeof memberList>['members'][number];
/** Includes the link for an admin to pass on where the server sends no mail. */
export type AddedMember = z.output<typeof addedMember>;
export type Role = Member['role'];

export type ApiKey = z.output<typeof keyList>['api_keys'][number];
export type ShownKey = z.output<typeof shownKey>;
export type Scope = ApiKey['scopes'][number];
export type KeyScope = z.output<typeof scopeList>['scopes'][number];

export type StoredDocument = z.output<typeof documentList>['documents'][number];

type Got<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Value } } } };
}
  ? Value
  : never;

export type Website = Got<'/api/kb/documents/{uuid}/website'>;
export type ReadingList = Got<'/api/kb/readings'>;
/** A document or a recording, with its processing result. */
export type Reading = ReadingList['readings'][number];
export type ReadingKind = Reading['kind'];
export type Work = NonNullable<Reading['work']>;
export type ReadPage = Got<'/api/kb/documents/{uuid}/pages'>['pages'][number];
export type PageBlock = ReadPage['blocks'][number];
export type Sentence = Got<'/api/kb/documents/{uuid}/transcript'>['sentences'][number];
export type Message = Got<'/api/kb/conversations/{conversation_id}'>['messages'][number];
export type Quote = NonNullable<Message['answer']>['sources'][number];

export type AnalysedCall = Got<'/api/calls/{id}'>;
export type CallSource = AnalysedCall['source'];
export type Evidence = Got<'/api/calls/{id}/evidence'>;
export type FoundField = Evidence['fields'][number];
export type ValueEdit = NonNullable<Evidence['outcome_edit']>;
/** The character range of a turn that supports a value. */
export type TurnQuote = FoundField['evidence'][number];
export type CallPatch = NonNullable<paths['/api/calls/{id}']['patch']['requestBody']>['content']['application/json'];
export type AnalysedSummary = Got<'/api/calls'>['calls'][number];
export type BulkUpload = Got<'/api/uploads/{upload_id}'>;
export type FieldPreview =
  paths['/api/extraction-fields/preview']['post']['responses'][200]['content']['application/json'];
export type ExtractionField = Got<'/api/extraction-fields'>['fields'][number];

type WaitingList = paths['/api/auth/superadmin/waitlist']['get']['responses'][200]['content']['application/json'];
export type WaitingPerson = WaitingList['results'][number];
export type Connection = ConnectionJson;
export type Credentials = z.input<typeof credentials>;

export type AuditEvent = z.output<typeof auditList>['events'][number];

export type Webhook = z.output<typeof webhookList>['webhooks'][number];
export type NewWebhook = Pick<z.output<typeof newWebhook>, 'name' | 'url' | 'events' | 'headers'>;
export type WebhookPatch = NonNullable<
  paths['/api/voice/webhooks/{uuid}']['patch']['requestBody']
>['content']['application/json'];
export type WebhookTest = z.output<typeof testResult>;
export type WebhookEvent = Webhook['events'][number];
export type DeliveryEntry = z.output<typeof logList>['logs'][number];
