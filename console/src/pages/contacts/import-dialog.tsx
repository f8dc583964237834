import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { Dialog, useGoBack } from '../../shared/dialog/dialog.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { RecentImports } from './recent-imports.tsx';
import type { Importing } from './use-importing.ts';

interface ImportDialogProps {
  readonly importing: Importing;
  readonly onClose: () => void;
}

/**
 * Dialog that imports a table of contacts: the file, the targets of its columns, an optional dry run, and the result.
 */
export function ImportDialog({ importing, onClose }: ImportDialogProps) {
  const { cancel: close } = useGoBack(onClose);
  const { table, report, isRunning, trouble } = importing;
  const isSent = isRunning || report !== undefined;
  return (
    <Dialog title={t('Import contacts')} isWide onClose={close}>
      <Stack gap="md">
        {isSent ? (
          <>
            <Text style={{ overflowWrap: 'anywhere' }}>{table?.file.name ?? report?.file_name}</Text>
            <ImportOutcome report={report} country={table?.country ?? ''} />
          </>
        ) : (
          <>
            <FileInput
              label={t('File')}
              description={t('CSV or XLSX, with the names of the columns in the first row.')}
              accept=".csv,.tsv,.txt,.xlsx"
              placeholder={t('Choose a file')}
              value={table?.file ?? null}
              onChange={(file) => void importing.choose(file)}
              clearable
              clearButtonProps={{ 'aria-label': t('Take the file away') }}
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
          {t('Continue in the background')}
        </Button>
        <Button color="red.9" aria-disabled={isBusy} onClick={() => void importing.stop()}>
          {t('Stop')}
        </Button>
      </Group>
    );
  }
  if (isSent && !isTrial) {
    return (
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => void importing.choose(null)}>
          {t('Import another file')}
        </Button>
        <Button onClick={onClose}>{t('Done')}</Button>
      </Group>
    );
  }
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={isSent ? importing.again : onClose}>
        {isSent ? t('Back to the columns') : t('Cancel')}
      </Button>
      {!isSent && (
        <Button variant="default" disabled={table === undefined || isBusy} onClick={() => void importing.send(true)}>
          {t('Preview import')}
        </Button>
      )}
      <Button disabled={table === undefined} loading={isBusy} onClick={() => void importing.send(false)}>
        {t('Import')}
      </Button>
    </Group>
  );
}
