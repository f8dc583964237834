import { NativeSelect, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { Link, navigate } from '../frame/router.tsx';
import { t } from '../language/text.ts';
import { type Target, useTargets } from '../server/campaigns.ts';
import { resultText, targetStatuses, targetTexts } from './campaign-words.ts';

const pageSize = 20;
const columns: readonly Column[] = [
  { name: t('Contact') },
  { name: t('Status') },
  { name: t('Calls'), from: 'sm' },
  { name: t('Next'), from: 'md' },
];

interface CampaignTargetsProps {
  readonly uuid: string;
  readonly offset: number;
  readonly isRunning: boolean;
}

/** Whom a campaign is to reach, how far it is, and why those who are not called are not. */
export function CampaignTargets({ uuid, offset, isRunning }: CampaignTargetsProps) {
  const [status, setStatus] = useState<Target['status']>();
  const query = useTargets(uuid, { limit: pageSize, offset, ...(status === undefined ? {} : { status }) }, isRunning);
  const targets = query.data?.targets ?? [];
  const path = `/campaigns/${uuid}`;
  return (
    <>
      <NativeSelect
        label={t('Show')}
        mb="sm"
        maw={240}
        value={status ?? ''}
        data={[
          { value: '', label: t('Everybody') },
          ...targetStatuses.map((value) => ({ value, label: targetTexts[value] })),
        ]}
        onChange={({ currentTarget }) => {
          setStatus(targetStatuses.find((one) => one === currentTarget.value));
          if (offset > 0) navigate(path);
        }}
      />
      <ListFrame
        what={t('contacts of the campaign')}
        query={query}
        columns={columns}
        empty={targets.length === 0 ? t('Nobody. Launching the campaign picks its contacts.') : undefined}
      >
        {targets.map((target) => (
          <TargetRow key={target.uuid} target={target} />
        ))}
      </ListFrame>
      <PagesOf path={path} total={query.data?.total ?? 0} pageSize={pageSize} offset={offset} />
    </>
  );
}

const TargetRow = ({ target }: { readonly target: Target }) => (
  <Table.Tr>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>
      {target.name ?? target.phone}
      {target.name !== null && (
        <Text size="sm" className="quiet figures">
          {target.phone}
        </Text>
      )}
    </Table.Td>
    <Table.Td>
      {targetTexts[target.status]}
      <Text size="sm" className="quiet">
        {resultText(target)}
      </Text>
    </Table.Td>
    <Table.Td visibleFrom="sm" className="figures">
      {target.last_call_uuid === null ? (
        target.attempts
      ) : (
        <Link
          href={`/calls/${target.last_call_uuid}`}
          aria-label={t('The last call of {attempts}', { attempts: target.attempts })}
        >
          {target.attempts}
        </Link>
      )}
    </Table.Td>
    <Table.Td visibleFrom="md">{target.next_at !== null && <Moment iso={target.next_at} />}</Table.Td>
  </Table.Tr>
);
