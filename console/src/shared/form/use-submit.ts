import { type FormEvent, useState } from 'react';
import type { Answer } from '../../server/ask.ts';
import type { Faults } from '../../server/readable.ts';
import { type FormTrouble, noTrouble, troubleOf } from './field-faults.ts';
import { focusFirstFault } from './focus-first-fault.ts';

export interface Submit {
  readonly isBusy: boolean;
  /** The server's message about the last submission. */
  readonly trouble: string | undefined;
  /** Messages about the fields that the form marks. */
  readonly faults: Faults;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** Submits a form's fields by name, one submission at a time. `shown` lists the fields whose faults the form marks. */
export function useSubmit<T>(
  send: (field: (name: string) => string, form: FormData) => Promise<Answer<T>>,
  onDone: (value: T) => void,
  shown: readonly string[] = [],
): Submit {
  const [isBusy, setBusy] = useState(false);
  const [shownTrouble, setTrouble] = useState<FormTrouble>(noTrouble);
  return {
    isBusy,
    ...shownTrouble,
    onSubmit(event) {
      event.preventDefault();
      if (isBusy) return;
      const { currentTarget } = event;
      const form = new FormData(currentTarget);
      setBusy(true);
      setTrouble(noTrouble);
      void send((name) => String(form.get(name) ?? ''), form).then((answer) => {
        setBusy(false);
        if (answer.ok) return onDone(answer.value);
        setTrouble(troubleOf(answer, shown));
        focusFirstFault(currentTarget);
      });
    },
  };
}
