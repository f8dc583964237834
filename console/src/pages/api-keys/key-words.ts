import { t } from '../../language/text.ts';
import type { ApiKey } from '../../server/answers.ts';
import { roleNames } from '../../shared/account/roles.ts';

type Owner = Pick<ApiKey, 'owner_name' | 'owner_email' | 'owner_role'>;

/** Name and present role of the owner of a key. */
export const ownerText = ({ owner_name: name, owner_email: email, owner_role: role }: Owner): string =>
  t('{name} ({role})', { name: name ?? email, role: roleNames[role] });
