import { z } from 'zod';
import { pageQuery } from '../../http/page.ts';

const webhookEvents = ['call.started', 'call.ended', 'call.no_answer', 'call.failed', 'call.transferred'] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

const event = z.enum(webhookEvents, { error: `must be one of ${webhookEvents.join(', ')}` });

const maxHeaders = 20;
const maxUrlCharacters = 2048;

/** What says how a body is carried, or what we say of ourselves. */
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

/** What is wrong with the name of a header; undefined when nothing is. */
function nameTrouble(name: string): string | undefined {
  if (!headerName.test(name)) return 'is not the name of a header: letters, digits and hyphens, 100 at most';
  return isOwnHeader(name) ? 'cannot be set: it is what every delivery is sent with' : undefined;
}

const headerValue = z
  .string()
  .max(2048, 'must have 2048 characters at most')
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must hold no line breaks and no characters beyond Latin-1');

const headers = z.record(z.string(), headerValue).superRefine((all, context) => {
  const names = Object.keys(all);
  const wrong = (message: string, path: string[] = []): void => context.addIssue({ code: 'custom', message, path });
  if (names.length > maxHeaders) wrong(`must be ${maxHeaders} at most`);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) wrong('must not name a header twice');
  for (const name of names) {
    const trouble = nameTrouble(name);
    if (trouble !== undefined) wrong(trouble, [name]);
  }
});

export const newWebhook = z.object({
  name: z
    .string()
    .transform((text) => text.trim())
    .pipe(z.string().min(1, 'must not be empty').max(120, 'must have 120 characters at most')),
  url: z.string().max(maxUrlCharacters, `must have ${maxUrlCharacters} characters at most`),
  events: z
    .array(event)
    .min(1, 'must name an event')
    .transform((list) => [...new Set(list)]),
  headers: headers.default({}),
});

export type NewWebhook = z.output<typeof newWebhook>;

export const webhookUuid = z.object({ uuid: z.uuid() });

/** With the secret, which is shown here and never again. */
export const madeWebhook = z.object({ uuid: z.uuid(), secret: z.string() });

const webhook = z.object({
  uuid: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(event),
  headers: z.record(z.string(), z.string()),
  is_active: z.boolean(),
  last_triggered_at: z.string().nullable(),
  created_at: z.string(),
});

webhook.register(z.globalRegistry, { id: 'Webhook' });

export type WebhookAnswer = z.output<typeof webhook>;

export const listQuery = pageQuery;

const page = { total: z.number().int(), limit: z.number().int(), offset: z.number().int() };

export const webhookList = z.object({ webhooks: z.array(webhook), ...page });

const logEntry = z.object({
  event_type: z.string(),
  /** 0 when there was no answer. */
  response_status: z.number().int(),
  success: z.boolean(),
  /** Empty on success. */
  error_message: z.string(),
  created_at: z.string(),
});

export const logList = z.object({ logs: z.array(logEntry), ...page });
