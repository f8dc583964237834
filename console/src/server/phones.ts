import { useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

type Listed = paths['/api/voice/phones']['get']['responses'][200]['content']['application/json'];
export type Phone = Listed['phones'][number];
export type PhoneServer = Listed['server'];
export type PhoneWithPassword = paths['/api/voice/phones']['post']['responses'][201]['content']['application/json'];
type PhoneBody = NonNullable<paths['/api/voice/phones']['post']['requestBody']>['content']['application/json'];

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

/** Phones register and leave on their own. */
const refreshMs = 5000;

export const usePhones = () =>
  useQuery({
    queryKey: ['phones'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/phones', { signal })),
    refetchInterval: refreshMs,
  });

export const addPhone = (body: PhoneBody) => answerTo(client.POST('/api/voice/phones', { body }));
export const changePhone = (uuid: string, body: PhoneBody) =>
  answerTo(client.PATCH('/api/voice/phones/{uuid}', { ...ofUuid(uuid), body }));
export const removePhone = (uuid: string) => answerTo(client.DELETE('/api/voice/phones/{uuid}', ofUuid(uuid)));
export const renewPassword = (uuid: string) => answerTo(client.POST('/api/voice/phones/{uuid}/password', ofUuid(uuid)));
