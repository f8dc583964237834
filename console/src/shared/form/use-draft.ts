import { type FormEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Answer } from '../../server/ask.ts';
import type { FormTrouble } from './field-faults.ts';
import { dropDraft, keepDraft, keptDraft } from './kept-draft.ts';
import { type Sending, useSending } from './use-sending.ts';

/** The request body of a draft, or what is wrong with the draft. */
export type Prepared<Body> = { readonly ok: true; readonly body: Body } | ({ readonly ok: false } & FormTrouble);

interface DraftOptions<Draft, Body, Value> {
  readonly from: Draft;
  readonly prepare: (draft: Draft) => Prepared<Body>;
  readonly send: (body: Body) => Promise<Answer<Value>>;
  /** Fields whose faults the form marks. */
  readonly shown: (draft: Draft) => readonly string[];
  /** The draft after a save; by default, the draft that was sent. */
  readonly savedAs?: (value: Value) => Draft;
  /**
   * The draft after a save in whose course `now` was made of `sent`. By default, fields that were edited meanwhile stay,
   * and all others are as saved, which may be what somebody else changed.
   */
  readonly keepTyped?: (now: Draft, sent: Draft, saved: Draft) => Draft;
  readonly onDone: (value: Value) => Promise<void> | void;
  /** Identifies the draft in this tab, where it survives a reload. Not for drafts with passwords or keys. */
  readonly keepAs?: string | undefined;
}

export interface DraftForm<Draft, Value = unknown> extends Pick<Sending, 'isBusy' | 'trouble' | 'faults'> {
  readonly draft: Draft;
  readonly isDirty: boolean;
  /** Whether the draft was saved and is unchanged since. */
  readonly isSaved: boolean;
  /** Whether the draft has changes from before a reload. */
  readonly isRestored: boolean;
  /** Discards the changes. */
  reset(): void;
  set(changed: Partial<Draft>): void;
  /** Changes the draft by its newest state, which a callback of an earlier render does not have. */
  change(of: (draft: Draft) => Partial<Draft>): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  /** Saves the draft without a button. Returns undefined if it was refused; the form shows why. */
  save(): Promise<Value | undefined>;
}

/** A draft that a form edits and saves. */
export function useDraft<Draft extends object, Body, Value>(
  options: DraftOptions<Draft, Body, Value>,
): DraftForm<Draft, Value> {
  const { from, prepare, send, shown, savedAs, keepTyped = typedOver, onDone, keepAs } = options;
  const [kept] = useState(() => (keepAs === undefined ? undefined : keptDraft(keepAs, from)));
  const [draft, setDraft] = useState(kept ?? from);
  const [saved, setSaved] = useState(from);
  useKeeping(keepAs, saved, draft);
  const [wasSaved, setWasSaved] = useState(false);
  const sending = useSending(shown(draft));
  const change = (of: (draft: Draft) => Partial<Draft>): void => setDraft((before) => ({ ...before, ...of(before) }));
  const save = async (form: HTMLFormElement | null): Promise<Value | undefined> => {
    if (sending.isBusy) return undefined;
    const prepared = prepare(draft);
    if (!prepared.ok) {
      sending.refuse(prepared, form);
      return undefined;
    }
    const answer = await sending.send(() => send(prepared.body), { form });
    if (!answer?.ok) return undefined;
    const { value } = answer;
    // Before the page is left, so that leaving does not ask about unsaved changes.
    flushSync(() => {
      const next = savedAs === undefined ? draft : savedAs(value);
      setSaved(next);
      setWasSaved(true);
      setDraft((now) => (now === draft ? next : keepTyped(now, draft, next)));
    });
    await onDone(value);
    return value;
  };
  return {
    draft,
    isBusy: sending.isBusy,
    trouble: sending.trouble,
    faults: sending.faults,
    isDirty: draft !== saved,
    isSaved: wasSaved && draft === saved,
    isRestored: kept !== undefined && draft !== saved && !wasSaved,
    reset: () => setDraft(saved),
    change,
    set: (changed) => change(() => changed),
    save: () => save(null),
    onSubmit(event) {
      event.preventDefault();
      void save(event.currentTarget);
    },
  };
}

function typedOver<Draft extends object>(now: Draft, sent: Draft, saved: Draft): Draft {
  const typed = Object.entries(now).filter(([field, value]) => value !== sent[field as keyof Draft]);
  return { ...saved, ...Object.fromEntries(typed) };
}

/** Keeps unsaved changes in this tab until they are saved, or the form is left. A reload does not leave it. */
function useKeeping<Draft extends object>(key: string | undefined, base: Draft, draft: Draft): void {
  useEffect(() => {
    if (key === undefined) return;
    if (draft === base) dropDraft(key);
    else keepDraft(key, { base, draft });
  }, [key, base, draft]);
  useEffect(() => (key === undefined ? undefined : () => dropDraft(key)), [key]);
}
