import { NativeSelect, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { loadTargets, type Target, useTargets } from '../../server/campaigns.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { Moment } from '../../shared/page/moment.tsx';
import { resultText, targetStatuses, targetTexts } from './campaign-words.ts';

const pageSize = 20;
const columns: readonly DataColumn<Target>[] = [
  {
    key: 'contact',
    name: t('Contact'),
    isFixed: true,
    isBreakable: true,
    render: ({ name, phone }) => (
      <>
        {name ?? phone}
        {name !== null && (
          <Text size="sm" className="quiet figures">
            {phone}
          </Text>
        )}
      </>
    ),
    text: ({ name, phone }) => (name === null ? phone : `${name} ${phone}`),
  },
  {
    key: 'status',
    name: t('Status'),
    render: (target) => (
      <>
        {targetTexts[target.status]}
        <Text size="sm" className="quiet">
          {resultText(target)}
        </Text>
      </>
    ),
    text: (target) => [targetTexts[target.status], resultText(target)].filter(Boolean).join(', '),
  },
  {
    key: 'calls',
    name: t('Calls'),
    from: 'sm',
    isNumber: true,
    render: ({ attempts, last_call_uuid: uuid }) =>
      uuid === null ? (
        attempts
      ) : (
        <Link href={`/calls/${uuid}`} aria-label={t('The last call of {attempts}', { attempts })}>
          {attempts}
        </Link>
      ),
    text: ({ attempts }) => `${attempts}`,
  },
  {
    key: 'next',
    name: t('Next'),
    from: 'md',
    render: ({ next_at: at }) => at !== null && <Moment iso={at} />,
    text: ({ next_at: at }) => at ?? '',
  },
];

interface CampaignTargetsProps {
  readonly uuid: string;
  readonly isRunning: boolean;
  readonly onTrouble: (sentence: string) => void;
}

/** The contacts of a campaign, their state, and why some are not called. */
export function CampaignTargets({ uuid, isRunning, onTrouble }: CampaignTargetsProps) {
  const address = useListAddress(`/campaigns/${uuid}`);
  const status = targetStatuses.find((one) => one === address.get('status'));
  const filter = status === undefined ? {} : { status };
  const query = useTargets(uuid, { limit: pageSize, offset: address.offset, ...filter }, isRunning);
  return (
    <DataTable
      id="targets"
      what={t('contacts of the campaign')}
      address={address}
      query={query}
      rows={query.data?.targets}
      total={query.data?.total ?? 0}
      pageSize={pageSize}
      columns={columns}
      keyOf={({ uuid: target }) => target}
      filters={
        <NativeSelect
          aria-label={t('Status')}
          value={status ?? ''}
          data={[
            { value: '', label: t('Everybody') },
            ...targetStatuses.map((value) => ({ value, label: targetTexts[value] })),
          ]}
          onChange={({ currentTarget }) => address.set({ status: currentTarget.value })}
        />
      }
      load={(page) => loadTargets(uuid, { ...page, ...filter })}
      onTrouble={onTrouble}
      empty={address.isFiltered ? <NoMatch /> : t('No contacts yet. They are added at launch.')}
    />
  );
}
