import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Role, WaitingPerson } from '../../server/answers.ts';
import { approve, type GivenPlace, useOrganisations } from '../../server/superadmin.ts';
import { roleOptions } from '../../shared/account/roles.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';

export interface Approved {
  readonly email: string;
  readonly organization_name: string;
  readonly invitation_link: string | null;
}

interface ApproveDialogProps {
  readonly person: WaitingPerson;
  readonly onDone: (approved: Approved) => Promise<void>;
  readonly onCancel: () => void;
}

/** The server's maximum page size. */
const mostChoices = 100;
const ofTheirOwn = '';

/** Dialog that assigns a waiting user to an organisation. Mounted only while open; returns the focus on cancel. */
export function ApproveDialog({ person: { email }, onDone, onCancel }: ApproveDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const [where, setWhere] = useState(ofTheirOwn);
  const { isBusy, trouble, onSubmit } = useSubmit((field) => approve(email, placeIn(field)), onDone);
  const cancelUnlessBusy = (): void => {
    if (!isBusy) cancel();
  };
  return (
    <FormDialog
      title={t('Approve {email}?', { email })}
      action={t('Approve')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancelUnlessBusy}
    >
      <Organisation value={where} onChange={setWhere} />
      {where === ofTheirOwn ? (
        <TextInput
          label={t('Its name')}
          description={t('They administer it.')}
          name="name"
          defaultValue={email.slice(email.lastIndexOf('@') + 1)}
          required
          withAsterisk={false}
          maxLength={120}
          autoComplete="off"
        />
      ) : (
        <NativeSelect label={t('Role')} name="role" data={[...roleOptions]} />
      )}
      <Text>{t('You cannot put them back on the list.')}</Text>
    </FormDialog>
  );
}

function placeIn(field: (name: string) => string): GivenPlace {
  const organisation = field('organisation');
  return organisation === ofTheirOwn
    ? { organization_name: field('name').trim() }
    : { organization_uuid: organisation, role: field('role') as Role };
}

function Organisation(props: { readonly value: string; readonly onChange: (uuid: string) => void }) {
  const { data, isError } = useOrganisations({ limit: mostChoices, offset: 0 }, true);
  const hint = isError
    ? t('Could not load the organisations.')
    : (data?.total ?? 0) > mostChoices
      ? t('The oldest {mostChoices} are offered; the admins of the others can add people to theirs.', { mostChoices })
      : undefined;
  return (
    <NativeSelect
      label={t('Organisation')}
      name="organisation"
      data-autofocus
      value={props.value}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      data={[
        { value: ofTheirOwn, label: t('A new one of their own') },
        ...(data?.results ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
      ]}
      {...(hint === undefined ? {} : { description: hint })}
    />
  );
}
