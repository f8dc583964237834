import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { useModelConnections } from '../../server/model-connections.ts';
import { deletePrice, type Price, usePrices } from '../../server/prices.ts';
import { useMe } from '../../shared/account/use-account.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { dayIn } from '../../shared/form/day-ranges.ts';
import { RowActions, RowButton } from '../../shared/menu/row-actions.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { dayOf } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { useZone } from '../../shared/zone/use-zone.ts';
import { PriceDialog } from './price-dialog.tsx';
import { partNames, priceText, type Service, serviceText } from './price-words.ts';
import { servicesOf } from './services.ts';
import { UnpricedServices } from './unpriced-services.tsx';

interface Shown {
  readonly zone: string | undefined;
  readonly onDelete: ((price: Price) => void) | undefined;
}

const columnsOf = ({ zone, onDelete }: Shown): readonly DataColumn<Price>[] => [
  {
    key: 'service',
    name: t('Service'),
    isFixed: true,
    isBreakable: true,
    render: (price) => (
      <>
        {serviceText(price)}
        <Text size="sm" className="quiet">
          {partNames[price.part]}
        </Text>
      </>
    ),
    text: (price) => `${serviceText(price)}, ${partNames[price.part]}`,
    order: serviceText,
  },
  { key: 'price', name: t('Price'), isFixed: true, render: priceText, text: priceText },
  {
    key: 'from',
    name: t('Valid from'),
    from: 'sm',
    render: ({ valid_from: at }) => dayOf(at, zone),
    text: ({ valid_from: at }) => at,
    order: ({ valid_from: at }) => at,
  },
  {
    key: 'actions',
    name: t('Actions'),
    isFixed: true,
    isUnseen: true,
    render: (price) =>
      onDelete && (
        <RowActions name={serviceText(price)} more={[]}>
          <RowButton
            text={t('Delete')}
            label={t('Delete {name}', { name: serviceText(price) })}
            onClick={() => onDelete(price)}
          />
        </RowActions>
      ),
  },
];

/** Page of what the services of calls cost. */
export function PricesPage() {
  const role = useMe().data?.role;
  const isAdmin = role === 'admin';
  const query = usePrices(isAdmin || role === 'manager');
  const models = useModelConnections(isAdmin).data?.connections ?? [];
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const zone = useZone();
  const address = useListAddress('/prices');
  const [added, setAdded] = useState<Service | 'any'>();
  const [deleted, setDeleted] = useState<Price>();
  const columns = columnsOf({ zone, onDelete: isAdmin ? setDeleted : undefined });
  /** Every cost on every page follows the prices. */
  const done = async (text: string): Promise<void> => {
    await queries.invalidateQueries();
    setAdded(undefined);
    setDeleted(undefined);
    announcer.sayHere(text);
  };
  return (
    <>
      <PageHeading
        title={t('Prices')}
        help="analysis"
        lead={t('What the services of your calls cost. Costs of calls are computed from them.')}
        aside={
          isAdmin && query.data !== undefined && <Button onClick={() => setAdded('any')}>{t('Add a price')}</Button>
        }
      />
      <Announcement {...announcer} />
      <UnpricedServices services={query.data?.unpriced ?? []} onPrice={isAdmin ? setAdded : undefined} />
      <DataTable
        {...wholeListOf({ rows: query.data?.prices, columns, address })}
        id="prices"
        what={t('Prices')}
        query={query}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        searchLabel={t('Search name')}
        onTrouble={announcer.sayHere}
        empty={address.isFiltered ? <NoMatch /> : <NoPrices isAdmin={isAdmin} />}
      />
      {added !== undefined && zone !== undefined && query.data !== undefined && (
        <PriceDialog
          services={servicesOf(query.data, models)}
          first={added === 'any' ? undefined : added}
          currency={query.data.currency}
          today={dayIn(zone, new Date())}
          onCancel={() => setAdded(undefined)}
          onDone={(price) => done(t('The price of {name} was added.', { name: serviceText(price) }))}
        />
      )}
      {deleted !== undefined && (
        <Confirm
          title={t('Delete the price of {name}?', { name: serviceText(deleted) })}
          action={t('Delete')}
          send={() => deletePrice(deleted.uuid)}
          onCancel={() => setDeleted(undefined)}
          onDone={() => done(t('The price of {name} was deleted.', { name: serviceText(deleted) }))}
          onGone={() => done(t('The price of {name} was deleted already.', { name: serviceText(deleted) }))}
        >
          {t('Calls that it applied to have the price before it, or none.')}
        </Confirm>
      )}
    </>
  );
}

const NoPrices = ({ isAdmin }: { readonly isAdmin: boolean }) => (
  <>
    <Text fw={600}>{t('No prices yet')}</Text>
    <Text className="quiet" mt={4}>
      {isAdmin
        ? t('Add what your provider and your language model charge: then each call shows its cost.')
        : t('Admins add prices. Then each call shows its cost.')}
    </Text>
  </>
);
