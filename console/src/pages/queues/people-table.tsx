import { Button, Table, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Member } from '../../server/answers.ts';
import { useMembers } from '../../server/organisation.ts';
import { useAssignments, useTeammates } from '../../server/queues.ts';
import { type Column, ListFrame } from '../../shared/data-table/list-frame.tsx';
import { PersonDialog } from './person-dialog.tsx';

const columns: readonly Column[] = [
  { name: t('Person') },
  { name: t('Phone') },
  { name: t('Sees'), from: 'sm' },
  { name: t('Edit'), isUnseen: true },
];

/** Teammates' phone numbers and assigned contact tags, for admins. */
export function PeopleTable({ onDone }: { readonly onDone: (sentence: string) => void }) {
  const query = useMembers(true);
  const numbers = useTeammates().data?.phone_numbers ?? [];
  const assignments = useAssignments().data?.tag_assignments ?? [];
  const queries = useQueryClient();
  const [edited, setEdited] = useState<Member>();
  const numberOf = (uuid: string): string => numbers.find((one) => one.user_uuid === uuid)?.phone_number ?? '';
  const tagsOf = (uuid: string): readonly string[] => assignments.find((one) => one.user_uuid === uuid)?.tags ?? [];
  const done = async (name: string): Promise<void> => {
    await Promise.all(
      ['teammates', 'assignments', 'queue-state'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    );
    setEdited(undefined);
    onDone(t('{name} was stored.', { name }));
  };
  return (
    <section aria-labelledby="people">
      <Title order={2} size="h4" id="people" mt="lg">
        {t('Team phones')}
      </Title>
      <Text className="quiet" mb="sm">
        {t('People with tags see only those contacts and their calls; people without tags see all.')}
      </Text>
      <ListFrame what={t('people')} query={query} columns={columns}>
        {query.data?.members.map((member) => (
          <Table.Tr key={member.user_uuid}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{member.name ?? member.email}</Table.Td>
            <Table.Td className="figures">
              {numberOf(member.user_uuid) || <span className="quiet">{t('None')}</span>}
            </Table.Td>
            <Table.Td visibleFrom="sm">{tagsOf(member.user_uuid).join(', ') || t('Everybody')}</Table.Td>
            <Table.Td ta="end">
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('Edit the phone of {name}', { name: member.name ?? member.email })}
                onClick={() => setEdited(member)}
              >
                {t('Edit')}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
      {edited !== undefined && (
        <PersonDialog
          member={edited}
          number={numberOf(edited.user_uuid)}
          tags={tagsOf(edited.user_uuid)}
          onDone={done}
          onCancel={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}
