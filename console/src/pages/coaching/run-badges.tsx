import { Badge, Loader } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { isOpen, type PracticeRun } from '../../server/coaching.ts';
import { statusNames, verdictNames } from './run-words.ts';

const icons = { pass: IconCheck, partial: IconMinus, fail: IconX } as const;

export function VerdictBadge({ verdict }: Pick<PracticeRun, 'verdict'>) {
  if (verdict === null) return null;
  const Icon = icons[verdict];
  const { text, color } = verdictNames[verdict];
  return (
    <Badge
      variant="light"
      color={color}
      c="var(--mantine-color-text)"
      tt="none"
      miw="max-content"
      leftSection={<Icon size={13} stroke={3} aria-hidden />}
    >
      {text}
    </Badge>
  );
}

export function StatusBadge(run: Pick<PracticeRun, 'status'>) {
  const { text, color } = statusNames[run.status];
  return (
    <Badge
      variant="light"
      color={color}
      c="var(--mantine-color-text)"
      tt="none"
      miw="max-content"
      {...(isOpen(run) ? { leftSection: <Loader size={11} color={color} aria-hidden /> } : {})}
    >
      {text}
    </Badge>
  );
}
