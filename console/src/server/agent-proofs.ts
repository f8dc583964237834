import { useQuery } from '@tanstack/react-query';
import type { components, paths } from './api.d.ts';
import { RequestError } from './ask.ts';
import { answerTo, client, valueFrom } from './client.ts';

export type Suite = components['schemas']['AgentSuite'];
export type SuiteBody = NonNullable<
  paths['/api/voice/agents/{uuid}/suite']['put']['requestBody']
>['content']['application/json'];
export type Proof = components['schemas']['AgentProof'];
export type ProofResult = NonNullable<Proof['result']>;

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });
const everyMs = 1500;

/** The suite of an agent; null if it has none. */
export const useSuite = (uuid: string) =>
  useQuery({
    queryKey: ['agent-suite', uuid],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/voice/agents/{uuid}/suite', { ...ofUuid(uuid), signal })).catch(nullIfMissing),
  });
export const saveSuite = (uuid: string, body: SuiteBody) =>
  answerTo(client.PUT('/api/voice/agents/{uuid}/suite', { ...ofUuid(uuid), body }));
export const removeSuite = (uuid: string) => answerTo(client.DELETE('/api/voice/agents/{uuid}/suite', ofUuid(uuid)));

/** The latest proof of an agent; null if it has none. Polled while it is in progress. */
export const useLatestProof = (uuid: string) =>
  useQuery({
    queryKey: ['agent-proof', uuid],
    queryFn: async ({ signal }) => {
      const params = { path: { uuid }, query: { limit: 1, offset: 0 } };
      const { proofs } = await valueFrom(client.GET('/api/voice/agents/{uuid}/proofs', { params, signal }));
      return proofs[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data != null && state.data.finished_at === null ? everyMs : false),
  });
/** Starts a proof of the draft. */
export const startProof = (uuid: string) =>
  answerTo(client.POST('/api/voice/agents/{uuid}/proofs', { ...ofUuid(uuid), body: {} }));

export function nullIfMissing(error: unknown): null {
  if (error instanceof RequestError && error.status === 404) return null;
  throw error;
}
