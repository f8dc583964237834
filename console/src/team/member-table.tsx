import { Badge, Button, NativeSelect, Table, Text } from '@mantine/core';
import { type Column, ListFrame, type ListFrameProps } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import type { Member, Role } from '../server/answers.ts';

export const roleNames = { member: 'Member', manager: 'Manager', admin: 'Admin' } as const satisfies Record<
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
  { name: 'Person' },
  { name: 'Role' },
  { name: 'State', from: 'sm' },
  { name: 'Since', from: 'md' },
  { name: 'Actions', isUnseen: true },
];

export function MemberTable({ query, members, ownEmail, onRole, onRemove, onInvite }: MemberTableProps) {
  return (
    <ListFrame what="members" query={query} columns={columns}>
      {members.map((member) => {
        const called = member.name ?? member.email;
        const isSelf = member.email === ownEmail;
        return (
          <Table.Tr key={member.user_uuid}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {called}
              {isSelf && ' (you)'}
              {member.name !== null && (
                <Text size="sm" className="quiet">
                  {member.email}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <NativeSelect
                aria-label={`Role of ${called}`}
                data={[...roleOptions]}
                value={member.role}
                miw={110}
                onChange={({ currentTarget }) => onRole({ member, role: currentTarget.value as Role })}
              />
            </Table.Td>
            <Table.Td visibleFrom="sm">
              {member.status === 'invited' ? (
                <Badge variant="light" tt="none" title="Has not chosen a password or accepted yet">
                  Invited
                </Badge>
              ) : (
                'Active'
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
                  aria-label={`Invite ${called} again`}
                  onClick={() => onInvite(member)}
                >
                  Invite again
                </Button>
              )}
              <Button
                variant="default"
                size="compact-sm"
                aria-label={isSelf ? `Leave` : `Remove ${called}`}
                onClick={() => onRemove(member)}
              >
                {isSelf ? 'Leave' : 'Remove'}
              </Button>
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListFrame>
  );
}
