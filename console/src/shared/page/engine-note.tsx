import { Text } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import { useHealth } from '../../server/queries.ts';
import { Link } from '../navigation/router.tsx';

/** States how the embedded engine uses a text. Renders nothing while a language model is connected. */
export function EngineNote({ does }: { readonly does: string }) {
  const { data } = useHealth();
  if (data?.brain !== 'embedded') return null;
  return (
    <Text size="sm" className="quiet" mt={4}>
      {rich('The embedded engine {does} For an agent that follows every instruction, {link}.', {
        does,
        link: <Link href="/models">{t('connect a language model')}</Link>,
      })}
    </Text>
  );
}
