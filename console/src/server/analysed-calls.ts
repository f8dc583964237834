import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnalysedCall, CallPatch } from './answers.ts';
import { RequestError } from './ask.ts';
import { answerTo, client, valueFrom } from './client.ts';

const againEveryMs = 2000;
const ofId = (id: number) => ({ params: { path: { id: `${id}` } } });
const isBeingAnalysed = ({ status }: Pick<AnalysedCall, 'status'>): boolean =>
  status === 'pending' || status === 'transcribing' || status === 'awaiting_recording';

/** Null if the call is not analysed: a live call has no analysis. `isAwaited`: the analysis is about to begin. */
export const useAnalysedCall = (uuid: string, isAwaited: boolean) =>
  useQuery({
    queryKey: ['analysed-call', uuid],
    queryFn: async ({ signal }) => {
      const path = { params: { path: { uuid } }, signal };
      const answer = await answerTo(client.GET('/api/v1/sales/calls/{uuid}', path));
      if (answer.ok) return answer.value;
      if (answer.status === 404 || answer.status === 400) return null;
      throw new RequestError(answer.detail, answer.status);
    },
    refetchInterval: ({ state: { data } }) =>
      (data ? isBeingAnalysed(data) : data === null && isAwaited) ? againEveryMs : false,
  });

export const useEvidence = (call: AnalysedCall | null | undefined) =>
  useQuery({
    queryKey: ['evidence', call?.id, call?.status],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/calls/{id}/evidence', { ...ofId(call?.id as number), signal })),
    enabled: call !== null && call !== undefined,
  });

/** Functions that change a call and update its page. */
export function useCallChange(call: Pick<AnalysedCall, 'id' | 'uuid'>) {
  const queries = useQueryClient();
  const again = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['analysed-call', call.uuid] }),
      queries.invalidateQueries({ queryKey: ['evidence', call.id] }),
    ]);
  };
  return {
    async change(body: CallPatch) {
      const answer = await answerTo(client.PATCH('/api/calls/{id}', { ...ofId(call.id), body }));
      if (answer.ok) await again();
      return answer;
    },
    /** Names the agent among the speakers. Analysis then runs again. */
    async nameSpeakers(agent: 'customer' | 'speaker_1' | 'speaker_2') {
      const answer = await answerTo(client.PUT('/api/calls/{id}/speakers', { ...ofId(call.id), body: { agent } }));
      if (answer.ok) await again();
      return answer;
    },
    async retry() {
      const answer = await answerTo(client.POST('/api/calls/{id}/retry', ofId(call.id)));
      await again();
      return answer;
    },
  };
}

/** Returns a new recording URL; null if there is none. */
export const freshAnalysedUrl = async (uuid: string): Promise<string | null> => {
  const answer = await answerTo(client.GET('/api/v1/sales/calls/{uuid}', { params: { path: { uuid } } }));
  return answer.ok ? answer.value.recording_url : null;
};
