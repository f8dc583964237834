import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { StoredDocument } from '../../server/answers.ts';
import { addWebsite } from '../../server/documents.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { ShareField, visibilityIn } from './share-field.tsx';

interface WebsiteDialogProps {
  readonly onDone: (stored: StoredDocument) => Promise<void>;
  readonly onCancel: () => void;
}

/** Times between two visits, in hours; none means on request only. */
const visits = [
  { value: '24', label: t('Every day') },
  { value: '168', label: t('Every week') },
  { value: '720', label: t('Every month') },
  { value: '', label: t('Only when asked to') },
];

/** Dialog that adds a website as a document. */
export function WebsiteDialog({ onDone, onCancel }: WebsiteDialogProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field, form) =>
      addWebsite({
        url: field('url'),
        max_pages: Number(field('pages')),
        max_depth: Number(field('depth')),
        refresh_hours: field('visits') === '' ? null : Number(field('visits')),
        visibility: visibilityIn(form),
      }),
    (stored) => void onDone(stored).then(goBack),
  );
  return (
    <FormDialog
      title={t('Add a website')}
      action={t('Add')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <Stack gap="md">
        <TextInput
          label={t('Address')}
          description={t('A start page, whose links are followed within the site, or a sitemap in XML.')}
          name="url"
          type="url"
          placeholder="https://"
          required
          withAsterisk={false}
          maxLength={2000}
          autoComplete="off"
          data-autofocus
        />
        <Group grow align="end">
          <TextInput
            label={t('Pages at most')}
            name="pages"
            type="number"
            min={1}
            max={1000}
            defaultValue={100}
            required
            withAsterisk={false}
          />
          <TextInput
            label={t('Links from the start')}
            name="depth"
            type="number"
            min={0}
            max={10}
            defaultValue={2}
            required
            withAsterisk={false}
          />
        </Group>
        <NativeSelect label={t('Read again')} name="visits" data={visits} defaultValue="168" />
        <ShareField />
      </Stack>
    </FormDialog>
  );
}
