import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { CallSummary } from '../../server/answers.ts';
import { EndDialog } from './end-dialog.tsx';
import { HandOnDialog } from './hand-on-dialog.tsx';

interface LiveActionsProps {
  readonly call: Pick<CallSummary, 'uuid' | 'call_type' | 'status' | 'contact_uuid'>;
  /** The other party of the call. */
  readonly who: string;
  readonly onDone: (sentence: string) => void;
  /** Starts listening on the same page. Undefined if that happens elsewhere, and for users who may not listen. */
  readonly onListen?: (() => void) | undefined;
}

/** Actions on a call in progress. */
export function LiveActions({ call, who, onDone, onListen }: LiveActionsProps) {
  const [wish, setWish] = useState<'end' | 'hand_on'>();
  const close = (): void => setWish(undefined);
  const done = (sentence: string): void => {
    close();
    onDone(sentence);
  };
  const canBeHandedOn = call.call_type !== 'test' && call.status === 'in_progress';
  return (
    <Group gap={6} justify="flex-end">
      {onListen !== undefined && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('Listen in on the call with {who}', { who })}
          onClick={onListen}
        >
          {t('Listen in')}
        </Button>
      )}
      {canBeHandedOn && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('Transfer the call with {who}', { who })}
          onClick={() => setWish('hand_on')}
        >
          {t('Transfer')}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('End the call with {who}', { who })}
        onClick={() => setWish('end')}
      >
        {t('End')}
      </Button>
      {wish === 'end' && <EndDialog call={call} who={who} onDone={done} onCancel={close} />}
      {wish === 'hand_on' && <HandOnDialog call={call} who={who} onDone={done} onCancel={close} />}
    </Group>
  );
}
