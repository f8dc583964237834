import { Text } from '@mantine/core';
import { Link } from '../frame/router.tsx';
import { useHealth } from '../server/queries.ts';

/** Says that a text has no effect while no language model is configured; nothing when one is. */
export function EngineNote({ ignored, instead }: { readonly ignored: string; readonly instead: string }) {
  const { data } = useHealth();
  if (data?.brain !== 'embedded') return null;
  return (
    <Text size="sm" className="quiet" mt={4}>
      The embedded agent does not use {ignored}: {instead} To use {ignored},{' '}
      <Link href="/models">connect a language model</Link>.
    </Text>
  );
}
