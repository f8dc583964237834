import { Button, Group, NativeSelect, Paper, TextInput, Title } from '@mantine/core';
import { useRef } from 'react';
import { t } from '../../language/text.ts';
import type { AddedMember, Role } from '../../server/answers.ts';
import { addMember } from '../../server/organisation.ts';
import { roleOptions } from '../../shared/account/roles.ts';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

export function AddMember({ onAdded }: { readonly onAdded: (member: AddedMember) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) => {
      const name = field('name').trim();
      return addMember({ email: field('email'), role: field('role') as Role, ...(name === '' ? {} : { name }) });
    },
    (member) => {
      form.current?.reset();
      onAdded(member);
    },
    ['email', 'name'],
  );
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="add-member">
      <Title order={2} size="h4" id="add-member" mb="sm">
        {t('Add a person')}
      </Title>
      <TroubleLine text={trouble} />
      <form ref={form} onSubmit={onSubmit}>
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
    </Paper>
  );
}
