import type { z } from 'zod';
import type { agent } from '../../../src/features/agents/schema.ts';
import type { keyList, shownKey } from '../../../src/features/api-keys/schema.ts';
import type { auditList } from '../../../src/features/audit/schema.ts';
import type { documentList } from '../../../src/features/documents/schema.ts';
import type { flowList } from '../../../src/features/flows/schema.ts';
import type { memberList } from '../../../src/features/members/schema.ts';
import type { connection, credentials } from '../../../src/features/telephony-connections/schema.ts';
import type { logList, newWebhook, webhookList } from '../../../src/features/webhooks/schema.ts';
import type { paths } from './api.d.ts';

export type { CallRecord, CallSummary } from '../../../src/features/calls/schema.ts';
export type { Health } from '../../../src/features/health/schema.ts';
export type FlowList = z.output<typeof flowList>;
export type Flow = FlowList['flows'][number];

export type Agent = z.output<typeof agent>;
export type AgentBody = NonNullable<paths['/api/voice/agents']['post']['requestBody']>['content']['application/json'];

export type Member = z.output<typeof memberList>['members'][number];
export type Role = Member['role'];

export type ApiKey = z.output<typeof keyList>['api_keys'][number];
export type ShownKey = z.output<typeof shownKey>;
export type Scope = ApiKey['scopes'][number];

export type StoredDocument = z.output<typeof documentList>['documents'][number];

type WaitingList = paths['/api/auth/superadmin/waitlist']['get']['responses'][200]['content']['application/json'];
export type WaitingPerson = WaitingList['results'][number];
export type Connection = z.output<typeof connection>;
export type Credentials = z.input<typeof credentials>;

export type AuditEvent = z.output<typeof auditList>['events'][number];

export type Webhook = z.output<typeof webhookList>['webhooks'][number];
export type NewWebhook = Pick<z.output<typeof newWebhook>, 'name' | 'url' | 'events'>;
export type WebhookEvent = Webhook['events'][number];
export type DeliveryEntry = z.output<typeof logList>['logs'][number];
