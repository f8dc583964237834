import { MakingForm } from '../components/making-form.tsx';
import type { ShownKey } from '../server/answers.ts';
import { makeKey } from '../server/organisation.ts';
import { scopeTexts } from './scopes.ts';

export const NewKey = ({ onMade }: { readonly onMade: (key: ShownKey) => void }) => (
  <MakingForm
    title="Create key"
    action="Make the key"
    nameHint="Which program it is for, so that you know which key to revoke."
    choices={{ label: 'What it may do', texts: scopeTexts, missing: 'Choose at least one thing that the key may do.' }}
    send={({ name, chosen }) => makeKey({ name, scopes: chosen })}
    onMade={onMade}
  />
);
