/** Prompts for machines without recordings: synthesised, some with pauses inside. */
export const syntheticPrompts: readonly string[] = [
  'I would like to book a cleaning.',
  'My name is Laura Bennett.',
  'Do you have anything next Tuesday. In the morning, if possible.',
  'Hello. I am calling about my bill.',
  'Can I move my appointment to Friday afternoon?',
  'My tooth hurts when I drink something cold.',
  'Yes, that is right.',
  'Is the doctor in today. I would rather see her than someone else.',
  'How long does a first visit take?',
  'I am not sure yet. Let me think about it.',
  'Do you treat children as well?',
  'What should I bring with me?',
];
