import { useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

type Listed = paths['/api/voice/sip-trunks']['get']['responses'][200]['content']['application/json'];
export type Trunk = Listed['trunks'][number];
export type TrunkBody = NonNullable<
  paths['/api/voice/sip-trunks']['post']['requestBody']
>['content']['application/json'];

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

/** A registration changes on its own. */
const refreshMs = 5000;

/** Only admins read trunks. */
export const useTrunks = () =>
  useQuery({
    queryKey: ['sip-trunks'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/sip-trunks', { signal })),
    refetchInterval: refreshMs,
  });

export const addTrunk = (body: TrunkBody) => answerTo(client.POST('/api/voice/sip-trunks', { body }));
export const changeTrunk = (uuid: string, body: TrunkBody) =>
  answerTo(client.PATCH('/api/voice/sip-trunks/{uuid}', { ...ofUuid(uuid), body }));
export const removeTrunk = (uuid: string) => answerTo(client.DELETE('/api/voice/sip-trunks/{uuid}', ofUuid(uuid)));
