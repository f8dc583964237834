import { Stack, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { StoredDocument } from '../../server/answers.ts';
import { addWebsite } from '../../server/documents.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { ShareField, visibilityIn } from './share-field.tsx';
import { visitingIn, WebsiteFields } from './website-fields.tsx';

interface WebsiteDialogProps {
  readonly onDone: (stored: StoredDocument) => Promise<void>;
  readonly onCancel: () => void;
}

const usual = { max_pages: 100, max_depth: 2, refresh_hours: 168 };

/** Dialog that adds a website as a document. */
export function WebsiteDialog({ onDone, onCancel }: WebsiteDialogProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field, form) =>
      addWebsite({
        url: field('url'),
        ...visitingIn(field),
        visibility: visibilityIn(form),
      }),
    (stored) => onDone(stored).then(goBack),
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
        <WebsiteFields visiting={usual} />
        <ShareField />
      </Stack>
    </FormDialog>
  );
}
