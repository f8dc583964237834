import { type ReactNode, Suspense, useState } from 'react';
import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import { lazyPage } from '../navigation/lazy-page.tsx';
import type { Choice } from './choose-fields.tsx';
import type { FieldNames } from './field-text.ts';
import { mergeChanges } from './merge-changes.ts';

const ChooseFields = lazyPage(() => import('./choose-fields.tsx').then(({ ChooseFields }) => ChooseFields));

/** What a form saves, and on which condition. */
export interface MergedSave<Value, Body extends object> {
  /** What the form began with. */
  readonly base: Value;
  readonly versionOf: (value: Value) => number;
  /** Returns what the form would send for a stored value; undefined if the form cannot show it. */
  readonly bodyOf: (value: Value) => Body | undefined;
  /** Saves if `before` is still stored, and answers 409 otherwise. */
  readonly save: (body: Body, before: Value) => Promise<Answer<Value>>;
  readonly load: () => Promise<Answer<Value>>;
}

interface Words {
  /** Says that somebody else changed it. */
  readonly title: string;
  readonly names: FieldNames;
}

/**
 * Saves what two people may edit at the same time. Fields that one of both changed are merged, and for those that both
 * changed the person chooses in the dialog.
 */
export function useMergedSave<Value, Body extends object>({ title, names }: Words) {
  const [choice, setChoice] = useState<Choice>();

  const chosenOf = (conflict: Omit<Choice, 'choose'>): Promise<readonly string[] | undefined> =>
    new Promise((resolve) => {
      const choose = (mine: readonly string[] | undefined): void => {
        setChoice(undefined);
        resolve(mine);
      };
      setChoice({ ...conflict, choose });
    });

  async function send(body: Body, saving: MergedSave<Value, Body>): Promise<Answer<Value>> {
    const { base, versionOf, bodyOf, save, load } = saving;
    const saved = await save(body, base);
    if (saved.ok || saved.status !== 409) return saved;
    const now = await load();
    if (!now.ok) return now;
    // Refused for another reason, such as a bar or a split test.
    if (versionOf(now.value) === versionOf(base)) return saved;
    const [old, theirs] = [bodyOf(base), bodyOf(now.value)];
    if (old === undefined || theirs === undefined) return saved;
    const { merged, both } = mergeChanges({ base: old, mine: body, theirs });
    const chosen = both.length === 0 ? [] : await chosenOf({ fields: both, mine: body, theirs });
    if (chosen === undefined)
      return { ok: false, status: 409, detail: t('Not saved: somebody else saved meanwhile. Save again to compare.') };
    const own = Object.fromEntries(Object.entries(body).filter(([field]) => chosen.includes(field)));
    return send({ ...merged, ...own }, { ...saving, base: now.value });
  }

  const dialog: ReactNode = choice && (
    <Suspense fallback={null}>
      <ChooseFields title={title} names={names} {...choice} />
    </Suspense>
  );
  return { dialog, send };
}
