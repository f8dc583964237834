import { useQuery } from '@tanstack/react-query';
import type { components } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

export type Widget = components['schemas']['WebsiteWidget'];
export type WidgetSettings = components['schemas']['WebsiteWidgetSettings'];

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });
const url = '/api/voice/agents/{uuid}/website';

export const useWidget = (uuid: string) =>
  useQuery({
    queryKey: ['agent-website', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET(url, { ...ofUuid(uuid), signal })),
  });
export const putWidget = (uuid: string, body: WidgetSettings) => answerTo(client.PUT(url, { ...ofUuid(uuid), body }));
export const renewWidgetKey = (uuid: string) =>
  answerTo(client.POST('/api/voice/agents/{uuid}/website/key', ofUuid(uuid)));
