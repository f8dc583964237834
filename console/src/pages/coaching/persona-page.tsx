import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { addPersona, removePersona, usePersona } from '../../server/coaching.ts';
import { putInCache } from '../../server/put-in-cache.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { draftOf, emptyPersona } from './persona-draft.ts';
import { PersonaForm } from './persona-form.tsx';
import { useSavePersona } from './use-save-persona.ts';

const allPersonas = <Link href="/personas">{t('All personas')}</Link>;

export function NewPersonaPage() {
  const queries = useQueryClient();
  const [empty] = useState(emptyPersona);
  return (
    <>
      <PageHeading title={t('New persona')} lead={allPersonas} />
      <PersonaForm
        from={empty}
        action={t('Create persona')}
        send={addPersona}
        onDone={() => {
          void queries.invalidateQueries({ queryKey: ['personas'] });
          navigate('/personas');
        }}
      />
    </>
  );
}

/** Page of one simulated customer. Managers and admins can edit it. */
export function PersonaPage({ uuid }: { readonly uuid: string }) {
  const role = useMe().data?.role;
  const { data, isError, error, refetch } = usePersona(uuid);
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [isAsking, setAsking] = useState(false);
  const { dialog, save } = useSavePersona();
  const leave = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['personas'] });
    navigate('/personas');
  };
  if (isError) {
    return (
      <>
        <PageHeading title={t('Persona')} lead={allPersonas} />
        <TroubleNotice title={t('Could not load this persona')} advice={error.message} onRetry={() => void refetch()} />
      </>
    );
  }
  if (data === undefined || role === undefined) return <PageSkeleton label={t('Loading the persona')} />;
  const mayWrite = role !== 'member';
  return (
    <>
      <PageHeading
        title={data.name}
        lead={allPersonas}
        aside={
          mayWrite && (
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('Delete')}
            </Button>
          )
        }
      />
      <Announcement {...announcer} />
      {dialog}
      <PersonaForm
        from={draftOf(data)}
        action={t('Save')}
        isReadOnly={!mayWrite}
        send={(body) => save(body, data)}
        onDone={async (persona) => {
          putInCache(queries, ['persona', uuid], persona);
          await queries.invalidateQueries({ queryKey: ['personas'] });
          announcer.sayHere(t('Saved. New runs use the changes.'));
        }}
      />
      {isAsking && (
        <Confirm
          title={t('Delete {name}?', { name: data.name })}
          action={t('Delete the persona')}
          send={() => removePersona(uuid)}
          onDone={leave}
          onGone={leave}
          onCancel={() => setAsking(false)}
        >
          {t('Existing runs keep their persona. A persona that a scenario uses cannot be deleted.')}
        </Confirm>
      )}
    </>
  );
}
