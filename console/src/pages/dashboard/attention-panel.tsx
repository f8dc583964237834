import { List, Paper, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { numberLocale } from '../../language/language.ts';
import { rich, t } from '../../language/text.ts';
import { type DashboardQuery, useAttention } from '../../server/dashboard.ts';
import { reasonText } from '../../shared/calls/end-reasons.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { dateAndTime } from '../../shared/page/figures.ts';
import { type Covered, callsBehind } from '../../shared/statistics/counted-address.ts';

interface Item {
  readonly key: string;
  readonly text: ReactNode;
}

interface AttentionPanelProps {
  readonly query: DashboardQuery;
  readonly covered: Covered;
}

/** Problems that need attention. Renders nothing if there are none. */
export function AttentionPanel({ query, covered }: AttentionPanelProps) {
  const { data } = useAttention(query);
  if (data === undefined) return null;
  const {
    failed_calls: calls,
    failing_webhooks: hooks,
    numbers_without_agent: numbers,
    failed_analyses: analyses,
  } = data;
  const kinds = [
    {
      name: t('Failed calls'),
      total: calls.total,
      items: calls.reasons.map((reason) => reasonItem(reason, covered)),
      shown: calls.reasons.reduce((sum, reason) => sum + reason.calls, 0),
      all: callsBehind(covered, { status: 'failed' }),
    },
    { name: t('Failing webhooks'), total: hooks.total, items: hooks.items.map(hookItem), all: '/webhooks' },
    {
      name: t('Numbers that no agent answers'),
      total: numbers.total,
      items: numbers.items.map(numberItem),
      all: '/campaigns',
    },
    {
      name: t('Failed analyses'),
      total: analyses.total,
      items: analyses.items.map(analysisItem),
      all: callsBehind(covered, { analysis: 'failed' }),
    },
  ].filter(({ total }) => total > 0);
  if (kinds.length === 0) return null;
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="attention">
      <Title order={2} size="h4" id="attention" mb="sm">
        <IconAlertTriangle
          size={20}
          color="light-dark(#b35c00, #ffc078)"
          aria-hidden
          style={{ verticalAlign: '-3px', marginInlineEnd: 8 }}
        />
        {t('Needs attention')}
      </Title>
      {kinds.map(({ name, total, items, all, shown = items.length }) => (
        <div key={name}>
          <Text fw={600} size="sm" mt="xs">
            {name}: <Link href={all}>{total.toLocaleString(numberLocale)}</Link>
          </Text>
          <List size="sm" mt={2} spacing={2}>
            {items.map(({ key, text }) => (
              <List.Item key={key} style={{ overflowWrap: 'anywhere' }}>
                {text}
              </List.Item>
            ))}
            {total > shown && (
              <List.Item>
                <Link href={all}>{t('and {total} more', { total: (total - shown).toLocaleString(numberLocale) })}</Link>
              </List.Item>
            )}
          </List>
        </div>
      ))}
    </Paper>
  );
}

type Attention = NonNullable<ReturnType<typeof useAttention>['data']>;

const countText = (calls: number): string => t('{calls, plural, one {# call} other {# calls}}', { calls });

/** Calls that failed for one reason. */
const reasonItem = ({ reason, calls }: Attention['failed_calls']['reasons'][number], covered: Covered): Item => ({
  key: reason ?? '',
  text: (
    <>
      {reasonText(reason)}:{' '}
      {reason === null ? (
        countText(calls)
      ) : (
        <Link href={callsBehind(covered, { status: 'failed', end_reason: reason })}>{countText(calls)}</Link>
      )}
    </>
  ),
});

const hookItem = (hook: Attention['failing_webhooks']['items'][number]): Item => ({
  key: hook.webhook_uuid,
  text: (
    <>
      <Link href="/webhooks">{hook.name}</Link>
      {t(': {failures} of {deliveries} deliveries failed, the last {lastFailedAt}', {
        failures: hook.failures.toLocaleString(numberLocale),
        deliveries: hook.deliveries.toLocaleString(numberLocale),
        lastFailedAt: dateAndTime(hook.last_failed_at),
      })}
    </>
  ),
});

const numberItem = (number: Attention['numbers_without_agent']['items'][number]): Item => ({
  key: `${number.provider} ${number.number_ending}`,
  text: (
    <>
      {rich('The number ending in {numberEnding}. {link}', {
        numberEnding: number.number_ending,
        link: <Link href="/campaigns">{t('Create an inbound campaign for it')}</Link>,
      })}
    </>
  ),
});

const analysisItem = (analysis: Attention['failed_analyses']['items'][number]): Item => ({
  key: analysis.call_uuid,
  text: (
    <>
      <Link href={`/calls/${analysis.call_uuid}`}>
        {t('Call of {calledAt}', { calledAt: dateAndTime(analysis.called_at) })}
      </Link>
      {analysis.error === null ? '' : `: ${analysis.error}`}
    </>
  ),
});
