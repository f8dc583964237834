import { NativeSelect, Text } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import type { AnalysedSummary, Flow } from '../../server/answers.ts';
import { useAgentsSeen } from '../../server/call-uploads.ts';
import { everyCallColumns } from '../../shared/calls/analysed-columns.tsx';
import { AnalysedList, Choice } from '../../shared/calls/analysed-list.tsx';
import { channelNames, sourceNames } from '../../shared/calls/source-names.ts';
import type { ListAddress } from '../../shared/data-table/list-address.ts';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Link } from '../../shared/navigation/router.tsx';

interface CallListProps {
  readonly flows: readonly Flow[];
  readonly onTrouble: (sentence: string) => void;
}

/** List of finished calls of every source, newest first, filtered by the URL. */
export function CallList({ flows, onTrouble }: CallListProps) {
  const { offset } = useListAddress('/calls');
  const nameOf = (call: AnalysedSummary): string => flows.find(({ uuid }) => uuid === call.campaign_uuid)?.name ?? '';
  return (
    <AnalysedList
      path="/calls"
      id="calls"
      what={t('calls')}
      only={{ source: 'all' }}
      columns={everyCallColumns(nameOf)}
      filters={(address) => <Filters address={address} flows={flows} />}
      onTrouble={onTrouble}
      empty={<NoCalls isPastEnd={offset > 0} />}
      noMatch={
        <>
          <Text fw={600}>{t('No calls match these filters')}</Text>
          <Text className="quiet" mt={4}>
            <Link href="/calls">{t('Show all calls')}</Link>
          </Text>
        </>
      }
    />
  );
}

/** With the sources that statistics count. */
const sources = {
  'call,upload,api': t('Without tests and practice'),
  ...sourceNames,
  call: t('Calls of every kind'),
};

/** Where calls come from, and for those of this server how. */
function SourceChoice({ address }: { readonly address: ListAddress }) {
  const channels = Object.entries(channelNames).map(([value, label]) => ({ value: `call ${value}`, label }));
  return (
    <NativeSelect
      aria-label={t('Source')}
      data={[
        { value: '', label: t('All sources') },
        ...channels,
        ...Object.entries(sources).map(([value, label]) => ({ value, label })),
      ]}
      value={`${address.get('source')} ${address.get('channel')}`.trim()}
      onChange={({ currentTarget }) => {
        const [source = '', channel = ''] = currentTarget.value.split(' ');
        address.set({ source, channel });
      }}
      w={{ base: '100%', xs: 160 }}
    />
  );
}

function Filters({ address, flows }: { readonly address: ListAddress; readonly flows: readonly Flow[] }) {
  const agents = useAgentsSeen().data?.agents ?? [];
  const named = (list: readonly { readonly uuid: string; readonly name: string }[]) =>
    Object.fromEntries(list.map(({ uuid, name }) => [uuid, name]));
  return (
    <>
      <SourceChoice address={address} />
      <Choice address={address} name="campaign" label={t('Campaign')} all={t('All campaigns')} names={named(flows)} />
      <Choice
        address={address}
        name="agent"
        label={t('Agent')}
        all={t('All agents')}
        names={Object.fromEntries(agents.map(({ uuid, name }) => [uuid ?? name, name]))}
      />
      <Choice
        address={address}
        name="direction"
        label={t('Direction')}
        all={t('All directions')}
        names={{ inbound: t('Inbound'), outbound: t('Outbound') }}
      />
    </>
  );
}

function NoCalls({ isPastEnd }: { readonly isPastEnd: boolean }) {
  return (
    <>
      <Text fw={600}>{isPastEnd ? t('There are no calls on this page') : t('No calls yet')}</Text>
      <Text className="quiet" mt={4}>
        {isPastEnd ? (
          <Link href="/calls">{t('Back to the newest calls')}</Link>
        ) : (
          rich('{link} or {link2}, and they will be listed here with their transcripts.', {
            link: <Link href="/test-call">{t('Make a test call')}</Link>,
            link2: <Link href="/uploads">{t('upload recordings')}</Link>,
          })
        )}
      </Text>
    </>
  );
}
