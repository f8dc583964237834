import { Button, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { t } from '../language/text.ts';
import type { Health } from '../server/answers.ts';
import { useHealth } from '../server/queries.ts';
import type { LayerProps } from '../shared/menu/layer.tsx';
import { lazyExtra } from '../shared/navigation/lazy-extra.tsx';
import styles from './health-badge.module.css';

const Layer = lazyExtra<LayerProps>(() => import('../shared/menu/layer.tsx').then(({ Layer }) => Layer));

const brains: Readonly<Record<Health['brain'], readonly [string, string]>> = {
  embedded: [t('Embedded'), t('engine')],
  openai: [t('Language'), t('model')],
};

/** State of the server, and the engine of its agents. */
export function HealthBadge() {
  const { data, isError } = useHealth();
  const [isOpen, setOpen] = useState(false);
  const { text, more, color, detail } = describe(data, isError);
  // Yellow on its own light background has a contrast of 2.7.
  const readable = color === 'yellow' ? { c: 'var(--mantine-color-text)' } : {};
  const button = (
    <Button
      variant="light"
      color={color}
      size="compact-sm"
      radius="xl"
      px="sm"
      fz={13}
      {...readable}
      onClick={() => setOpen(!isOpen)}
    >
      {text}
      {more !== undefined && <span className={styles.more}>{more}</span>}
    </Button>
  );
  return (
    <Suspense fallback={button}>
      <Layer
        name={t('State of the server')}
        width={280}
        isOpen={isOpen}
        onChange={setOpen}
        content={<Text size="sm">{detail}</Text>}
      >
        {button}
      </Layer>
    </Suspense>
  );
}

interface Description {
  readonly text: string;
  /** Hidden where there is little room. */
  readonly more?: string;
  readonly color: string;
  readonly detail: string;
}

function describe(health: Health | undefined, isError: boolean): Description {
  if (isError) return { text: t('No server'), color: 'red', detail: t('The server does not respond. Retrying.') };
  if (health === undefined)
    return { text: t('Connecting'), color: 'gray', detail: t('Loading the status of the server.') };
  const { media, brain, version, status } = health;
  const [text, more] = brains[brain];
  const calls = t('{activeCalls, plural, one {1 call} other {{activeCalls} calls}}', {
    activeCalls: media.active_calls,
  });
  const detail = t('{brain} {calls} now. Parley {version}.', { brain: thinking[brain], calls, version });
  if (status === 'draining')
    return { text: t('Stopping'), color: 'yellow', detail: t('Accepts no new calls. {detail}', { detail }) };
  if (status === 'busy')
    return { text: t('Busy'), color: 'yellow', detail: t('Rejects new calls for now. {detail}', { detail }) };
  if (status === 'degraded')
    return { text: t('Degraded'), color: 'yellow', detail: t('Calls go unlogged. {detail}', { detail }) };
  return { text, more, color: 'lake', detail };
}

const thinking: Readonly<Record<Health['brain'], string>> = {
  embedded: t('Answers come from the script and the documents, without a language model.'),
  openai: t('Answers come from the configured language model.'),
};
