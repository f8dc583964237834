import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../server/ask.ts';
import { type FormTrouble, noTrouble, troubleOf } from '../../shared/form/field-faults.ts';
import { focusFirstFault } from '../../shared/form/focus-first-fault.ts';

interface SettingsFormOptions<T> {
  readonly settings: T;
  readonly queryKey: readonly string[];
  readonly send: (draft: T) => Promise<Answer<T>>;
  /** Fields whose faults the form marks. */
  readonly shown: readonly string[];
}

/** Settings during editing, and saving them. */
export function useSettingsForm<T>({ settings, queryKey, send, shown }: SettingsFormOptions<T>) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(settings);
  const [isBusy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [shownTrouble, setTrouble] = useState<FormTrouble>(noTrouble);
  return {
    draft,
    isBusy,
    isSaved,
    ...shownTrouble,
    set(change: Partial<T>): void {
      setSaved(false);
      setDraft({ ...draft, ...change });
    },
    async onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
      event.preventDefault();
      if (isBusy) return;
      const { currentTarget } = event;
      setBusy(true);
      setTrouble(noTrouble);
      const answer = await send(draft);
      setBusy(false);
      setSaved(answer.ok);
      if (answer.ok) {
        setDraft(answer.value);
        queries.setQueryData(queryKey, answer.value);
        return;
      }
      setTrouble(troubleOf(answer, shown));
      focusFirstFault(currentTarget);
    },
  };
}
