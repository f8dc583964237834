import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Fact, Facts } from '../components/facts.tsx';
import { clockTime } from '../components/figures.ts';
import { Link } from '../frame/router.tsx';
import type { AnalysedCall, CallRecord } from '../server/answers.ts';
import { reasonText } from './end-reasons.ts';
import { Participants } from './participants.tsx';
import { sourceNames } from './source-names.ts';

type Disclosure = NonNullable<CallRecord['recording_disclosure']>;

function disclosureText({ evidence, heard_words, total_words, start_seconds, end_seconds }: Disclosure): string {
  const when = `${start_seconds.toFixed(1)} to ${end_seconds.toFixed(1)} s`;
  if (evidence === 'cut_off') return `Cut off: ${heard_words} of ${total_words} words heard, ${when}`;
  return `Heard in full, ${when}, ${evidence === 'acknowledged' ? 'acknowledged by the provider' : 'estimated'}`;
}

const directions = { inbound: 'Inbound', outbound: 'Outbound' } as const;

interface CallFactsProps {
  readonly analysed: AnalysedCall | undefined;
  readonly record: CallRecord | undefined;
  readonly onSaved: (sentence: string) => void;
}

/** The customer's name, which leads to the contact where there is one. */
function customerOf({ analysed, record }: Omit<CallFactsProps, 'onSaved'>): ReactNode {
  const uuid = record?.contact_uuid ?? analysed?.customer.uuid ?? null;
  const name = analysed?.customer.name ?? record?.contact_name;
  return uuid === null ? name : <Link href={`/contacts/${uuid}`}>{name ?? 'Show the contact'}</Link>;
}

/** What is known of a call beside its words. */
export function CallFacts({ analysed, record, onSaved }: CallFactsProps) {
  const engine = record?.latency.turns.find((turn) => turn.brain !== null)?.brain;
  const facts: readonly Fact[] = [
    ['Source', analysed === undefined ? undefined : sourceNames[analysed.source]],
    ['Customer', analysed === undefined ? customerOf({ analysed, record }) : undefined],
    ['Phone', record === undefined ? analysed?.customer.phone : undefined],
    ['Agent', analysed === undefined ? record?.agent_name : undefined],
    ['Direction', analysed?.direction ? directions[analysed.direction] : undefined],
    ...(record === undefined ? uploadFacts(analysed) : recordFacts(record)),
    ['Agent engine', engine],
  ];
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="facts">
      <Title order={2} size="h4" id="facts" mb="sm">
        Details
      </Title>
      {analysed !== undefined && (
        <Participants call={analysed} customer={customerOf({ analysed, record })} onSaved={onSaved} />
      )}
      <Facts facts={facts} />
    </Paper>
  );
}

const uploadFacts = (analysed: AnalysedCall | undefined): readonly Fact[] => [
  ['Length', typeof analysed?.duration === 'number' ? clockTime(analysed.duration * 1000) : undefined],
];

const recordFacts = (record: CallRecord): readonly Fact[] => [
  ['From', record.from_number || 'unknown'],
  ['To', record.to_number || 'unknown'],
  ['Length', record.ended_at === null ? undefined : record.duration_formatted],
  ['Ended', record.ended_at === null ? 'In progress' : reasonText(record.end_reason)],
  [
    'Recording disclosure',
    record.recording_disclosure === null ? undefined : disclosureText(record.recording_disclosure),
  ],
];
