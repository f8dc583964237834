import { Button, Group, Text } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import { Dialog, useGoBack } from '../dialog/dialog.tsx';
import { holdNavigation } from '../navigation/router.tsx';

interface LeaveTexts {
  readonly title: string;
  readonly text: string;
  readonly stay: string;
  readonly leave: string;
}

const ofEdits: LeaveTexts = {
  title: t('Discard your changes?'),
  text: t('Your changes to this page are not saved.'),
  stay: t('Keep editing'),
  leave: t('Discard changes'),
};

interface UnsavedChangesProps {
  readonly isDirty: boolean;
  /** Whether the edits are kept at this path. They are lost at every other one by default. */
  readonly isWithin?: (path: string) => boolean;
  /** What would be lost; edits by default. */
  readonly texts?: LeaveTexts;
}

/** Asks for confirmation before edits are lost by a link, by Back, or by closing the tab. */
export function UnsavedChanges({ isDirty, isWithin, texts = ofEdits }: UnsavedChangesProps) {
  const [leave, setLeave] = useState<() => void>();
  const within = useRef(isWithin);
  within.current = isWithin;
  useLayoutEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const release = holdNavigation({
      ask: (proceed) => setLeave(() => proceed),
      isWithin: (path) => within.current?.(path) ?? false,
    });
    return () => {
      window.removeEventListener('beforeunload', warn);
      release();
    };
  }, [isDirty]);
  return leave === undefined ? null : <LeaveDialog texts={texts} onLeave={leave} onStay={() => setLeave(undefined)} />;
}

interface LeaveDialogProps {
  readonly texts: LeaveTexts;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

function LeaveDialog({ texts, onLeave, onStay }: LeaveDialogProps) {
  const { cancel } = useGoBack(onStay);
  return (
    <Dialog title={texts.title} onClose={cancel}>
      <Text>{texts.text}</Text>
      <Group mt="lg" justify="flex-end" gap="sm">
        <Button variant="default" onClick={cancel} data-autofocus>
          {texts.stay}
        </Button>
        <Button color="red.9" onClick={onLeave}>
          {texts.leave}
        </Button>
      </Group>
    </Dialog>
  );
}
