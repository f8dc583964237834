import { t } from '../../language/text.ts';
import type { Role } from '../../server/answers.ts';

export const roleNames = { member: t('Member'), manager: t('Manager'), admin: t('Admin') } as const satisfies Record<
  Role,
  string
>;
export const roleOptions = Object.entries(roleNames).map(([value, label]) => ({ value, label }));
