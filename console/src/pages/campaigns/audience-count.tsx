import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { rich, t } from '../../language/text.ts';
import { useAudience } from '../../server/campaigns.ts';
import { tagsIn } from '../../shared/form/tags-in.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { contactsText, optedOutText } from './campaign-words.ts';

const pauseMs = 300;

/** How many contacts would be called and why others would not, updated while tags are typed. */
export function AudienceCount({ tags }: { readonly tags: string }) {
  const [asked] = useDebouncedValue(tags, pauseMs);
  const { data, isError } = useAudience(tagsIn(asked));
  return (
    <Text role="status" className="figures">
      {data === undefined ? (
        isError ? (
          t('These tags cannot be counted. Write each as Key:Value.')
        ) : (
          t('Counting the contacts…')
        )
      ) : (
        <>
          {rich('{strong} would be called.{optedOut}{recentlyDialled}', {
            strong: <strong>{contactsText(data.callable)}</strong>,
            optedOut:
              data.opted_out > 0 && t(' {optedOut} will be skipped.', { optedOut: optedOutText(data.opted_out) }),
            recentlyDialled:
              data.recently_dialled > 0 &&
              t(' {recentlyDialled} had a call within 24 hours and will be called later.', {
                recentlyDialled: contactsText(data.recently_dialled),
              }),
          })}
          {data.callable === 0 && (
            <>
              {' '}
              <Link href="/contacts">{t('Add contacts')}</Link>
            </>
          )}
        </>
      )}
    </Text>
  );
}
