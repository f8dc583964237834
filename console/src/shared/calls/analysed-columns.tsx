import { Badge, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { AnalysedSummary } from '../../server/answers.ts';
import type { DataColumn } from '../data-table/column.ts';
import type { ExportedColumn } from '../data-table/export-button.tsx';
import { clockTime } from '../page/figures.ts';
import { reasonText } from './end-reasons.ts';
import { CallLink, costColumn, Direction, directionText, latencyColumn, turnsColumn } from './shared-columns.tsx';
import { sourceOf } from './source-names.ts';
import { outcomeName } from './value-text.ts';

export const statusNames = {
  pending: t('Queued'),
  awaiting_recording: t('Waiting for the recording'),
  transcribing: t('Transcribing'),
  completed: t('Analysed'),
  failed: t('Failed'),
} as const;

const statusColors = {
  pending: 'gray',
  awaiting_recording: 'gray',
  transcribing: 'blue',
  completed: 'teal',
  failed: 'red',
} as const;

/** State of a call's analysis. */
export const StatusBadge = ({ status }: Pick<AnalysedSummary, 'status'>) => (
  <Badge variant="light" color={statusColors[status]} c="var(--mantine-color-text)" tt="none" miw="max-content">
    {statusNames[status]}
  </Badge>
);

export const sentimentNames = { positive: t('Positive'), neutral: t('Neutral'), negative: t('Negative') } as const;

const lengthOf = ({ duration }: AnalysedSummary): string => (duration === null ? '' : clockTime(duration * 1000));
const personOf = ({ customer: { name, phone } }: AnalysedSummary): string => name ?? phone ?? '';

const called: DataColumn<AnalysedSummary> = {
  key: 'called',
  name: t('Called'),
  isFixed: true,
  render: (call) => <CallLink uuid={call.uuid} at={call.called_at} more={[personOf(call), lengthOf(call)]} />,
  text: ({ called_at: at }) => at.replace('T', ' ').replace(/(\.\d+)?Z$/, ''),
  exportName: t('Called (UTC)'),
  sortedAs: 'called_at',
};

const customer: DataColumn<AnalysedSummary> = {
  key: 'customer',
  name: t('Customer'),
  from: 'sm',
  render: ({ customer: { name, phone } }) => (
    <>
      {name ?? phone ?? <span className="quiet">{t('Unknown')}</span>}
      {name !== null && phone !== null && (
        <Text size="xs" className="quiet figures">
          {phone}
        </Text>
      )}
    </>
  ),
  text: ({ customer: { name } }) => name ?? '',
};

const source: DataColumn<AnalysedSummary> = {
  key: 'source',
  name: t('Source'),
  from: 'md',
  render: sourceOf,
  text: sourceOf,
};

const direction: DataColumn<AnalysedSummary> = {
  key: 'direction',
  name: t('Direction'),
  from: 'lg',
  render: ({ direction: kind }) => (kind === null ? '' : <Direction name={kind} />),
  text: ({ direction: kind }) => (kind === null ? '' : directionText(kind)),
};

const agent: DataColumn<AnalysedSummary> = {
  key: 'agent',
  name: t('Agent'),
  from: 'md',
  render: (call) => call.agent.name,
  text: (call) => call.agent.name ?? '',
};

const length: DataColumn<AnalysedSummary> = {
  key: 'length',
  name: t('Length'),
  from: 'md',
  isNumber: true,
  render: lengthOf,
  text: ({ duration }) => `${duration ?? ''}`,
  exportName: t('Length (seconds)'),
  sortedAs: 'duration',
};

const outcome: DataColumn<AnalysedSummary> = {
  key: 'outcome',
  name: t('Outcome'),
  render: ({ outcome: found, end_reason: reason }) => (
    <>
      {found !== null && outcomeName(found)}
      {reason !== null && (
        <Text size="xs" className="quiet">
          {reasonText(reason)}
        </Text>
      )}
    </>
  ),
  text: (call) => (call.outcome === null ? '' : outcomeName(call.outcome)),
};

const sentiment: DataColumn<AnalysedSummary> = {
  key: 'sentiment',
  name: t('Sentiment'),
  from: 'lg',
  render: (call) => (call.sentiment === null ? '' : sentimentNames[call.sentiment]),
  text: (call) => (call.sentiment === null ? '' : sentimentNames[call.sentiment]),
};

const status: DataColumn<AnalysedSummary> = {
  key: 'status',
  name: t('Analysis'),
  from: 'sm',
  render: (call) => <StatusBadge status={call.status} />,
  text: (call) => statusNames[call.status],
};

const score: DataColumn<AnalysedSummary> = {
  key: 'score',
  name: t('Score'),
  from: 'lg',
  isNumber: true,
  isOptional: true,
  render: (call) => call.score,
  text: (call) => `${call.score ?? ''}`,
};

/** In the exported file only. */
export const exportedCallColumns: readonly ExportedColumn<AnalysedSummary>[] = [
  { name: t('Id'), text: ({ uuid }) => uuid },
  { name: t('Address'), text: ({ uuid }) => new URL(`/calls/${uuid}`, window.location.origin).href },
  { name: t('Number'), text: ({ customer: { phone } }) => phone ?? '' },
  { name: t('Summary'), text: ({ summary }) => summary ?? '' },
  { name: t('End of the call'), text: ({ end_reason: reason }) => (reason === null ? '' : reasonText(reason)) },
  { name: t('Cost'), text: ({ cost }) => `${cost?.amount ?? ''}` },
  { name: t('Currency'), text: ({ cost }) => (cost === null || cost.amount === null ? '' : cost.currency) },
  { name: t('Cost is at least this'), text: ({ cost }) => (cost?.is_at_least ? t('Yes') : '') },
];

/** Columns for calls of a single source. */
export const analysedColumns = [called, customer, agent, length, outcome, sentiment, status] as const;

/** Columns for calls of every source. `nameOf` returns the campaign of a call. */
export const everyCallColumns = (nameOf: (call: AnalysedSummary) => string): readonly DataColumn<AnalysedSummary>[] => [
  ...[called, customer, source, direction],
  { key: 'campaign', name: t('Campaign'), from: 'lg', render: nameOf, text: nameOf },
  ...[agent, length],
  { ...turnsColumn, isOptional: true },
  { ...latencyColumn, isOptional: true },
  costColumn,
  ...[outcome, sentiment, score, status],
];
