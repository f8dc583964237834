import { MakingForm } from '../components/making-form.tsx';
import { t } from '../language/text.ts';
import type { ShownKey } from '../server/answers.ts';
import { makeKey } from '../server/organisation.ts';
import { scopeTexts } from './scopes.ts';

export const NewKey = ({ onMade }: { readonly onMade: (key: ShownKey) => void }) => (
  <MakingForm
    title={t('Create key')}
    action={t('Make the key')}
    nameHint={t('Which program it is for, so that you know which key to revoke.')}
    choices={{
      label: t('What it may do'),
      texts: scopeTexts,
      missing: t('Choose at least one thing that the key may do.'),
    }}
    send={({ name, chosen }) => makeKey({ name, scopes: chosen })}
    onMade={onMade}
  />
);
