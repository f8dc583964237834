import { useRef, useState } from 'react';
import type { Answer } from '../../server/ask.ts';
import type { Faults } from '../../server/readable.ts';
import { giveFocusBack } from '../focus/give-focus-back.ts';
import { type FormTrouble, noTrouble, troubleOf } from './field-faults.ts';
import { focusFirstFault } from './focus-first-fault.ts';

export interface Sending<Action extends string = 'save'> {
  /** The action whose request is in progress. */
  readonly busy: Action | undefined;
  readonly isBusy: boolean;
  /** Message about the last request, or about a field that the form cannot mark. */
  readonly trouble: string | undefined;
  /** Messages at the fields of the form. */
  readonly faults: Faults;
  /** Shows what is wrong before anything is sent. */
  refuse(trouble: FormTrouble, form?: HTMLElement | null): void;
  /** Sends a request. Returns undefined, and sends nothing, while another request is in progress. */
  send<T>(request: () => Promise<Answer<T>>, options?: SendOptions<Action>): Promise<Answer<T> | undefined>;
}

export interface SendOptions<Action extends string> {
  readonly action?: Action;
  /** The form whose first marked field receives the focus. */
  readonly form?: HTMLElement | null;
}

/** Sends one request at a time and shows how it was refused. `shown` lists the fields whose faults the form marks. */
export function useSending<Action extends string = 'save'>(shown: readonly string[] = []): Sending<Action> {
  const [busy, setBusy] = useState<Action>();
  const [shownTrouble, setTrouble] = useState<FormTrouble>(noTrouble);
  // State is renewed with the next render only: a second click may come before.
  const isSending = useRef(false);
  const refuse = (trouble: FormTrouble, form: HTMLElement | null = null): void => {
    setTrouble(trouble);
    if (form !== null) focusFirstFault(form);
  };
  return {
    ...shownTrouble,
    busy,
    isBusy: busy !== undefined,
    refuse,
    async send(request, { action = 'save' as Action, form = null } = {}) {
      if (isSending.current) return undefined;
      isSending.current = true;
      const { activeElement } = document;
      setBusy(action);
      setTrouble(noTrouble);
      const answer = await request();
      isSending.current = false;
      setBusy(undefined);
      giveFocusBack(activeElement);
      if (!answer.ok) refuse(troubleOf(answer, shown), form);
      return answer;
    },
  };
}
