import { Text } from '@mantine/core';
import { Link } from '../frame/router.tsx';
import { useHealth } from '../server/queries.ts';

/** Says what the embedded engine does with a text; nothing while a language model is connected. */
export function EngineNote({ does }: { readonly does: string }) {
  const { data } = useHealth();
  if (data?.brain !== 'embedded') return null;
  return (
    <Text size="sm" className="quiet" mt={4}>
      The embedded engine {does} For an agent that follows every instruction,{' '}
      <Link href="/models">connect a language model</Link>.
    </Text>
  );
}
