import type { UsedModels } from '../../../../media/ports.ts';
import { type ReplyUsage, replyUsageOf, usageTotalOf } from '../../../llm/index.ts';
import type { RunUsage } from './schema.ts';

/** Returns what the agent's language models were asked in a run; null if none was. */
export function runUsageOf(used: readonly UsedModels[]): RunUsage | null {
  const replies = used
    .filter(({ models }) => models.length > 0)
    .map((each) => ({ ...replyUsageOf(each), discarded: each.discarded }));
  if (replies.length === 0) return null;
  const begun = replies.filter(({ discarded }) => !discarded);
  return { ...usageTotalOf(replies), answered: answeredIn(begun), failures: failuresIn(begun) };
}

/** Replies of each model, most first. */
function answeredIn(replies: readonly ReplyUsage[]): RunUsage['answered'] {
  const counts = new Map<string | null, number>();
  for (const { answered_by: name } of replies) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, replies: count })).sort((a, b) => b.replies - a.replies);
}

function failuresIn(replies: readonly ReplyUsage[]): RunUsage['failures'] {
  const failures = new Map<string, RunUsage['failures'][number]>();
  for (const { failure, refusal } of replies)
    if (failure !== null) {
      const earlier = failures.get(failure);
      failures.set(failure, {
        failure,
        refusal: refusal ?? earlier?.refusal ?? null,
        replies: (earlier?.replies ?? 0) + 1,
      });
    }
  return [...failures.values()];
}
