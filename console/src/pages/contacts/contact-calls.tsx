import { NativeSelect, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { CallSummary } from '../../server/answers.ts';
import { type CallFilter, loadCalls, useCalls } from '../../server/calls.ts';
import type { Contact } from '../../server/contacts.ts';
import { useFlows } from '../../server/queries.ts';
import { callColumns } from '../../shared/calls/call-columns.tsx';
import { outcomeChoices } from '../../shared/calls/outcome.tsx';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { ListAddress } from '../../shared/data-table/list-address.ts';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Link } from '../../shared/navigation/router.tsx';

const pageSize = 20;

interface ContactCallsProps {
  readonly contact: Contact;
  readonly onTrouble: (sentence: string) => void;
}

/** List of the calls with a contact, newest first. */
export function ContactCalls({ contact: { uuid }, onTrouble }: ContactCallsProps) {
  const address = useListAddress(`/contacts/${uuid}`);
  const filter = { ...filterOf(address), contact_id: uuid };
  const query = useCalls({ limit: pageSize, offset: address.offset, ...filter });
  const flows = useFlows().data?.flows ?? [];
  const nameOf = (call: CallSummary): string =>
    flows.find((flow) => flow.uuid === call.campaign_uuid)?.name ?? call.agent_name ?? '';
  return (
    <section aria-labelledby="contact-calls">
      <Title order={2} size="h4" id="contact-calls" mt="xl" mb="sm">
        {t('Calls')}
      </Title>
      <DataTable
        id="history"
        what={t('history')}
        address={address}
        query={query}
        rows={query.data?.calls}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={callColumns(nameOf).filter(({ key }) => key !== 'with')}
        keyOf={({ uuid }) => uuid}
        hrefOf={({ uuid }) => `/calls/${uuid}`}
        filters={<Filters address={address} />}
        load={(page) => loadCalls({ ...page, ...filter })}
        onTrouble={onTrouble}
        empty={<NoCalls path={`/contacts/${uuid}`} isFiltered={address.isFiltered} />}
      />
    </section>
  );
}

/** Returns the filter of the request. The server rejects unknown values. */
function filterOf(address: ListAddress): CallFilter {
  const given = ['outcome', 'direction'].flatMap((name) =>
    address.get(name) === '' ? [] : [[name, address.get(name)]],
  );
  return Object.fromEntries(given) as CallFilter;
}

function Filters({ address }: { readonly address: ListAddress }) {
  const choice = (name: string, label: string, all: string, data: readonly { value: string; label: string }[]) => (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: all }, ...data]}
      value={address.get(name)}
      onChange={({ currentTarget }) => address.set({ [name]: currentTarget.value })}
      w={{ base: '100%', xs: 170 }}
    />
  );
  return (
    <>
      {choice('outcome', t('Outcome'), t('All outcomes'), outcomeChoices)}
      {choice('direction', t('Direction'), t('All directions'), [
        { value: 'inbound', label: t('Inbound') },
        { value: 'outbound', label: t('Outbound') },
      ])}
    </>
  );
}

const NoCalls = ({ path, isFiltered }: { readonly path: string; readonly isFiltered: boolean }) => (
  <>
    <Text fw={600}>{isFiltered ? t('No calls match these filters') : t('No calls with this contact yet')}</Text>
    {isFiltered && (
      <Text className="quiet" mt={4}>
        <Link href={path}>{t('Show all calls')}</Link>
      </Text>
    )}
  </>
);
