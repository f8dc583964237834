import { t } from '../../language/text.ts';
import type { Faults } from '../../server/readable.ts';

/** A failed response of the server. */
interface Refused {
  readonly detail: string;
  readonly faults?: Faults;
}

/** A rejection as a form shows it: messages at its fields, and one for everything else. */
export interface FormTrouble {
  readonly trouble: string | undefined;
  readonly faults: Faults;
}

export const noTrouble: FormTrouble = { trouble: undefined, faults: {} };

const marked = t('Not saved. Check the marked fields.');

/** Assigns faults to fields. `shown` lists the fields that the form can mark. A fault of `tags.2` belongs to `tags`. */
export function troubleOf({ detail, faults = {} }: Refused, shown: readonly string[]): FormTrouble {
  const own: Record<string, string> = {};
  let isElsewhere = false;
  for (const [path, sentence] of Object.entries(faults)) {
    const field = shown
      .filter((one) => path === one || path.startsWith(`${one}.`))
      .sort((a, b) => b.length - a.length)[0];
    if (field === undefined) isElsewhere = true;
    else own[field] ??= sentence;
  }
  const isMarked = Object.keys(own).length > 0;
  return { trouble: isMarked && !isElsewhere ? marked : detail, faults: own };
}
