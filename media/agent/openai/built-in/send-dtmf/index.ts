import type { BuiltInTool } from '../tool.ts';

const maxDigits = 32;

export const sendDtmf: BuiltInTool = {
  name: 'send_dtmf',
  description: 'Presses telephone keys, for instance to get through a menu.',
  parameters: () => ({
    type: 'object',
    properties: { digits: { type: 'string', description: '0-9, * and #' } },
    required: ['digits'],
  }),
  carryOut({ args }) {
    const digits = String(args.digits ?? '')
      .replace(/[^\d*#]/g, '')
      .slice(0, maxDigits);
    return digits === '' ? { refusal: 'there are no digits to press.' } : { action: { kind: 'dtmf', digits } };
  },
};
