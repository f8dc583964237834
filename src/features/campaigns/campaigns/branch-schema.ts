import { z } from 'zod';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as HH:MM');
const values = z.array(z.string().min(1).max(200)).min(1).max(50);

/** What a test looks at. Exactly one is given. */
const subjects = ['slot', 'contact', 'tool', 'intent', 'time', 'language'] as const;
const comparisons = ['is', 'not', 'min', 'max', 'known'] as const;

const members = {
  slot: z.string().min(1).exactOptional().meta({ description: 'Id of a question of any step.' }),
  contact: z.string().min(1).exactOptional().meta({ description: 'Field of the contact.' }),
  tool: z.string().min(1).exactOptional().meta({ description: 'Name of a tool that ran before.' }),
  ok: z.boolean().exactOptional().meta({ description: 'Whether the tool succeeded.' }),
  field: z
    .string()
    .min(1)
    .max(200)
    .exactOptional()
    .meta({ description: 'Field in the JSON of the tool, such as `slots.0.time`. Its whole result if omitted.' }),
  intent: values.exactOptional().meta({ description: 'Sentences that mean what the caller must mean.' }),
  time: z
    .strictObject({
      from: clock.exactOptional(),
      to: clock.exactOptional(),
      days: z.array(z.int().min(1).max(7)).min(1).max(7).exactOptional(),
    })
    .exactOptional()
    .meta({ description: 'Time of day and weekdays, 1 (Monday) to 7, in the time zone of the flow.' }),
  language: z.string().min(2).max(20).exactOptional().meta({ description: 'Language of the call, such as `hi`.' }),
  is: values.exactOptional().meta({ description: 'The value is one of these, regardless of case.' }),
  not: values.exactOptional(),
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
  known: z.boolean().exactOptional().meta({ description: 'Whether there is a value.' }),
};
const oneTest = z.strictObject(members);

function checkTest(test: z.infer<typeof oneTest>, context: z.RefinementCtx): void {
  const wrong = (message: string): void => context.addIssue({ code: 'custom', path: [], message });
  const chosen = subjects.filter((subject) => test[subject] !== undefined);
  if (chosen.length !== 1) {
    wrong(`must have exactly one of ${subjects.join(', ')}`);
    return;
  }
  const compared = comparisons.filter((comparison) => test[comparison] !== undefined);
  const [subject] = chosen;
  const isValue = subject === 'slot' || subject === 'contact' || subject === 'tool';
  if (!isValue && compared.length > 0) wrong(`compares only a slot, a contact or a tool with ${compared.join(', ')}`);
  if (subject !== 'tool' && (test.ok !== undefined || test.field !== undefined))
    wrong('has ok or field, which belong to a tool');
  if ((subject === 'slot' || subject === 'contact') && compared.length === 0)
    wrong(`must compare the ${subject} with one of ${comparisons.join(', ')}`);
  if (test.time !== undefined && Object.keys(test.time).length === 0) wrong('must name a time or days');
}

const scriptTest = z
  .strictObject({
    ...members,
    or: z
      .array(oneTest.superRefine(checkTest))
      .min(1)
      .max(9)
      .exactOptional()
      .meta({ description: 'Alternatives: the test also holds if one of these does.' }),
  })
  .superRefine(checkTest);

/** Where a flow continues. */
export const scriptBranch = z
  .strictObject({
    when: z
      .array(scriptTest)
      .max(10)
      .exactOptional()
      .meta({ description: 'All must hold. Without any, the branch always applies.' }),
    say: z.string().min(1).max(1000).exactOptional().meta({ description: 'Said before the flow moves on.' }),
    go: z.string().min(1).exactOptional().meta({ description: 'Id of the next step.' }),
    agent: z
      .uuid()
      .exactOptional()
      .meta({ description: 'The agent that takes over, with its own voice, model and documents.' }),
    end: z.literal(true).exactOptional().meta({ description: 'The call ends with the goodbye.' }),
  })
  .superRefine(({ go, agent, end }, context) => {
    const wrong = (message: string): void => context.addIssue({ code: 'custom', path: [], message });
    if (go === undefined && agent === undefined && end === undefined)
      wrong('must lead somewhere: set go, agent or end');
    if (end !== undefined && (go !== undefined || agent !== undefined)) wrong('cannot end the call and go on');
  });
