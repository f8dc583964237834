import { Table, Text } from '@mantine/core';
import { useMe } from '../account/use-account.ts';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { Link } from '../frame/router.tsx';
import type { AuditEvent } from '../server/answers.ts';
import { useAudit, useNames } from '../server/organisation.ts';
import { actionText, actorMethodTexts, endText } from './audit-words.ts';

const pageSize = 25;

const columns: readonly Column[] = [
  { name: 'When' },
  { name: 'Who', from: 'sm' },
  { name: 'What' },
  { name: 'How it ended', from: 'sm' },
];

/** Who changed what, newest first. */
export function ActivityPage({ offset }: { readonly offset: number }) {
  const isAdmin = useMe().data?.role === 'admin';
  const query = useAudit({ limit: pageSize, offset }, isAdmin);
  const nameOf = useNames(isAdmin);
  const events = query.data?.events ?? [];
  const total = query.data?.total ?? 0;
  if (!isAdmin) {
    return (
      <>
        <PageHeading title="Activity" />
        <Text>Who changed what is for the admins of your organisation to see: ask one of them.</Text>
      </>
    );
  }
  return (
    <>
      <PageHeading title="Activity" lead="Every change in your organisation, newest first." />
      <ListFrame
        what="changes"
        query={query}
        columns={columns}
        empty={events.length === 0 ? <Nothing isPastEnd={total > 0} /> : undefined}
      >
        {events.map((event) => (
          <Row key={event.uuid} event={event} nameOf={nameOf} />
        ))}
      </ListFrame>
      <PagesOf path="/activity" total={total} pageSize={pageSize} offset={offset} />
    </>
  );
}

function Row({ event, nameOf }: { readonly event: AuditEvent; readonly nameOf: (uuid: string) => string }) {
  const { actor, subject, fields } = event;
  const who = actor.user_uuid === null ? 'The operator' : nameOf(actor.user_uuid);
  const how = actorMethodTexts[actor.method];
  const about = Object.values(subject).map(inShort).join(', ');
  return (
    <Table.Tr>
      <Table.Td>
        <Moment iso={event.at} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {who}
        <Text size="sm" className="quiet" {...(actor.address === null ? {} : { title: `From ${actor.address}` })}>
          {how}
        </Text>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }} title={`${event.action} ${Object.values(subject).join(' ')}`}>
        {actionText(event)}
        <Text size="sm" className="quiet">
          {[about, fields.join(', ')].filter(Boolean).join(' · ')}
        </Text>
        <Text size="sm" hiddenFrom="sm">
          {who}, {how}. {endText(event)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" title={`Request ${event.request_id}`}>
        {endText(event)}
      </Table.Td>
    </Table.Tr>
  );
}

/** Enough of a UUID to tell two from each other; the whole is in the title. */
const inShort = (value: string): string => (/^[\da-f]{8}-[\da-f-]{27}$/.test(value) ? value.slice(0, 8) : value);

const Nothing = ({ isPastEnd }: { readonly isPastEnd: boolean }) => (
  <>
    <Text fw={600}>{isPastEnd ? 'This page is empty' : 'No changes yet'}</Text>
    <Text className="quiet" mt={4}>
      {isPastEnd ? (
        <Link href="/activity">Back to the newest changes</Link>
      ) : (
        <>
          What people and programs change here is written down: <Link href="/team">add somebody</Link>, for one.
        </>
      )}
    </Text>
  </>
);
