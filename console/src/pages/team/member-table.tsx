import { Badge, NativeSelect, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Member, Role } from '../../server/answers.ts';
import type { useMembers } from '../../server/organisation.ts';
import { roleNames, roleOptions } from '../../shared/account/roles.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import { Moment } from '../../shared/page/moment.tsx';

export interface RoleChange {
  readonly member: Member;
  readonly role: Role;
}

interface MemberActions {
  readonly ownEmail: string;
  readonly onRole: (change: RoleChange) => void;
  readonly onRemove: (member: Member) => void;
  /** Invites a user who has not joined yet. */
  readonly onInvite: (member: Member) => void;
}

const calledOf = ({ name, email }: Member): string => name ?? email;
const stateNames = { active: t('Active'), invited: t('Invited') } as const satisfies Record<Member['status'], string>;
/** In ascending order of rights. */
const ranks = Object.keys(roleNames);

const columnsOf = ({ ownEmail, onRole, ...actions }: MemberActions): readonly DataColumn<Member>[] => [
  {
    key: 'person',
    name: t('Person'),
    isFixed: true,
    isBreakable: true,
    render: (member) => (
      <>
        {calledOf(member)}
        {member.email === ownEmail && t(' (you)')}
        {member.name !== null && (
          <Text size="sm" className="quiet">
            {member.email}
          </Text>
        )}
      </>
    ),
    text: ({ name, email }) => (name === null ? email : `${name} <${email}>`),
    order: calledOf,
  },
  {
    key: 'role',
    name: t('Role'),
    render: (member) => (
      <NativeSelect
        aria-label={t('Role of {called}', { called: calledOf(member) })}
        data={[...roleOptions]}
        value={member.role}
        miw={110}
        onChange={({ currentTarget }) => onRole({ member, role: currentTarget.value as Role })}
      />
    ),
    text: ({ role }) => roleNames[role],
    order: ({ role }) => ranks.indexOf(role),
  },
  {
    key: 'state',
    name: t('State'),
    from: 'sm',
    render: ({ status }) =>
      status === 'invited' ? (
        <Badge variant="light" tt="none" title={t('Has not chosen a password or accepted yet')}>
          {stateNames.invited}
        </Badge>
      ) : (
        stateNames.active
      ),
    text: ({ status }) => stateNames[status],
    order: ({ status }) => stateNames[status],
  },
  {
    key: 'since',
    name: t('Since'),
    from: 'md',
    render: ({ created_at: at }) => <Moment iso={at} />,
    text: ({ created_at: at }) => at,
    order: ({ created_at: at }) => at,
  },
  {
    key: 'actions',
    name: t('Actions'),
    isFixed: true,
    isUnseen: true,
    render: (member) => <Actions member={member} isSelf={member.email === ownEmail} {...actions} />,
  },
];

interface ActionsProps extends Pick<MemberActions, 'onRemove' | 'onInvite'> {
  readonly member: Member;
  readonly isSelf: boolean;
}

function Actions({ member, isSelf, onRemove, onInvite }: ActionsProps) {
  const isInvited = member.status === 'invited';
  return (
    <RowActions
      name={calledOf(member)}
      more={[
        ...(isInvited ? [{ text: t('Invite again'), onChoose: () => onInvite(member) }] : []),
        { text: isSelf ? t('Leave') : t('Remove'), onChoose: () => onRemove(member) },
      ]}
    />
  );
}

interface MemberTableProps extends MemberActions {
  readonly query: ReturnType<typeof useMembers>;
  readonly onTrouble: (sentence: string) => void;
}

export function MemberTable({ query, onTrouble, ...actions }: MemberTableProps) {
  const address = useListAddress('/team');
  const role = address.get('role');
  const columns = columnsOf(actions);
  const rows = query.data?.members.filter((member) => role === '' || member.role === role);
  return (
    <DataTable
      {...wholeListOf({ rows, columns, address })}
      id="members"
      what={t('members')}
      query={query}
      columns={columns}
      keyOf={({ user_uuid: uuid }) => uuid}
      searchLabel={t('Search name or e-mail')}
      filters={
        <NativeSelect
          aria-label={t('Role')}
          data={[{ value: '', label: t('All roles') }, ...roleOptions]}
          value={role}
          onChange={({ currentTarget }) => address.set({ role: currentTarget.value })}
        />
      }
      onTrouble={onTrouble}
      empty={<NoMatch />}
    />
  );
}
