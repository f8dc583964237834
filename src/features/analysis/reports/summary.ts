import type { Whole } from '../dashboard/index.ts';

/** A sentence and its number. */
export interface Sentence {
  readonly text: string;
  readonly metric: string;
  readonly value: number;
}

const percent = (value: number, of: number): string => `${Number(((100 * value) / of).toFixed(1))}%`;
const grouped = (count: number): string => count.toLocaleString('en');
const calls = (count: number): string => (count === 1 ? '1 call' : `${grouped(count)} calls`);
/** Returns "2 min 50 s". */
const minutes = (seconds: number): string =>
  `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`;

/** Summarises a report in sentences. `before` is the number of calls in the preceding period of the same length. */
export function summaryOf({ stats, funnel, leaderboard, takenOver }: Whole, before: number): Sentence[] {
  const sentences: (Sentence | false)[] = [
    {
      text: `The period has ${calls(stats.calls_total)}: ${grouped(stats.calls_inbound)} inbound, ${grouped(stats.calls_outbound)} outbound and ${grouped(stats.calls_uploaded)} uploaded.`,
      metric: 'calls_total',
      value: stats.calls_total,
    },
    changeOf(stats.calls_total, before),
    stats.calls_total > 0 && {
      text: `${calls(stats.picked_up)} (${percent(stats.picked_up, stats.calls_total)}) ${stats.picked_up === 1 ? 'was' : 'were'} picked up and lasted ${minutes(stats.avg_duration_seconds)} on average.`,
      metric: 'picked_up',
      value: stats.picked_up,
    },
    funnel.with_outcome > 0 && {
      text: `${grouped(funnel.successful)} of ${calls(funnel.with_outcome)} with an analysed outcome (${percent(funnel.successful, funnel.with_outcome)}) ended successfully.`,
      metric: 'successful',
      value: funnel.successful,
    },
    stats.outcome_unsure > 0 && {
      text: `In ${calls(stats.outcome_unsure)} the words show no clear outcome. They count as no success.`,
      metric: 'outcome_unsure',
      value: stats.outcome_unsure,
    },
    mostFrequent(stats.outcome_breakdown),
    sentimentOf(stats.sentiment_breakdown),
    busiest(leaderboard),
    takenOver > 0 && {
      text: `In ${calls(takenOver)} a supervisor took over from the agent. The supervisor's words count in no score.`,
      metric: 'taken_over',
      value: takenOver,
    },
  ];
  return sentences.filter((sentence) => sentence !== false);
}

function changeOf(now: number, before: number): Sentence | false {
  if (now === 0 && before === 0) return false;
  const change = now - before;
  const compared =
    change === 0
      ? `That is as many as the ${grouped(before)} of the period before.`
      : `That is ${grouped(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} (${percent(Math.abs(change), before)}) than the ${grouped(before)} of the period before.`;
  const text = before === 0 ? `That is ${grouped(change)} more: the period before had no calls.` : compared;
  return { text, metric: 'calls_total_change', value: change };
}

function mostFrequent(outcomes: Readonly<Record<string, number>>): Sentence | false {
  const [most] = Object.entries(outcomes).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (most === undefined) return false;
  const [outcome, value] = most;
  return {
    text: `The most frequent outcome is ${outcome.replaceAll(/[_-]/g, ' ')}, with ${calls(value)}.`,
    metric: 'outcome_breakdown',
    value,
  };
}

function sentimentOf({
  positive = 0,
  neutral = 0,
  negative = 0,
}: Whole['stats']['sentiment_breakdown']): Sentence | false {
  const all = positive + neutral + negative;
  if (all === 0) return false;
  return {
    text: `${positive} of ${calls(all)} with a sentiment (${percent(positive, all)}) ${positive === 1 ? 'was' : 'were'} positive and ${negative} negative.`,
    metric: 'positive',
    value: positive,
  };
}

function busiest({ ai_agents, human_agents }: Whole['leaderboard']): Sentence | false {
  const [most] = [...ai_agents, ...human_agents].sort((a, b) => b.calls_total - a.calls_total);
  if (most === undefined) return false;
  return {
    text: `${most.agent_name} handled the most calls, ${most.calls_total}.`,
    metric: 'agent_calls_total',
    value: most.calls_total,
  };
}
