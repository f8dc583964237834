import { Box, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import { TroubleLine } from '../page/trouble-line.tsx';
import { Dialog, useGoBack } from './dialog.tsx';

export interface ConfirmProps {
  readonly title: string;
  /** The effect of the action, and whether it can be undone. */
  readonly children: ReactNode;
  /** Label of the confirming button. */
  readonly action: string;
  /** Whether the action loses no data. */
  readonly isHarmless?: boolean;
  readonly send: () => Promise<Answer<unknown>>;
  readonly onDone: () => Promise<void> | void;
  /**
   * Called when the object no longer exists, because another user was faster. The list behind the dialog is then
   * outdated.
   */
  readonly onGone: () => Promise<void> | void;
  readonly onCancel: () => void;
}

/** Dialog that confirms an action that cannot be undone. Mounted only while open; returns the focus on cancel. */
export function Confirm({ title, children, action, isHarmless = false, send, onDone, onGone, onCancel }: ConfirmProps) {
  const { cancel } = useGoBack(onCancel);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const cancelUnlessBusy = (): void => {
    if (!isBusy) cancel();
  };
  const go = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setTrouble(undefined);
    const answer = await send();
    if (answer.ok) return await onDone();
    if (answer.status === 404) return await onGone();
    setBusy(false);
    setTrouble(answer.detail);
  };
  return (
    <Dialog title={title} onClose={cancelUnlessBusy}>
      <Text component="div">{children}</Text>
      <Box mt="md">
        <TroubleLine text={trouble} />
      </Box>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={cancelUnlessBusy} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button {...(isHarmless ? {} : { color: 'red.9' })} aria-disabled={isBusy} onClick={() => void go()}>
          {action}
        </Button>
      </Group>
    </Dialog>
  );
}
