import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { AddedMember, Member } from '../../server/answers.ts';
import { changeMember, inviteAgain, removeMember, useMembers } from '../../server/organisation.ts';
import { roleNames } from '../../shared/account/roles.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { ShownOnce } from '../../shared/page/shown-once.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { AddMember } from './add-member.tsx';
import { MemberTable, type RoleChange } from './member-table.tsx';

/** Page of the organisation's members and their roles. */
export function TeamPage() {
  const me = useMe().data;
  const organisation = me?.organization_name ?? t('your organisation');
  if (me === undefined) return null;
  if (me.role === 'admin') return <Team email={me.email} organisation={organisation} />;
  return (
    <>
      <PageHeading title={t('Team')} lead={organisation} />
      <Text>{t('Only admins manage the team. Your role is {role}.', { role: roleNames[me.role].toLowerCase() })}</Text>
    </>
  );
}

type Question = { readonly kind: 'remove'; readonly member: Member } | ({ readonly kind: 'own_role' } & RoleChange);

function Team({ email, organisation }: { readonly email: string; readonly organisation: string }) {
  const query = useMembers(true);
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [question, setQuestion] = useState<Question>();
  const [trouble, setTrouble] = useState<string>();
  const [invited, setInvited] = useState<AddedMember>();
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['members'] });

  const change = async ({ member, role }: RoleChange): Promise<void> => {
    setTrouble(undefined);
    if (member.email === email) return setQuestion({ kind: 'own_role', member, role });
    const answer = await changeMember(member.user_uuid, { role });
    await refresh();
    if (answer.ok)
      announcer.say(t('{member} is {role} now.', { member: nameOf(member), role: roleNames[role].toLowerCase() }));
    else setTrouble(answer.detail);
  };
  const showInvitation = (member: AddedMember, what: string): void => {
    setInvited(member.invitation_link === null ? undefined : member);
    announcer.say(
      member.invitation_link === null
        ? t('{email} {what}. A message with a link is on its way.', { email: member.email, what })
        : t('{email} {what}. This server sends no mail: copy the link below and send it yourself.', {
            email: member.email,
            what,
          }),
    );
  };
  const invite = async (member: Member): Promise<void> => {
    setTrouble(undefined);
    const answer = await inviteAgain(member.user_uuid);
    if (answer.ok) showInvitation(answer.value, t('was invited again'));
    else setTrouble(answer.detail);
    await refresh();
  };
  const done = async (text: string): Promise<void> => {
    await refresh();
    setQuestion(undefined);
    announcer.sayHere(text);
  };

  return (
    <>
      <PageHeading title={t('Team')} lead={t('Members of {organisation} and their roles.', { organisation })} />
      <Announcement {...announcer} />
      <TroubleLine text={trouble} />
      <AddMember
        onAdded={async (member) => {
          await refresh();
          showInvitation(member, t('was added'));
        }}
      />
      {invited?.invitation_link != null && (
        <ShownOnce
          secret={invited.invitation_link}
          uuid={invited.user_uuid}
          title={t('A link for {email}', { email: invited.email })}
          what={t('link')}
          advice={t('Only this person may have it. It works once, for seven days.')}
          onClose={() => setInvited(undefined)}
        />
      )}
      <MemberTable
        query={query}
        onTrouble={announcer.sayHere}
        ownEmail={email}
        onRole={change}
        onInvite={(member) => void invite(member)}
        onRemove={(member) => setQuestion({ kind: 'remove', member })}
      />
      {question !== undefined && (
        <Ask
          question={question}
          isSelf={question.member.email === email}
          onDone={done}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}

interface AskProps {
  readonly question: Question;
  readonly isSelf: boolean;
  readonly onDone: (text: string) => Promise<void>;
  readonly onCancel: () => void;
}

function Ask({ question, isSelf, onDone, onCancel }: AskProps) {
  const { member } = question;
  if (question.kind === 'own_role') {
    const role = roleNames[question.role].toLowerCase();
    return (
      <Confirm
        title={t('Change your own role?')}
        action={t('Become {role}', { role })}
        send={() => changeMember(member.user_uuid, { role: question.role })}
        onDone={() => onDone(t('You are {role} now.', { role }))}
        onGone={() => onDone(t('You have left the organisation.'))}
        onCancel={onCancel}
      >
        {t('You will lose admin rights and be signed out everywhere. Only another admin can restore them.')}
      </Confirm>
    );
  }
  return (
    <Confirm
      title={isSelf ? t('Leave the organisation?') : t('Remove {member}?', { member: nameOf(member) })}
      action={isSelf ? t('Leave') : t('Remove')}
      send={() => removeMember(member.user_uuid)}
      onDone={() => onDone(t('{member} was removed.', { member: nameOf(member) }))}
      onGone={() => onDone(t('{member} had already left the organisation.', { member: nameOf(member) }))}
      onCancel={onCancel}
    >
      {t(
        '{value} signed out at once, and the API keys made with this account stop working. What was made here stays.',
        { value: isSelf ? t('You are') : t('{email} is', { email: member.email }) },
      )}
    </Confirm>
  );
}

const nameOf = ({ name, email }: Member): string => name ?? email;
