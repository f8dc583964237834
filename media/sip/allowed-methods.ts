import type { SipHeader } from './message.ts';

export const allowHeader: SipHeader = {
  name: 'allow',
  value: 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, REFER, NOTIFY',
};
