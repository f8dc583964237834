import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { t } from '../language/text.ts';
import type { Health } from '../server/answers.ts';
import { useHealth } from '../server/queries.ts';
import type { LayerProps } from '../shared/menu/layer.tsx';
import { lazyExtra } from '../shared/navigation/lazy-extra.tsx';

const Layer = lazyExtra<LayerProps>(() => import('../shared/menu/layer.tsx').then(({ Layer }) => Layer));

/** A server rejects calls for some seconds when it has just started or works at a peak; only longer than that is reported. */
const passingMs = 20_000;

/** Trouble of the server. Renders nothing while calls are carried as usual; the banner reports a lost connection. */
export function HealthBadge() {
  const { data, isError } = useHealth();
  const [isOpen, setOpen] = useState(false);
  const [lasting] = useDebouncedValue(data?.status, passingMs);
  const status = isError ? undefined : data?.status;
  if (data === undefined || status === undefined || status === 'ok' || (status === 'busy' && lasting !== status))
    return null;
  const { text, detail } = troubles[status];
  const calls = t('{activeCalls, plural, one {1 call} other {{activeCalls} calls}} now.', {
    activeCalls: data.media.active_calls,
  });
  const button = (
    <Button
      variant="light"
      color="yellow"
      // Yellow on its own light background has a contrast of 2.7.
      c="var(--mantine-color-text)"
      size="compact-sm"
      radius="xl"
      px="sm"
      fz={13}
      onClick={() => setOpen(!isOpen)}
    >
      {text}
    </Button>
  );
  return (
    <Suspense fallback={button}>
      <Layer
        name={t('State of the server')}
        width={280}
        isOpen={isOpen}
        onChange={setOpen}
        content={
          <Text size="sm">
            {detail} {calls}
          </Text>
        }
      >
        {button}
      </Layer>
    </Suspense>
  );
}

const troubles: Readonly<Record<Exclude<Health['status'], 'ok'>, { readonly text: string; readonly detail: string }>> =
  {
    draining: { text: t('Stopping'), detail: t('The server is stopping and accepts no new calls.') },
    busy: { text: t('Busy'), detail: t('The server works at its limit and rejects new calls.') },
    degraded: { text: t('Degraded'), detail: t('The database does not respond, so calls are not logged.') },
  };
