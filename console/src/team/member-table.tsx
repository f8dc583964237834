import { Badge, Button, NativeSelect, Table, Text } from '@mantine/core';
import { type Column, ListFrame, type ListFrameProps } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { t } from '../language/text.ts';
import type { Member, Role } from '../server/answers.ts';

export const roleNames = { member: t('Member'), manager: t('Manager'), admin: t('Admin') } as const satisfies Record<
  Role,
  string
>;
export const roleOptions = Object.entries(roleNames).map(([value, label]) => ({ value, label }));

export interface RoleChange {
  readonly member: Member;
  readonly role: Role;
}

interface MemberTableProps {
  readonly query: ListFrameProps['query'];
  readonly members: readonly Member[];
  readonly ownEmail: string;
  readonly onRole: (change: RoleChange) => void;
  readonly onRemove: (member: Member) => void;
  /** For a person who has not joined yet. */
  readonly onInvite: (member: Member) => void;
}

const columns: readonly Column[] = [
  { name: t('Person') },
  { name: t('Role') },
  { name: t('State'), from: 'sm' },
  { name: t('Since'), from: 'md' },
  { name: t('Actions'), isUnseen: true },
];

export function MemberTable({ query, members, ownEmail, onRole, onRemove, onInvite }: MemberTableProps) {
  return (
    <ListFrame what={t('members')} query={query} columns={columns}>
      {members.map((member) => {
        const called = member.name ?? member.email;
        const isSelf = member.email === ownEmail;
        return (
          <Table.Tr key={member.user_uuid}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {called}
              {isSelf && t(' (you)')}
              {member.name !== null && (
                <Text size="sm" className="quiet">
                  {member.email}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <NativeSelect
                aria-label={t('Role of {called}', { called })}
                data={[...roleOptions]}
                value={member.role}
                miw={110}
                onChange={({ currentTarget }) => onRole({ member, role: currentTarget.value as Role })}
              />
            </Table.Td>
            <Table.Td visibleFrom="sm">
              {member.status === 'invited' ? (
                <Badge variant="light" tt="none" title={t('Has not chosen a password or accepted yet')}>
                  {t('Invited')}
                </Badge>
              ) : (
                t('Active')
              )}
            </Table.Td>
            <Table.Td visibleFrom="md">
              <Moment iso={member.created_at} />
            </Table.Td>
            <Table.Td ta="right">
              {member.status === 'invited' && (
                <Button
                  variant="default"
                  size="compact-sm"
                  me={6}
                  aria-label={t('Invite {called} again', { called })}
                  onClick={() => onInvite(member)}
                >
                  {t('Invite again')}
                </Button>
              )}
              <Button
                variant="default"
                size="compact-sm"
                aria-label={isSelf ? t('Leave') : t('Remove {called}', { called })}
                onClick={() => onRemove(member)}
              >
                {isSelf ? t('Leave') : t('Remove')}
              </Button>
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListFrame>
  );
}
