import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import type { Answer } from './ask.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { putInCache } from './put-in-cache.ts';

type Route = paths['/api/calls/figures']['get'];
export type FigureQuery = NonNullable<Route['parameters']['query']>;
export type Figure = Route['responses'][200]['content']['application/json'];

const everyMs = 60_000;

/** A measure of the calls of a period, altogether and split. Groups of one split say nothing in another one. */
export const useFigure = (query: FigureQuery, isWanted = true) =>
  useQuery({
    queryKey: ['figures', query],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/calls/figures', { params: { query }, signal })),
    refetchInterval: everyMs,
    enabled: isWanted,
  });

const cardsAddress = '/api/calls/figures/home';
const cardsKey = ['home-cards'];
type HomeCards = paths[typeof cardsAddress]['get']['responses'][200]['content']['application/json'];
/** A figure that a person put together, shown as a card on Home. */
export type HomeCard = HomeCards['cards'][number];

/** The figures that this person put on Home, in their organisation. */
export const useHomeCards = () =>
  useQuery({ queryKey: cardsKey, queryFn: ({ signal }) => valueFrom(client.GET(cardsAddress, { signal })) });

/** Changes the figures on Home as they are now: another window of this person may have changed them. */
export function useChangeHomeCards() {
  const queries = useQueryClient();
  return async (change: (cards: readonly HomeCard[]) => readonly HomeCard[]): Promise<Answer<HomeCards>> => {
    const now = await answerTo(client.GET(cardsAddress));
    if (!now.ok) return now;
    const answer = await answerTo(client.PUT(cardsAddress, { body: { cards: [...change(now.value.cards)] } }));
    if (answer.ok) putInCache(queries, cardsKey, answer.value);
    return answer;
  };
}
