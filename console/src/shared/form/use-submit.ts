import type { FormEvent } from 'react';
import type { Answer } from '../../server/ask.ts';
import { type Sending, useSending } from './use-sending.ts';

export interface Submit extends Pick<Sending, 'isBusy' | 'trouble' | 'faults'> {
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/**
 * Submits a form's fields by name, one submission at a time, which lasts until `onDone` is over. `shown` lists the fields
 * whose faults the form marks.
 */
export function useSubmit<T>(
  send: (field: (name: string) => string, form: FormData) => Promise<Answer<T>>,
  onDone: (value: T) => Promise<void> | void,
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
      const sendAll = async (): Promise<Answer<T>> => {
        const answer = await send((name) => String(form.get(name) ?? ''), form);
        if (answer.ok) await onDone(answer.value);
        return answer;
      };
      void sendOnce(sendAll, { form: currentTarget });
    },
  };
}
