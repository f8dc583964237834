import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, useGoBack } from '../components/dialog.tsx';
import { TroubleLine } from '../components/trouble-line.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { RecentImports } from './recent-imports.tsx';
import type { Importing } from './use-importing.ts';

interface ImportDialogProps {
  readonly importing: Importing;
  readonly onClose: () => void;
}

/** Takes a table of contacts: the file, the targets of its columns, an optional dry run, and the result. */
export function ImportDialog({ importing, onClose }: ImportDialogProps) {
  const { cancel: close } = useGoBack(onClose);
  const { table, report, isRunning, trouble } = importing;
  const isSent = isRunning || report !== undefined;
  return (
    <Dialog title="Import contacts" isWide onClose={close}>
      <Stack gap="md">
        {isSent ? (
          <>
            <Text style={{ overflowWrap: 'anywhere' }}>{table?.file.name ?? report?.file_name}</Text>
            <ImportOutcome report={report} country={table?.country ?? ''} />
          </>
        ) : (
          <>
            <FileInput
              label="File"
              description="CSV or XLSX, with the names of the columns in the first row."
              placeholder="Choose a file"
              value={table?.file ?? null}
              onChange={(file) => void importing.choose(file)}
              clearable
              clearButtonProps={{ 'aria-label': 'Take the file away' }}
              data-autofocus
            />
            {table === undefined ? <RecentImports /> : <ImportColumns table={table} set={importing.set} />}
          </>
        )}
        <TroubleLine text={trouble} />
        <Buttons importing={importing} isSent={isSent} onClose={close} />
      </Stack>
    </Dialog>
  );
}

function Buttons({ importing, isSent, onClose }: ImportDialogProps & { readonly isSent: boolean }): ReactNode {
  const { table, report, isBusy, isRunning } = importing;
  const isTrial = report?.dry_run ?? false;
  if (isRunning) {
    return (
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Continue in the background
        </Button>
        <Button color="red.9" aria-disabled={isBusy} onClick={() => void importing.stop()}>
          Stop
        </Button>
      </Group>
    );
  }
  if (isSent && !isTrial) {
    return (
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => void importing.choose(null)}>
          Import another file
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    );
  }
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={isSent ? importing.again : onClose}>
        {isSent ? 'Back to the columns' : 'Cancel'}
      </Button>
      {!isSent && (
        <Button variant="default" disabled={table === undefined || isBusy} onClick={() => void importing.send(true)}>
          Preview import
        </Button>
      )}
      <Button disabled={table === undefined} loading={isBusy} onClick={() => void importing.send(false)}>
        Import
      </Button>
    </Group>
  );
}
