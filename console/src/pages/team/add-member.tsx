import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { AddedMember, Role } from '../../server/answers.ts';
import { addMember } from '../../server/organisation.ts';
import { roleOptions } from '../../shared/account/roles.ts';
import { FoldedForm } from '../../shared/form/folded-form.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

interface AddMemberProps {
  readonly onAdded: (member: AddedMember) => void;
}

export const AddMember = ({ onAdded }: AddMemberProps) => (
  <FoldedForm title={t('Add a person')}>
    {(close) => (
      <Fields
        onAdded={(member) => {
          close();
          onAdded(member);
        }}
      />
    )}
  </FoldedForm>
);

function Fields({ onAdded }: AddMemberProps) {
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) => {
      const name = field('name').trim();
      return addMember({ email: field('email'), role: field('role') as Role, ...(name === '' ? {} : { name }) });
    },
    onAdded,
    ['email', 'name'],
  );
  return (
    <>
      <TroubleLine text={trouble} />
      <form onSubmit={onSubmit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t('E-mail address')}
            name="email"
            type="email"
            required
            withAsterisk={false}
            maxLength={254}
            autoComplete="off"
            error={faults.email}
            flex="2 1 220px"
          />
          <TextInput
            label={t('Name (optional)')}
            name="name"
            maxLength={120}
            autoComplete="off"
            error={faults.name}
            flex="1 1 180px"
          />
          <NativeSelect label={t('Role')} name="role" data={[...roleOptions]} flex="0 1 140px" />
          <Button type="submit" loading={isBusy}>
            {t('Add')}
          </Button>
        </Group>
      </form>
    </>
  );
}
