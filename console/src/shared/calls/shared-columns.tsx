import { Group, Text } from '@mantine/core';
import { IconMicrophone, IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import type { DataColumn } from '../data-table/column.ts';
import { Link } from '../navigation/router.tsx';
import { costText, dateAndTime, milliseconds } from '../page/figures.ts';

const directions = {
  inbound: { text: t('Inbound'), Icon: IconPhoneIncoming },
  outbound: { text: t('Outbound'), Icon: IconPhoneOutgoing },
  test: { text: t('Test'), Icon: IconMicrophone },
} as const;

type DirectionName = keyof typeof directions;

export const directionText = (name: DirectionName): string => directions[name].text;

export function Direction({ name }: { readonly name: DirectionName }) {
  const { text, Icon } = directions[name];
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={16} aria-hidden />
      {text}
    </Group>
  );
}

interface CallLinkProps {
  readonly uuid: string;
  /** When the call began. */
  readonly at: string;
  /** Shown below the time on narrow screens, where columns do not fit. Empty texts are left out. */
  readonly more: readonly string[];
}

/** Link to the page of a call. */
export const CallLink = ({ uuid, at, more }: CallLinkProps) => (
  <>
    <Link href={`/calls/${uuid}`} className="moment">
      {dateAndTime(at)}
    </Link>
    <Text size="sm" className="quiet figures" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
      {more.filter((text) => text !== '').join(', ')}
    </Text>
  </>
);

export const turnsColumn: DataColumn<{ readonly turns: number | null }> = {
  key: 'turns',
  name: t('Turns'),
  from: 'lg',
  isNumber: true,
  render: ({ turns }) => turns,
  text: ({ turns }) => `${turns ?? ''}`,
};

export const latencyColumn: DataColumn<{ readonly median_latency_ms: number | null }> = {
  key: 'latency',
  name: t('Median latency'),
  from: 'lg',
  isNumber: true,
  render: ({ median_latency_ms: ms }) => (ms === null ? '' : milliseconds(ms)),
  exportName: t('Median latency (ms)'),
  text: ({ median_latency_ms: ms }) => (ms === null ? '' : `${Math.round(ms)}`),
};

interface Priced {
  readonly cost: { readonly amount: number | null; readonly currency: string; readonly is_at_least: boolean } | null;
}

export const costColumn: DataColumn<Priced> = {
  key: 'cost',
  name: t('Cost'),
  from: 'lg',
  isNumber: true,
  isOptional: true,
  render: ({ cost }) =>
    cost !== null &&
    (cost.amount === null ? (
      <span className="quiet">{t('No price')}</span>
    ) : (
      costText(cost.amount, cost.currency, cost.is_at_least)
    )),
};
