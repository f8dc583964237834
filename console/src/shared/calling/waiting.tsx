import { Group, Loader, Text } from '@mantine/core';
import type { Session } from '../../../../client/call/session.ts';
import { t } from '../../language/text.ts';

/** Shown while the microphone and the line are opening. */
export function Waiting({ session }: { readonly session: Session }) {
  if (session.phase !== 'asking' && session.phase !== 'connecting') return null;
  return (
    <Group role="status" gap="sm" wrap="nowrap" align="flex-start">
      <Loader size="sm" mt={3} aria-hidden />
      {session.phase === 'asking' ? (
        <div>
          <Text fw={500}>{t('Waiting for the microphone')}</Text>
          <Text size="sm" className="quiet">
            {t('Your browser asks whether this page may use it: choose Allow.')}
          </Text>
        </div>
      ) : (
        <Text fw={500}>{t('Connecting')}</Text>
      )}
    </Group>
  );
}
