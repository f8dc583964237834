import { Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { AuditEvent } from '../../server/answers.ts';
import { type AuditFilter, loadAudit, useAudit, useNames } from '../../server/organisation.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { ListAddress } from '../../shared/data-table/list-address.ts';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { isDay, startOfDay } from '../../shared/form/day-ranges.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { Moment } from '../../shared/page/moment.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { useZone } from '../../shared/zone/use-zone.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { SubjectLinks, type SubjectNames, useSubjectNames } from './audit-subject.tsx';
import { actionText, actorMethodTexts, endText, fieldsText } from './audit-words.ts';

const pageSize = 25;

/** Page of the audit log, for admins: who changed what, newest first. */
export function ActivityPage() {
  const address = useListAddress('/activity');
  const announcer = useAnnouncer();
  const nameOf = useNames(true);
  const namesOf = useSubjectNames(nameOf);
  const zone = useZone();
  const filter = filterOf(address, zone);
  const query = useAudit({ limit: pageSize, offset: address.offset, ...filter }, zone !== undefined);
  return (
    <>
      <PageHeading title={t('Activity')} lead={t('Every change in your organisation, newest first.')} />
      <Announcement {...announcer} />
      <DataTable
        id="changes"
        what={t('changes')}
        address={address}
        query={query}
        rows={query.data?.events}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={columnsOf(nameOf, namesOf)}
        keyOf={({ uuid }) => uuid}
        filters={<ActivityFilters address={address} />}
        load={(page) => loadAudit({ ...page, ...filter })}
        onTrouble={announcer.sayHere}
        empty={
          <Text fw={600}>
            {Object.keys(filter).length > 0 ? t('No changes match these filters') : t('No changes yet')}
          </Text>
        }
      />
    </>
  );
}

function filterOf(address: ListAddress, zone = 'UTC'): AuditFilter {
  const [person, action, from, to] = ['person', 'action', 'from', 'to'].map(address.get);
  return {
    ...(person ? { user_uuid: person } : {}),
    ...(action ? { action } : {}),
    ...(from !== undefined && isDay(from) ? { from: startOfDay(zone, from) } : {}),
    ...(to !== undefined && isDay(to) ? { before: startOfDay(zone, to, 1) } : {}),
  };
}

function columnsOf(nameOf: (uuid: string) => string, namesOf: SubjectNames): readonly DataColumn<AuditEvent>[] {
  const whoOf = ({ actor }: AuditEvent): string =>
    actor.user_uuid === null ? t('The operator') : nameOf(actor.user_uuid);
  return [
    { key: 'when', name: t('When'), isFixed: true, render: ({ at }) => <Moment iso={at} />, text: ({ at }) => at },
    {
      key: 'who',
      name: t('Who'),
      from: 'sm',
      render: (event) => (
        <>
          {whoOf(event)}
          <Text
            size="sm"
            className="quiet"
            {...(event.actor.address === null ? {} : { title: t('From {address}', { address: event.actor.address }) })}
          >
            {actorMethodTexts[event.actor.method]}
          </Text>
        </>
      ),
      text: (event) => `${whoOf(event)} ${actorMethodTexts[event.actor.method]}`,
    },
    {
      key: 'what',
      name: t('What'),
      isFixed: true,
      render: (event) => (
        <div style={{ overflowWrap: 'anywhere' }} title={`${event.action} ${Object.values(event.subject).join(' ')}`}>
          {actionText(event)}
          <Text size="sm" className="quiet">
            <SubjectLinks names={namesOf(event)} />
            {Object.keys(event.subject).length > 0 && fieldsText(event) !== '' && ' · '}
            {fieldsText(event)}
          </Text>
          <Text size="sm" hiddenFrom="sm">
            {whoOf(event)}, {actorMethodTexts[event.actor.method]}. {endText(event)}
          </Text>
        </div>
      ),
      text: (event) => [actionText(event), ...namesOf(event).map(({ text }) => text)].join(' '),
    },
    {
      key: 'end',
      name: t('Result'),
      from: 'sm',
      render: (event) => (
        <span title={t('Request {requestId}', { requestId: event.request_id })}>{endText(event)}</span>
      ),
      text: endText,
    },
  ];
}
