import { useQuery } from '@tanstack/react-query';
import type { NewWebhook, WebhookEvent, WebhookPatch } from './answers.ts';
import { answerTo, client, valueFrom } from './client.ts';

const one = (uuid: string) => ({ params: { path: { uuid } } });

export const makeWebhook = (body: NewWebhook) => answerTo(client.POST('/api/voice/webhooks', { body }));
export const changeWebhook = (uuid: string, body: WebhookPatch) =>
  answerTo(client.PATCH('/api/voice/webhooks/{uuid}', { ...one(uuid), body }));
/** Sends a sample event. Returns the receiver's response. */
export const testWebhook = (uuid: string, event: WebhookEvent) =>
  answerTo(client.POST('/api/voice/webhooks/{uuid}/test', { ...one(uuid), body: { event } }));
export const redeliver = (uuid: string) =>
  answerTo(
    client.POST('/api/voice/webhooks/deliveries/{delivery_uuid}/redeliver', {
      params: { path: { delivery_uuid: uuid } },
    }),
  );
export const deleteWebhook = (uuid: string) => answerTo(client.DELETE('/api/voice/webhooks/{uuid}', one(uuid)));

export const useWebhooks = () =>
  useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/webhooks', { signal })),
  });

/** The latest deliveries, newest first. */
export const useDeliveries = (uuid: string) =>
  useQuery({
    queryKey: ['webhooks', uuid, 'logs'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/webhooks/{uuid}/logs', { ...one(uuid), signal })),
  });
