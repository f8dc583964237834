import { t } from '../../language/text.ts';
import type { Agent } from '../../server/answers.ts';
import { useVersions } from '../../server/versions.ts';
import { Link } from '../../shared/navigation/router.tsx';

/** Says whose draft it is: somebody else may publish it with changes that they did not make. */
export function DraftState({ agent: { uuid, draft_version: draft } }: { readonly agent: Agent }) {
  const { data } = useVersions({ kind: 'agents', uuid }, { limit: 1, offset: 0 });
  const newest = data?.versions[0];
  const name = newest?.version === draft ? newest.author?.name : undefined;
  return (
    <>
      {name == null
        ? t('This is a draft. Calls do not use it until you publish it.')
        : t('This is a draft, last saved by {name}. Calls do not use it until you publish it.', { name })}{' '}
      <Link href={`/agents/${uuid}/versions`}>{t('Show what it changes')}</Link>
    </>
  );
}
