import { Button, Group, Text } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { Dialog, useGoBack } from '../components/dialog.tsx';
import { holdNavigation } from './router.tsx';

/** Asks before edits are lost by leaving the page: by a link, by Back, or by closing the tab. */
export function UnsavedChanges({ isDirty }: { readonly isDirty: boolean }) {
  const [leave, setLeave] = useState<() => void>();
  useLayoutEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const release = holdNavigation((proceed) => setLeave(() => proceed));
    return () => {
      window.removeEventListener('beforeunload', warn);
      release();
    };
  }, [isDirty]);
  return leave === undefined ? null : <LeaveDialog onLeave={leave} onStay={() => setLeave(undefined)} />;
}

function LeaveDialog({ onLeave, onStay }: { readonly onLeave: () => void; readonly onStay: () => void }) {
  const { cancel } = useGoBack(onStay);
  return (
    <Dialog title="Discard your changes?" onClose={cancel}>
      <Text>Your changes to this page are not saved.</Text>
      <Group mt="lg" justify="flex-end" gap="sm">
        <Button variant="default" onClick={cancel} data-autofocus>
          Keep editing
        </Button>
        <Button color="red.9" onClick={onLeave}>
          Discard changes
        </Button>
      </Group>
    </Dialog>
  );
}
