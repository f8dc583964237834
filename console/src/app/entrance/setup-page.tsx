import { Button, Divider, Stack, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { keepToken } from '../../server/token.ts';
import { openDemo } from '../../shared/account/requests.ts';
import { useShowPassword } from '../../shared/account/use-shown-password.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { navigate } from '../../shared/navigation/router.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { RegistrationForm } from './registration-form.tsx';

/** Page that creates the first account of an empty server. */
export const SetupPage = (props: { readonly asksStartCode: boolean; readonly onTaken: () => void }) => (
  <RegistrationForm
    title={t('Create the first account')}
    lead={t('It administers this server. Others can be added afterwards.')}
    organisationHint={t('Company name (optional)')}
    asksStartCode={props.asksStartCode}
  >
    {!props.asksStartCode && <Demo onTaken={props.onTaken} />}
  </RegistrationForm>
);

/** Sign-in to the demo, for users who only want to hear an agent. */
function Demo({ onTaken }: { readonly onTaken: () => void }) {
  const showPassword = useShowPassword();
  const { isBusy, trouble, send } = useSending();
  const begin = async (): Promise<void> => {
    const answer = await send(openDemo);
    if (answer === undefined) return;
    if (answer.ok) {
      navigate('/test-call');
      showPassword(answer.value);
      keepToken(answer.value);
    } else if (answer.status === 409) onTaken();
  };
  return (
    <Stack gap="sm">
      <Divider label={t('or')} />
      <TroubleLine text={trouble} />
      <Button
        variant="default"
        size="md"
        h="auto"
        mih={42}
        px="xs"
        styles={{ label: { whiteSpace: 'normal' } }}
        loading={isBusy}
        onClick={() => void begin()}
      >
        {t('Try it with a sample organisation')}
      </Button>
      <Text size="sm" className="quiet">
        {t('Talk to an example agent at once. It makes the first account for you.')}
      </Text>
    </Stack>
  );
}
