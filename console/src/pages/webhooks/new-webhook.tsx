import { TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { makeWebhook } from '../../server/webhooks.ts';
import { MakingForm } from '../../shared/form/making-form.tsx';
import { HeaderFields, headersIn } from './header-fields.tsx';
import { eventTexts } from './webhook-words.ts';

export interface MadeWebhook {
  readonly uuid: string;
  readonly secret: string;
  readonly name: string;
}

export const NewWebhook = ({ onMade }: { readonly onMade: (webhook: MadeWebhook) => void }) => (
  <MakingForm
    title={t('Add a webhook')}
    action={t('Add webhook')}
    nameHint={t('Which program receives it.')}
    choices={{ label: t('Events'), texts: eventTexts, missing: t('Choose at least one event.') }}
    send={({ name, chosen, form }) =>
      makeWebhook({ name, url: String(form.get('url') ?? ''), events: chosen, headers: headersIn(form) })
    }
    onMade={(made, name) => onMade({ ...made, name })}
    fields={['url']}
  >
    {({ url }) => (
      <>
        <TextInput
          error={url}
          label={t('Address')}
          description={t('Where events are sent, at a public address: https://example.com/hook.')}
          name="url"
          type="url"
          required
          withAsterisk={false}
          maxLength={2048}
          autoComplete="off"
          w="100%"
          maw={620}
        />
        <HeaderFields />
      </>
    )}
  </MakingForm>
);
