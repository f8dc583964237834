import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { CallSummary } from '../../server/answers.ts';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import { EndDialog } from './end-dialog.tsx';
import { HandOnDialog } from './hand-on-dialog.tsx';

interface LiveActionsProps {
  readonly call: Pick<CallSummary, 'uuid' | 'call_type' | 'status' | 'contact_uuid'>;
  /** The other party of the call. */
  readonly who: string;
  readonly onDone: (sentence: string) => void;
  /** In a menu, where there is no room for buttons. */
  readonly isMenu?: boolean;
  /** A conversation in writing cannot be transferred. */
  readonly isWritten?: boolean;
}

/** Actions on a call in progress. */
export function LiveActions({ call, who, onDone, isMenu = false, isWritten = false }: LiveActionsProps) {
  const [wish, setWish] = useState<'end' | 'hand_on'>();
  const close = (): void => setWish(undefined);
  const done = (sentence: string): void => {
    close();
    onDone(sentence);
  };
  const canBeHandedOn = !isWritten && call.call_type !== 'test' && call.status === 'in_progress';
  const actions = [
    ...(canBeHandedOn
      ? [{ wish: 'hand_on' as const, text: t('Transfer'), label: t('Transfer the call with {who}', { who }) }]
      : []),
    { wish: 'end' as const, text: t('End'), label: t('End the call with {who}', { who }) },
  ];
  return (
    <Group gap={6} justify="flex-end">
      {isMenu ? (
        <RowActions
          name={who}
          more={actions.map(({ wish: chosen, label }) => ({ text: label, onChoose: () => setWish(chosen) }))}
        />
      ) : (
        actions.map(({ wish: chosen, text, label }) => (
          <Button key={chosen} variant="default" size="compact-sm" aria-label={label} onClick={() => setWish(chosen)}>
            {text}
          </Button>
        ))
      )}
      {wish === 'end' && <EndDialog call={call} who={who} onDone={done} onCancel={close} />}
      {wish === 'hand_on' && <HandOnDialog call={call} who={who} onDone={done} onCancel={close} />}
    </Group>
  );
}
