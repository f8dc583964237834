import { Button, Popover, Text } from '@mantine/core';
import type { Health } from '../server/answers.ts';
import { useHealth } from '../server/queries.ts';
import styles from './health-badge.module.css';

const brains: Readonly<Record<Health['brain'], readonly [string, string]>> = {
  embedded: ['Embedded', 'engine'],
  openai: ['Language', 'model'],
};

/** Whether the server is there, and who thinks for its agents. */
export function HealthBadge() {
  const { data, isError } = useHealth();
  const { text, more, color, detail } = describe(data, isError);
  // Yellow on its own light ground has a contrast of 2.7.
  const readable = color === 'yellow' ? { c: 'var(--mantine-color-text)' } : {};
  return (
    <Popover width={280} position="bottom-end" withArrow shadow="md">
      <Popover.Target>
        <Button variant="light" color={color} size="compact-sm" radius="xl" px="sm" fz={13} {...readable}>
          {text}
          {more !== undefined && <span className={styles.more}>{more}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{detail}</Text>
      </Popover.Dropdown>
    </Popover>
  );
}

interface Description {
  readonly text: string;
  /** Left out where there is little room. */
  readonly more?: string;
  readonly color: string;
  readonly detail: string;
}

function describe(health: Health | undefined, isError: boolean): Description {
  if (isError) return { text: 'No server', color: 'red', detail: 'The server does not respond. Retrying.' };
  if (health === undefined) return { text: 'Connecting', color: 'gray', detail: 'Loading the status of the server.' };
  const { media, brain, version, status } = health;
  const [text, more] = brains[brain];
  const calls = media.active_calls === 1 ? '1 call' : `${media.active_calls} calls`;
  const detail = `${thinking[brain]} ${calls} now. Parley ${version}.`;
  if (status === 'draining') return { text: 'Stopping', color: 'yellow', detail: `Accepts no new calls. ${detail}` };
  if (status === 'busy') return { text, more, color: 'yellow', detail: `Rejects new calls for now. ${detail}` };
  if (status === 'degraded') return { text, more, color: 'yellow', detail: `Calls go unlogged. ${detail}` };
  return { text, more, color: 'lake', detail };
}

const thinking: Readonly<Record<Health['brain'], string>> = {
  embedded: 'Answers come from the script and the documents, without a language model.',
  openai: 'Answers come from the configured language model.',
};
