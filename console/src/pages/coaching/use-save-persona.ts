import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import { changePersona, getPersona, type Persona, type PersonaBody } from '../../server/coaching.ts';
import { useMergedSave } from '../../shared/versions/use-merged-save.tsx';
import { bodyOf, draftOf } from './persona-draft.ts';

const names = {
  name: t('Name'),
  language_code: t('Language'),
  profile: t('Profile'),
  hidden_state: t('Hidden facts'),
  objections: t('Objections'),
  speech_habits: t('Way of speaking'),
  voice: t('Voice'),
  document_uuids: t('Documents'),
};

function sentOf(persona: Persona): PersonaBody | undefined {
  const prepared = bodyOf(draftOf(persona));
  return prepared.ok ? prepared.body : undefined;
}

/** Saves a persona, merged with what somebody else saved meanwhile. */
export function useSavePersona() {
  const { dialog, send } = useMergedSave<Persona, PersonaBody>({
    title: t('Somebody else changed this persona'),
    names,
  });
  return {
    dialog,
    save: (body: PersonaBody, base: Persona): Promise<Answer<Persona>> =>
      send(body, {
        base,
        versionOf: ({ version }) => version,
        bodyOf: sentOf,
        save: (changed, before) => changePersona(before, changed),
        load: () => getPersona(base.uuid),
      }),
  };
}
