import { Checkbox, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { KeyScope, Scope, ShownKey } from '../../server/answers.ts';
import { makeKey, useKeyScopes } from '../../server/organisation.ts';
import { roleNames } from '../../shared/account/roles.ts';
import { startOfDay } from '../../shared/form/day-ranges.ts';
import { MakingForm } from '../../shared/form/making-form.tsx';
import { useZone } from '../../shared/zone/use-zone.ts';
import { ownZone } from '../../shared/zone/zones.ts';
import { scopeTexts } from './scopes.ts';

export function NewKey({ onMade }: { readonly onMade: (key: ShownKey) => void }) {
  const zone = useZone() ?? ownZone;
  return (
    <MakingForm
      title={t('Create key')}
      action={t('Create key')}
      nameHint={t('Which program it is for, so that you know which key to revoke.')}
      choices={{
        label: t('What it may do'),
        texts: scopeTexts,
        refusals: refusalsOf(useKeyScopes().data?.scopes ?? []),
        missing: t('Choose at least one thing that the key may do.'),
      }}
      send={({ name, chosen, form }) =>
        makeKey({
          name,
          scopes: chosen,
          restricted: form.has('restricted'),
          expires_at: endOfDay(zone, String(form.get('expires_at') ?? '')),
        })
      }
      onMade={onMade}
      fields={['expires_at']}
    >
      {({ expires_at: fault }) => (
        <>
          <TextInput
            label={t('Valid until (optional)')}
            description={t('The key stops working after this day. Without a day, it works until you revoke it.')}
            name="expires_at"
            type="date"
            error={fault}
            w="100%"
            maw={420}
          />
          <Checkbox
            name="restricted"
            label={t('Restricted')}
            description={t(
              'The key opens only what is selected below. Choose this for contractors and other servers: any other key also reads your documents, practice calls and voices.',
            )}
          />
        </>
      )}
    </MakingForm>
  );
}

const refusalsOf = (scopes: readonly KeyScope[]): Partial<Record<Scope, string>> =>
  Object.fromEntries(
    scopes.flatMap(({ name, is_allowed: isAllowed, roles }) =>
      isAllowed
        ? []
        : [[name, t('Needs one of these roles: {roles}.', { roles: roles.map((role) => roleNames[role]).join(', ') })]],
    ),
  );

/** Returns the end of a day; null for an empty field. */
const endOfDay = (zone: string, day: string): string | null => (day === '' ? null : startOfDay(zone, day, 1));
