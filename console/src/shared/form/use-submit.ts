import type { FormEvent } from 'react';
import type { Answer } from '../../server/ask.ts';
import { type Sending, useSending } from './use-sending.ts';

export interface Submit extends Pick<Sending, 'isBusy' | 'trouble' | 'faults'> {
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** Submits a form's fields by name, one submission at a time. `shown` lists the fields whose faults the form marks. */
export function useSubmit<T>(
  send: (field: (name: string) => string, form: FormData) => Promise<Answer<T>>,
  onDone: (value: T) => void,
  shown: readonly string[] = [],
): Submit {
  const { isBusy, trouble, faults, send: sendOnce } = useSending(shown);
  return {
    isBusy,
    trouble,
    faults,
    onSubmit(event) {
      event.preventDefault();
      const { currentTarget } = event;
      const form = new FormData(currentTarget);
      void sendOnce(() => send((name) => String(form.get(name) ?? ''), form), { form: currentTarget }).then(
        (answer) => answer?.ok && onDone(answer.value),
      );
    },
  };
}
