import { t } from '../language/text.ts';

/** A person whose words our side spoke in place of the agent's. */
export interface Person {
  /** `human`: a teammate after a transfer. */
  readonly kind: 'supervisor' | 'human';
  readonly name: string | null;
  /** Present if the agent's voice says the person's words. */
  readonly through?: 'agent' | undefined;
}

/** Returns the name above a bubble of such a person. */
export function personLabel({ kind, name, through }: Person): string {
  if (through !== undefined)
    return name === null ? t('Agent, told by a supervisor') : t('Agent, told by {name}', { name });
  if (kind === 'human') return name === null ? t('Teammate') : t('{name}, teammate', { name });
  return name === null ? t('Supervisor') : t('{name}, supervisor', { name });
}

/** Reads such a person from a message or an event; undefined if there is none. */
export function readPerson(value: unknown): Person | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, name, through } = value as Partial<Record<keyof Person, unknown>>;
  if (kind !== 'supervisor' && kind !== 'human') return undefined;
  return {
    kind,
    name: typeof name === 'string' ? name : null,
    ...(through === 'agent' ? { through } : {}),
  };
}
