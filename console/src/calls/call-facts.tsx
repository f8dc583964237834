import { Badge, Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Fact, Facts } from '../components/facts.tsx';
import { clockTime } from '../components/figures.ts';
import { Link } from '../frame/router.tsx';
import type { AnalysedCall, CallRecord, CallSource } from '../server/answers.ts';
import { reasonText } from './end-reasons.ts';

type Disclosure = NonNullable<CallRecord['recording_disclosure']>;

function disclosureText({ evidence, heard_words, total_words, start_seconds, end_seconds }: Disclosure): string {
  const when = `${start_seconds.toFixed(1)} to ${end_seconds.toFixed(1)} s`;
  if (evidence === 'cut_off') return `Cut off: ${heard_words} of ${total_words} words heard, ${when}`;
  return `Heard in full, ${when}, ${evidence === 'acknowledged' ? 'acknowledged by the provider' : 'estimated'}`;
}

const sourceNames: Readonly<Record<CallSource, string>> = {
  call: 'Phone call',
  test: 'Test call',
  upload: 'Upload',
  practice: 'Practice call',
  simulation: 'Simulation',
};

const directions = { inbound: 'Inbound', outbound: 'Outbound' } as const;

interface CallFactsProps {
  readonly analysed: AnalysedCall | undefined;
  readonly record: CallRecord | undefined;
}

/** The customer's name, which leads to the contact where there is one. */
function customerOf({ analysed, record }: CallFactsProps): ReactNode {
  const uuid = record?.contact_uuid ?? analysed?.customer.uuid ?? null;
  const name = analysed?.customer.name ?? record?.contact_name;
  return uuid === null ? name : <Link href={`/contacts/${uuid}`}>{name ?? 'Show the contact'}</Link>;
}

/** What is known of a call beside its words. */
export function CallFacts({ analysed, record }: CallFactsProps) {
  const engine = record?.latency.turns.find((turn) => turn.brain !== null)?.brain;
  const facts: readonly Fact[] = [
    ['Source', analysed === undefined ? undefined : sourceNames[analysed.source]],
    ['Customer', customerOf({ analysed, record })],
    ['Phone', record === undefined ? analysed?.customer.phone : undefined],
    ['Agent', analysed?.agent.name ?? record?.agent_name],
    ['Direction', analysed?.direction ? directions[analysed.direction] : undefined],
    ...(record === undefined ? uploadFacts(analysed) : recordFacts(record)),
    ['Agent engine', engine],
  ];
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="facts">
      <Title order={2} size="h4" id="facts" mb="sm">
        Details
      </Title>
      <Facts facts={facts} />
      {analysed !== undefined && analysed.segments.length > 0 && (
        <Group gap={6} mt="sm">
          {analysed.segments.map(({ uuid, name }) => (
            <Badge key={uuid} variant="light" color="gray" tt="none">
              {name}
            </Badge>
          ))}
        </Group>
      )}
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
