import { Alert, Button, List, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../language/text.ts';
import { acknowledgeNarrowedKeys, useNarrowedKeys } from '../../server/organisation.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { ownerText } from './key-words.ts';

/** Keys from which an upgrade removed scopes, until the admin dismisses the list. */
export function NarrowedKeys({ onDone }: { readonly onDone: (sentence: string) => void }) {
  const { data } = useNarrowedKeys(true);
  const queries = useQueryClient();
  const { trouble, isBusy, send } = useSending();
  if (data === undefined || data.api_keys.length === 0) return null;

  const dismiss = async (): Promise<void> => {
    const answer = await send(acknowledgeNarrowedKeys);
    if (!answer?.ok) return;
    await queries.invalidateQueries({ queryKey: ['api-keys'] });
    onDone(t('The list was dismissed. The keys stay as they are.'));
  };

  return (
    <Alert variant="light" mb="md" title={t('An update narrowed API keys')} icon={<IconInfoCircle aria-hidden />}>
      <Text size="sm">
        {t(
          'These keys had rights that their owners do not have. Programs that need them require a key of a manager or an admin.',
        )}
      </Text>
      <List size="sm" my="sm">
        {data.api_keys.map((key) => (
          <List.Item key={key.uuid}>
            {t('{key} of {owner} lost {scopes}', {
              key: key.name,
              owner: ownerText(key),
              scopes: key.removed_scopes.join(', '),
            })}
          </List.Item>
        ))}
      </List>
      <TroubleLine text={trouble} />
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void dismiss()}>
        {t('Dismiss the list')}
      </Button>
    </Alert>
  );
}
