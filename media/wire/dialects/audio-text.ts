import { type KernelForm, threadForms } from '../../dsp/kernels/forms.ts';
import { messageKernel, mostMessageBytes } from '../../dsp/kernels/media-message.ts';
import { base64Length, encodeBase64 } from './base64.ts';

/** Messages that are alike but for the base64 in their middle. */
export interface AudioText {
  /**
   * The text's bytes, good until the next. Nothing is allocated as long as the payloads are of one length, and the bytes
   * around the payload are written once.
   */
  print(payload: Uint8Array): Uint8Array;
}

export function createAudioText(head: string, tail: string, form: KernelForm = threadForms.wire): AudioText {
  const kernel = form === 'wasm' ? messageKernel : undefined;
  const headBytes = Buffer.from(head);
  const tailBytes = Buffer.from(tail);
  let text = new Uint8Array(0);
  let payloadBytes = -1;
  return {
    print(payload) {
      if (payload.length !== payloadBytes) {
        payloadBytes = payload.length;
        const length = headBytes.length + base64Length(payloadBytes);
        text = new Uint8Array(length + tailBytes.length);
        text.set(headBytes);
        text.set(tailBytes, length);
      }
      if (kernel === undefined || payloadBytes > mostMessageBytes) encodeBase64(payload, text, headBytes.length);
      else kernel.encode(payload, text, headBytes.length);
      return text;
    },
  };
}
