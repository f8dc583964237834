import { Paper, Title } from '@mantine/core';
import type { CallRecord } from '../server/answers.ts';
import styles from './call-facts.module.css';
import { reasonText } from './end-reasons.ts';

type Disclosure = NonNullable<CallRecord['recording_disclosure']>;

function disclosureText({ evidence, heard_words, total_words, start_seconds, end_seconds }: Disclosure): string {
  const when = `${start_seconds.toFixed(1)} to ${end_seconds.toFixed(1)} s`;
  if (evidence === 'cut_off') return `Cut off: ${heard_words} of ${total_words} words heard, ${when}`;
  return `Heard in full, ${when}, ${evidence === 'acknowledged' ? 'acknowledged by the provider' : 'estimated'}`;
}

/** What is known of a call beside its words. */
export function CallFacts({ record }: { readonly record: CallRecord }) {
  const brain = record.latency.turns.find((turn) => turn.brain !== null)?.brain;
  const facts: readonly (readonly [string, string])[] = [
    ['From', record.from_number || 'unknown'],
    ['To', record.to_number || 'unknown'],
    ['Kind', record.call_type],
    ...(record.ended_at === null ? [] : [['Length', record.duration_formatted] as const]),
    ['Ended', record.ended_at === null ? 'In progress' : reasonText(record.end_reason)],
    ...(record.recording_disclosure === null
      ? []
      : [['Recording disclosure', disclosureText(record.recording_disclosure)] as const]),
    ...(brain === undefined || brain === null ? [] : [['Brain', brain] as const]),
  ];
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="facts">
      <Title order={2} size="h4" id="facts" mb="sm">
        Details
      </Title>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="quiet">{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
