import { Checkbox } from '@mantine/core';
import { t } from '../../language/text.ts';

const name = 'is_shared';

/** Asks who may read a new document. Without a tick it is private. */
export const ShareField = () => <Checkbox name={name} label={t('The organisation may read it')} />;

/** Returns the choice of `ShareField` in a submitted form. */
export const visibilityIn = (form: FormData) => (form.has(name) ? 'organisation' : 'private');
