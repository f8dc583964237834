import {
  IconAdjustments,
  IconArrowsSplit2,
  IconBook2,
  IconBrain,
  IconChecklist,
  IconHistory,
  IconMessage2,
  IconMicrophone2,
  IconTool,
  IconWorld,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { t } from '../../language/text.ts';

export interface Section {
  /** Last part of its address. */
  readonly key: string;
  readonly title: string;
  readonly Icon: ComponentType<{ readonly size?: number; readonly 'aria-hidden'?: boolean }>;
  /** Fields of the API that the section edits. */
  readonly fields: readonly string[];
  /** Whether there is nothing to show before the agent is saved. */
  readonly isOfSaved?: boolean;
}

/** The sections of an agent's page. The first one has the address of the page. */
export const sections = [
  { key: 'prompt', title: t('Prompt'), Icon: IconMessage2, fields: ['name', 'greeting', 'persona_prompt'] },
  { key: 'voice', title: t('Voice'), Icon: IconMicrophone2, fields: ['voice_config', 'languages'] },
  { key: 'model', title: t('Model'), Icon: IconBrain, fields: ['model'] },
  { key: 'knowledge', title: t('Knowledge'), Icon: IconBook2, fields: ['knowledge_document_ids'] },
  { key: 'tools', title: t('Tools'), Icon: IconTool, fields: ['tools', 'built_in_tools'] },
  {
    key: 'behaviour',
    title: t('Call behaviour'),
    Icon: IconAdjustments,
    fields: ['turn', 'max_call_seconds', 'voicemail'],
  },
  { key: 'tests', title: t('Tests'), Icon: IconChecklist, fields: [], isOfSaved: true },
  { key: 'split', title: t('Split test'), Icon: IconArrowsSplit2, fields: [], isOfSaved: true },
  { key: 'website', title: t('Website'), Icon: IconWorld, fields: [], isOfSaved: true },
  { key: 'versions', title: t('Versions'), Icon: IconHistory, fields: [], isOfSaved: true },
] as const satisfies readonly Section[];

export type SectionKey = (typeof sections)[number]['key'];

/** Returns the section of this address, or the first one. */
export const sectionOf = (key: string | undefined): SectionKey =>
  sections.find((section) => section.key === key)?.key ?? 'prompt';

export const addressOf = (base: string, key: SectionKey): string => (key === 'prompt' ? base : `${base}/${key}`);

/** Returns the sections with faults, in order. */
export function faultySections(faults: Readonly<Record<string, unknown>>): readonly SectionKey[] {
  const first = new Set(Object.keys(faults).map((path) => path.split('.')[0] ?? path));
  return sections.filter(({ fields }) => fields.some((field) => first.has(field))).map(({ key }) => key);
}
