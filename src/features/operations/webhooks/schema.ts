import { z } from 'zod';
import { lineOf, listOfNames, pageQuery, recordOf } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const webhookEvents = ['call.started', 'call.ended', 'call.no_answer', 'call.failed', 'call.transferred'] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

const event = z.enum(webhookEvents, { error: `must be one of ${webhookEvents.join(', ')}` });

export const maxHeaders = 20;
const maxUrlCharacters = 2048;

/** Headers that describe the transfer of the body, or identify this server. */
const ownHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
]);

export const isOwnHeader = (name: string): boolean =>
  ownHeaders.has(name.toLowerCase()) || /^(x-webhook-|proxy-)/i.test(name);

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/** Returns what is wrong with the name of a header; undefined if it is valid. */
function nameTrouble(name: string): string | undefined {
  if (!headerName.test(name)) return 'must be a header name: letters, digits and hyphens, at most 100 characters';
  return isOwnHeader(name) ? 'cannot be set: every delivery has this header' : undefined;
}

const headerValue = z
  .string()
  .max(2048, 'must have at most 2048 characters')
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must not contain line breaks or characters outside Latin-1');

function checkHeaders(all: Readonly<Record<string, string | null>>, context: z.RefinementCtx): void {
  const names = Object.keys(all);
  const wrong = (message: string, path: string[] = []): void => context.addIssue({ code: 'custom', message, path });
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) wrong('must not contain a header twice');
  for (const name of names) {
    const trouble = nameTrouble(name);
    if (trouble !== undefined) wrong(trouble, [name]);
  }
}

const headersForm = { maxProperties: maxHeaders, propertyNames: { type: 'string', pattern: headerName.source } };
const headers = recordOf(z.string(), headerValue, maxHeaders)
  .superRefine(checkHeaders)
  .meta({
    ...headersForm,
    description: 'Added to every delivery. Headers that every delivery has, such as `Content-Type`, cannot be set.',
  });
const headerChanges = recordOf(z.string(), headerValue.nullable(), maxHeaders)
  .superRefine(checkHeaders)
  .meta({ ...headersForm, description: 'Merged into the current headers; `null` removes one.' });

const url = z
  .string()
  .max(maxUrlCharacters, `must have at most ${maxUrlCharacters} characters`)
  .meta({ format: 'uri', examples: ['https://example.com/calls'] });
const events = listOfNames(webhookEvents, { one: 'an event', many: 'events' });

export const newWebhook = z.object({ name: lineOf(120), url, events, headers: headers.default({}) });
export type NewWebhook = z.output<typeof newWebhook>;

export const webhookPatch = z.object({
  name: lineOf(120).optional(),
  url: url.optional(),
  events: events.optional(),
  headers: headerChanges.optional(),
  is_active: z.boolean().optional().meta({ description: 'Events are sent only while this is true.' }),
});
export type WebhookPatch = z.output<typeof webhookPatch>;

export const webhookUuid = z.object({ uuid: z.uuid() });
export const deliveryUuid = z.object({ delivery_uuid: z.uuid() });

export const testRequest = z.object({
  event: event.optional().meta({ description: 'The sample to send. The first event of the webhook by default.' }),
});
export type TestRequest = z.output<typeof testRequest>;

/** Includes the secret, which no other response contains. */
export const madeWebhook = z.object({ uuid: z.uuid(), secret: z.string() });

export const webhook = z.object({
  uuid: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(event),
  headers: z.record(z.string(), z.string()),
  is_active: z.boolean(),
  last_triggered_at: z.string().nullable(),
  created_at: z.string(),
});

export type WebhookAnswer = z.output<typeof webhook>;

export const listQuery = pageQuery;

const page = { total: z.number().int(), limit: z.number().int(), offset: z.number().int() };

export const webhookList = z.object({ webhooks: z.array(webhook), ...page });

/** `response_status` is 0 without a response, and `error_message` empty on success. */
const result = { response_status: z.number().int(), success: z.boolean(), error_message: z.string() };

const attempt = z.object({
  at: z.string(),
  by: z.enum(['event', 'person']).meta({ description: '`person`: somebody asked for a redelivery.' }),
  ...result,
  latency_ms: z.number().int().nullable().meta({ description: 'Null if the server stopped before the response.' }),
});

export const logEntry = z.object({
  uuid: z.uuid(),
  event_type: z.string(),
  ...result,
  created_at: z.string(),
  attempts: z.array(attempt).meta({ description: 'Oldest first.' }),
  can_redeliver: z
    .boolean()
    .meta({ description: 'Whether the delivery failed and its body is kept: for 7 days, while it is in the log.' }),
});
export type LogEntry = z.output<typeof logEntry>;

export const testResult = z.object({
  event_type: z.string(),
  ...result,
  latency_ms: z.number().int(),
  response_body: z.string().meta({ description: 'The first 4 KiB of the response, as UTF-8.' }),
  is_truncated: z.boolean(),
});

export const logList = z.object({ logs: z.array(logEntry), ...page });

nameSchemas({
  Webhook: webhook,
  WebhookList: webhookList,
  NewWebhook: newWebhook,
  CreatedWebhook: madeWebhook,
  WebhookPatch: webhookPatch,
  WebhookTest: testRequest,
  WebhookTestResult: testResult,
  WebhookDelivery: logEntry,
  WebhookDeliveryList: logList,
  WebhookAttempt: attempt,
});
