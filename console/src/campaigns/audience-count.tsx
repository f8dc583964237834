import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { tagsIn } from '../components/tags-in.ts';
import { Link } from '../frame/router.tsx';
import { useAudience } from '../server/campaigns.ts';
import { countOf } from './campaign-words.ts';

const pauseMs = 300;

/** How many contacts would be called, and why the others would not, while the tags are written. */
export function AudienceCount({ tags }: { readonly tags: string }) {
  const [asked] = useDebouncedValue(tags, pauseMs);
  const { data, isError } = useAudience(tagsIn(asked));
  return (
    <Text role="status" className="figures">
      {data === undefined ? (
        isError ? (
          'These tags cannot be counted. Write each as Key:Value.'
        ) : (
          'Counting the contacts…'
        )
      ) : (
        <>
          <strong>{countOf(data.callable, 'contact')}</strong> would be called.
          {data.opted_out > 0 && ` ${countOf(data.opted_out, 'opted-out contact')} will be skipped.`}
          {data.recently_dialled > 0 &&
            ` ${countOf(data.recently_dialled, 'contact')} had a call within 24 hours and will be called later.`}
          {data.callable === 0 && (
            <>
              {' '}
              <Link href="/contacts">Add contacts</Link>
            </>
          )}
        </>
      )}
    </Text>
  );
}
