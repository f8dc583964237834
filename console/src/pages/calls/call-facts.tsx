import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import type { AnalysedCall, CallRecord } from '../../server/answers.ts';
import { reasonText } from '../../shared/calls/end-reasons.ts';
import { failureText } from '../../shared/calls/model-failures.ts';
import { sourceOf } from '../../shared/calls/source-names.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { type Fact, Facts } from '../../shared/page/facts.tsx';
import { clockTime } from '../../shared/page/figures.ts';
import { plain } from '../../shared/statistics/numbers.ts';
import { lineFacts, OneWayAudio } from './line-facts.tsx';
import { Participants } from './participants.tsx';

type Disclosure = NonNullable<CallRecord['recording_disclosure']>;

function disclosureText({ evidence, heard_words, total_words, start_seconds, end_seconds }: Disclosure): string {
  const when = t('{start_seconds} to {end_seconds} s', {
    start_seconds: start_seconds.toFixed(1),
    end_seconds: end_seconds.toFixed(1),
  });
  if (evidence === 'cut_off')
    return t('Cut off: {heard_words} of {total_words} words heard, {when}', { heard_words, total_words, when });
  return t('Heard in full, {when}, {value}', {
    when,
    value: evidence === 'acknowledged' ? t('acknowledged by the provider') : t('estimated'),
  });
}

const engineNames: Readonly<Record<string, string>> = { embedded: t('Embedded engine'), openai: t('Language model') };

const directions = { inbound: t('Inbound'), outbound: t('Outbound') } as const;

interface CallFactsProps {
  readonly analysed: AnalysedCall | undefined;
  readonly record: CallRecord | undefined;
  readonly onSaved: (sentence: string) => void;
}

/** The customer's name, linked to the contact if there is one. */
function customerOf({ analysed, record }: Omit<CallFactsProps, 'onSaved'>): ReactNode {
  const uuid = record?.contact_uuid ?? analysed?.customer.uuid ?? null;
  const name = analysed?.customer.name ?? record?.contact_name;
  return uuid === null ? name : <Link href={`/contacts/${uuid}`}>{name ?? t('Show the contact')}</Link>;
}

/** The facts of a call other than its transcript. */
export function CallFacts({ analysed, record, onSaved }: CallFactsProps) {
  const engine = record?.latency.turns.find((turn) => turn.brain !== null)?.brain;
  const facts: readonly Fact[] = [
    [t('Source'), analysed === undefined ? undefined : sourceOf(analysed)],
    [t('Customer'), analysed === undefined ? customerOf({ analysed, record }) : undefined],
    [t('Phone'), record === undefined ? analysed?.customer.phone : undefined],
    [t('Agent'), analysed === undefined ? record?.agent_name : undefined],
    [t('Direction'), analysed?.direction ? directions[analysed.direction] : undefined],
    [t('Agent version'), record?.agent_version?.toString()],
    [t('Campaign version'), record?.campaign_version?.toString()],
    ...(record === undefined ? uploadFacts(analysed) : recordFacts(record)),
    ...lineFacts(record?.line ?? null),
    [t('Agent engine'), engine === undefined || engine === null ? undefined : (engineNames[engine] ?? engine)],
    ...modelFacts(record?.usage ?? null),
  ];
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="facts">
      <Title order={2} size="h4" id="facts" mb="sm">
        {t('Details')}
      </Title>
      {analysed !== undefined && (
        <Participants call={analysed} customer={customerOf({ analysed, record })} onSaved={onSaved} />
      )}
      <OneWayAudio line={record?.line ?? null} />
      <Facts facts={facts} />
    </Paper>
  );
}

/** Which language models answered, why others did not, and what they cost. */
function modelFacts(usage: CallRecord['usage']): readonly Fact[] {
  if (usage === null) return [];
  const { turns, discarded, prompt_tokens: prompt, completion_tokens: completion } = usage;
  const spoken = turns.filter((turn) => !turn.discarded);
  const names = [...new Set(spoken.flatMap(({ answered_by: name }) => name ?? []))];
  const failed = spoken.filter(({ failure }) => failure !== null);
  const example = failed.find(({ refusal }) => refusal !== null) ?? failed[0];
  const reason = example === undefined ? undefined : failureText(example);
  const wasted = discarded.prompt_tokens + discarded.completion_tokens;
  return [
    [t('Language model'), names.length === 0 ? undefined : names.join(', ')],
    [
      t('Failed turns'),
      failed.length === 0
        ? undefined
        : t('{failed} of {turns}: {reason}', { failed: failed.length, turns: spoken.length, reason: reason ?? '' }),
    ],
    [
      t('Tokens'),
      t('{prompt} read, {completion} written, {wasted} discarded', {
        prompt: plain(prompt),
        completion: plain(completion),
        wasted: plain(wasted),
      }),
    ],
  ];
}

const uploadFacts = (analysed: AnalysedCall | undefined): readonly Fact[] => [
  [t('Length'), typeof analysed?.duration === 'number' ? clockTime(analysed.duration * 1000) : undefined],
];

type Answerer = NonNullable<CallRecord['answered_by']>;

const answererNames = {
  none: { human: t('A person'), machine: t('A voicemail'), unknown: t('Unknown') },
  call_screening: {
    human: t('Call screening, then a person'),
    machine: t('Call screening, then a voicemail'),
    unknown: t('Call screening'),
  },
  menu: {
    human: t('A telephone menu, then a person'),
    machine: t('A telephone menu, then a voicemail'),
    unknown: t('A telephone menu'),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Answerer, string>>>>;

/** Who answered an outbound call, with the robot that answered before them. */
const answererOf = ({ first_answered_by: robot, answered_by: answerer }: CallRecord): string | undefined =>
  answerer === null && robot === null ? undefined : answererNames[robot ?? 'none'][answerer ?? 'unknown'];

const recordFacts = (record: CallRecord): readonly Fact[] => [
  [t('From'), record.from_number === 'browser' ? t('The browser') : record.from_number || t('A withheld number')],
  [t('To'), record.to_number || t('Unknown')],
  [t('Answered by'), answererOf(record)],
  [t('Length'), record.ended_at === null ? undefined : record.duration_formatted],
  [t('Ended'), record.ended_at === null ? t('In progress') : reasonText(record.end_reason)],
  [
    t('Recording disclosure'),
    record.recording_disclosure === null ? undefined : disclosureText(record.recording_disclosure),
  ],
];
