import { Button, TextInput } from '@mantine/core';
import { register } from '../account/requests.ts';
import { keepToken } from '../account/token.ts';
import { useSubmit } from '../account/use-submit.ts';
import { EmailField, PasswordField } from '../components/account-fields.tsx';
import { Entrance } from '../components/entrance.tsx';

/** The first account of an empty server. */
export function SetupPage() {
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field) => {
      const name = field('organization_name').trim();
      const named = name === '' ? {} : { organization_name: name };
      return register({ email: field('email'), password: field('password'), ...named });
    },
    ({ token }) => keepToken(token),
  );
  return (
    <Entrance
      title="Create the first account"
      lead="It administers this server. Others can be added afterwards."
      trouble={trouble}
    >
      <form onSubmit={onSubmit} style={{ display: 'contents' }}>
        <TextInput
          label="Organisation"
          description="Whose agents and calls these are; it can stay empty."
          name="organization_name"
          autoComplete="organization"
          maxLength={120}
        />
        <EmailField />
        <PasswordField isNew />
        <Button type="submit" size="md" loading={isBusy}>
          Create the account
        </Button>
      </form>
    </Entrance>
  );
}
