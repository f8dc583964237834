import { Alert, Button, Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { rich, t } from '../../language/text.ts';
import { Link } from '../navigation/router.tsx';
import { useShownPassword, useShowPassword } from './use-shown-password.ts';

/** Sign-in details for a user of the demo account. Shown until the user confirms having saved them. */
export function SampleNotice() {
  const shown = useShownPassword();
  const show = useShowPassword();
  if (shown === null) return null;
  const close = (): void => {
    show(null);
    document.getElementById('main')?.focus();
  };
  return (
    <Alert
      component="section"
      role="region"
      color="yellow"
      variant="light"
      mb="md"
      title={t('You are in the sample organisation')}
      icon={<IconKey aria-hidden />}
    >
      <Text>
        {rich(
          'To talk to its agents, choose one on the page {link} and press Call. To sign in again, you need {strong} and this password, which is shown until you confirm that you saved it: {code}',
          {
            link: <Link href="/test-call">{t('Test call')}</Link>,
            strong: <strong>{shown.email}</strong>,
            code: <code className="secret">{shown.password}</code>,
          },
        )}
      </Text>
      <Group mt="sm">
        <Button size="sm" variant="default" onClick={close}>
          {t("I've saved it")}
        </Button>
      </Group>
    </Alert>
  );
}
