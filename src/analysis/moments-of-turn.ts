import type { ReadTurn } from './conversation.ts';
import { type Moment, momentsIn } from './moments.ts';
import type { Facts } from './types.ts';

const cache = new WeakMap<ReadTurn, { readonly facts: Facts; readonly moments: readonly Moment[] }>();

/** Returns `momentsIn` a turn, which takes most of the time of an analysis: all fields of a conversation share it. */
export function momentsOf(turn: ReadTurn, facts: Facts): readonly Moment[] {
  const before = cache.get(turn);
  if (before?.facts === facts) return before.moments;
  const moments = momentsIn(turn.text, facts);
  cache.set(turn, { facts, moments });
  return moments;
}
