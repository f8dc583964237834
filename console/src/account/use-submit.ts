import { type FormEvent, useState } from 'react';
import type { Answer } from '../server/ask.ts';

export interface Submit {
  readonly isBusy: boolean;
  /** The server's sentence about what was sent last. */
  readonly trouble: string | undefined;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** Sends a form's fields by name, one submission at a time. */
export function useSubmit<T>(
  send: (field: (name: string) => string) => Promise<Answer<T>>,
  onDone: (value: T) => void,
): Submit {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  return {
    isBusy,
    trouble,
    onSubmit(event) {
      event.preventDefault();
      if (isBusy) return;
      const form = new FormData(event.currentTarget);
      setBusy(true);
      setTrouble(undefined);
      void send((name) => String(form.get(name) ?? '')).then((answer) => {
        setBusy(false);
        if (answer.ok) onDone(answer.value);
        else setTrouble(answer.detail);
      });
    },
  };
}
