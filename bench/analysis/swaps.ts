import { agentOddsOf, roleDifference, roleFeatures } from '../../src/analysis/roles.ts';
import { sureOfSwap } from '../../src/features/analysis/call-analysis/hearing.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';
import type { Share } from './fields.ts';
import { fitLogistic } from './logistic.ts';

/** Measures how many conversations with swapped sides are detected, and how many correct ones are flagged. */
export function measureSwaps(talks: readonly Transcript[]): { readonly found: Share; readonly falseAlarms: Share } {
  const odds = talks.map((talk) => agentOddsOf(talk, ['agent', 'customer'], {}));
  const count = (holds: (value: number) => boolean): Share => ({ right: odds.filter(holds).length, of: odds.length });
  return { found: count((value) => value > sureOfSwap), falseAlarms: count((value) => value < -sureOfSwap) };
}

/**
 * Fits the weights of `role-model.json` to the differences between the two sides in both orders, so the intercept is
 * zero.
 */
export function fitRoles(talks: readonly { readonly id: string; readonly transcript: Transcript }[]) {
  const examples = talks.flatMap(({ id, transcript }) => {
    const said = (side: string): string[] =>
      transcript.filter(({ speaker }) => speaker === side).map(({ text }) => text);
    const features = roleDifference(said('agent'), said('customer'));
    return [
      { id, features, isPositive: true },
      { id, features: features.map((value) => -value), isPositive: false },
    ];
  });
  const { weights } = fitLogistic(examples, 3);
  return Object.fromEntries(roleFeatures.map((name, index) => [name, Number((weights[index] ?? 0).toFixed(3))]));
}
