import { Button, Checkbox, FileInput, Group, List, Modal, Progress, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { type ImportReport, sendImport, useImport } from '../server/contacts.ts';
import { TroubleLine } from './trouble-line.tsx';

interface ImportDialogProps {
  /** Contacts may have changed. */
  readonly onStored: () => void;
  readonly onClose: () => void;
}

const shownErrors = 10;

/** Takes a table of contacts, first as a trial if wanted, and shows how far it has come. */
export function ImportDialog({ onStored, onClose }: ImportDialogProps) {
  const [opener] = useState(() => document.activeElement);
  const [file, setFile] = useState<File | null>(null);
  const [uuid, setUuid] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const report = useImport(uuid);
  const isRunning = uuid !== undefined && !report.isError && report.data?.finished_at == null;
  const isStored = report.data?.finished_at != null && !report.data.dry_run;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each import that is over
  useEffect(() => {
    if (isStored) onStored();
  }, [isStored, uuid]);

  const close = (): void => {
    onClose();
    if (opener instanceof HTMLElement) opener.focus();
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy || isRunning) return;
    if (file === null) return setTrouble('Choose a file first.');
    const fields = new FormData(event.currentTarget);
    const form = new FormData();
    form.append('dry_run', fields.get('dry_run') === null ? 'false' : 'true');
    form.append('tags', String(fields.get('tags') ?? ''));
    form.append('file', file);
    setBusy(true);
    setTrouble(undefined);
    const answer = await sendImport(form);
    setBusy(false);
    if (answer.ok) setUuid(answer.value.import_uuid);
    else setTrouble(answer.detail);
  };
  return (
    <Modal
      opened
      onClose={close}
      title="Import contacts"
      centered
      // Locking would add a style without the page's nonce.
      lockScroll={false}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TroubleLine text={trouble ?? report.error?.message} />
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <FileInput
            label="File"
            description="CSV or XLSX, with the names of the columns in the first row; one of them is phone."
            placeholder="Choose a file"
            value={file}
            onChange={setFile}
            clearable
            clearButtonProps={{ 'aria-label': 'Take the file away' }}
          />
          <TextInput
            label="Tags for all of them"
            description="With commas between: City:Pune, Plan:Gold"
            name="tags"
            autoComplete="off"
          />
          <Checkbox name="dry_run" defaultChecked label="Only try it: count, and store nothing" />
        </Stack>
        {uuid !== undefined && report.data !== undefined && <Outcome report={report.data} />}
        <Group mt="lg" justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button type="submit" loading={isBusy || isRunning}>
            Import
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function Outcome({ report }: { readonly report: ImportReport }) {
  const { status, dry_run: isTrial, rows, created, updated, failed, progress, error, errors } = report;
  const isOver = status === 'completed' || status === 'failed';
  const would = isTrial ? 'would be' : 'were';
  return (
    <Stack gap={6} mt="md">
      {!isOver && <Progress value={progress * 100} aria-label="How far the import has come" />}
      <Text role="status">
        {isOver
          ? `${rows} rows read: ${created} ${would} new, ${updated} ${would} added to, ${failed} refused.`
          : `${rows} rows read so far.`}
      </Text>
      <TroubleLine text={error ?? undefined} />
      {errors.length > 0 && (
        <List size="sm" aria-label="Rows that were refused">
          {errors.slice(0, shownErrors).map(({ row, phone, detail }) => (
            <List.Item key={row} style={{ overflowWrap: 'anywhere' }}>
              Row {row}
              {phone === null ? '' : ` (${phone})`}: {detail}
            </List.Item>
          ))}
          {failed > shownErrors && <List.Item>and {failed - shownErrors} more</List.Item>}
        </List>
      )}
    </Stack>
  );
}
